import Foundation
import SNMClient

/// One builder expression and the request that it must become, and what a server must make of it.
package struct GoldenRow: Sendable {
    /// What a server with ``GoldenSchema`` answers, told in SQL, so that it can be compared with the database itself.
    package enum Expectation: Sendable {
        /// The rows of `golden` that satisfy a condition, in any order.
        case rows(where: String)
        /// The rows of a query, in its order; the answer is an array with one object a row.
        case result(of: String)
        /// A single value, as JSON.
        case value(String)
        /// A success, after which a condition holds.
        case effect(String)
    }

    package let name: String
    package let build: @Sendable (SupabaseDBManager) throws -> any SNMRequestConvertible
    package let method: HTTPMethod
    /// Path and query after the base URL.
    package let url: String
    /// All header fields but `apikey`, which every request carries.
    package let headers: [String: String]
    package let body: String?
    package let expectation: Expectation
}

/// Builder expressions and the requests they become. The unit tests compare the requests; the integration tests send them.
///
/// The URLs were written with another percent-encoder and other quoting functions than the client's own.
package enum GoldenTable {
    package static let rows: [GoldenRow] =
        monstersRows + operatorsRows + logicRows + valuesRows + columnsRows + selectionsRows + ordersRows + writesRows + typedRows

    /// A single condition on `golden`.
    static func filter(_ name: String, _ parameter: SupabaseQueryParameter, _ query: String, where condition: String) -> GoldenRow {
        GoldenRow(
            name: name,
            build: { try $0.fetchData().setTable("golden").setQuery(parameter).build() },
            method: .get,
            url: "/rest/v1/golden?" + query,
            headers: ["Accept": "application/json"],
            body: nil,
            expectation: .rows(where: condition)
        )
    }

    /// A whole query of `golden`.
    static func fetch(_ name: String, _ parameters: [SupabaseQueryParameter], _ query: String, returns sql: String) -> GoldenRow {
        GoldenRow(
            name: name,
            build: { db in
                try parameters.reduce(db.fetchData().setTable("golden")) { $0.setQuery($1) }.build()
            },
            method: .get,
            url: "/rest/v1/golden?" + query,
            headers: ["Accept": "application/json"],
            body: nil,
            expectation: .result(of: sql)
        )
    }

    /// An insert, update, delete or call.
    static func write(
        _ name: String,
        _ method: HTTPMethod,
        _ url: String,
        prefer: String? = nil,
        body: String? = nil,
        _ expectation: GoldenRow.Expectation,
        _ build: @escaping @Sendable (SupabaseDBManager) -> SupabaseDBRequestBuilder
    ) -> GoldenRow {
        var headers = ["Accept": "application/json"]
        headers["Content-Type"] = body == nil ? nil : "application/json"
        headers["Prefer"] = prefer
        return GoldenRow(
            name: name,
            build: { try build($0).build() },
            method: method,
            url: "/rest/v1/" + url,
            headers: headers,
            body: body,
            expectation: expectation
        )
    }
}

enum GoldenColour: String, SupabaseQueryRepresentable {
    case brown = "brown (dark)"
}

enum GoldenRank: Int, SupabaseQueryRepresentable {
    case first = 1
    case second
}
