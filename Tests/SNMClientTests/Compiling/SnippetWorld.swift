/// The tables that the snippets speak of, as text for the compiler.
enum SnippetWorld {
    static let text = #"""
        import Foundation
        import SNMClient

        enum DogSize: String, SupabaseEnum, CaseIterable { case small, medium, large }

        struct UserInfo: SupabaseTable, Codable, Hashable {
            var id: UUID
            var nickname: String
            var profileImage: String?

            struct Columns: Sendable {
                let id = TypedColumn<UserInfo, UUID>("id")
                let nickname = TypedColumn<UserInfo, String>("nickname")
                let profileImage = TypedColumn<UserInfo, String?>("profile_image")
                let dogs = ToMany<UserInfo, Dog>("dog")
            }
            static let tableName = "user_info"
            static let columns = Columns()
            struct Insert: SupabaseWritable { var id: UUID; var nickname: String; var profileImage: SupabaseField<String> = .omitted }
            struct Patch: SupabaseWritable { var nickname: String?; var profileImage: SupabaseField<String> = .omitted }
        }

        struct Dog: SupabaseTable, Codable, Hashable {
            var id: Int
            var name: String
            var age: Int

            struct Columns: Sendable {
                let id = TypedColumn<Dog, Int>("id")
                let name = TypedColumn<Dog, String>("name")
                let age = TypedColumn<Dog, Int>("age")
                let weight = TypedColumn<Dog, Decimal?>("weight")
                let size = TypedColumn<Dog, DogSize>("size")
                let isNeutered = TypedColumn<Dog, Bool>("is_neutered")
                let keywords = TypedColumn<Dog, [String]>("keywords")
                let info = TypedColumn<Dog, SupabaseJSON?>("info")
                let stay = TypedColumn<Dog, SupabaseRange<Int>>("stay")
                let seen = TypedColumn<Dog, Date?>("seen")
                let owner = ToOne<Dog, UserInfo>("user_info")
                let vet = ToOneOrNone<Dog, UserInfo>("user_info", hint: "vet")
            }
            static let tableName = "dog"
            static let columns = Columns()
        }

        struct Add: SupabaseFunction { var a: Int; typealias Value = Int; static let functionName = "add" }
        struct Twice: SupabaseReadingFunction {
            var a: Int
            typealias Value = Int
            static let functionName = "twice"
            var queryArguments: [SupabaseArgument] { [SupabaseArgument("a", a)] }
        }
        struct Old: SupabaseRowFunction { var low: Int; typealias Row = Dog; typealias Value = [Dog]; static let functionName = "old" }

        let db = SupabaseDBManager(config: SupabaseConfig(baseURL: URL(fileURLWithPath: "/"), apiKey: ""))
        let userID = UUID()
        let optionalID: UUID? = nil
        """#
}
