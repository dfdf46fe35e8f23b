package import PostgresLink

/// A function that can be called (rest.md 2.5).
package struct Routine: Sendable, Hashable {
    package var name: QualifiedName
    package var description: String?
    package var parameters: [Parameter]
    package var result: Result
    package var volatility: Volatility
    package var hasVariadic: Bool { parameters.contains { $0.isVariadic } }
    /// `default_transaction_isolation` of the function itself.
    package var isolation: String?
    /// Settings of the function that are lifted to the transaction.
    package var hoistedSettings: [Setting]

    package init(
        name: QualifiedName, description: String? = nil, parameters: [Parameter] = [], result: Result, volatility: Volatility = .volatile,
        isolation: String? = nil, hoistedSettings: [Setting] = []
    ) {
        self.name = name
        self.description = description
        self.parameters = parameters
        self.result = result
        self.volatility = volatility
        self.isolation = isolation
        self.hoistedSettings = hoistedSettings
    }

    package enum Volatility: String, Sendable { case immutable = "i", stable = "s", volatile = "v" }

    package struct Parameter: Sendable, Hashable {
        /// Empty when unnamed.
        package var name: String
        package var type: String
        /// The type without a length limit: `character varying` for `character`, `bit varying` for `bit`.
        package var wideType: String
        package var isRequired: Bool
        package var isVariadic: Bool

        package init(name: String, type: String, wideType: String, isRequired: Bool = true, isVariadic: Bool = false) {
            self.name = name
            self.type = type
            self.wideType = wideType
            self.isRequired = isRequired
            self.isVariadic = isVariadic
        }
    }

    package struct Result: Sendable, Hashable {
        package var isSet: Bool
        package var isComposite: Bool
        package var isVoid: Bool
        /// Schema and name of the (base) type: a relation's name for its row type.
        package var type: QualifiedName

        package init(isSet: Bool, isComposite: Bool, isVoid: Bool = false, type: QualifiedName) {
            self.isSet = isSet
            self.isComposite = isComposite
            self.isVoid = isVoid
            self.type = type
        }
    }

    package struct Setting: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
