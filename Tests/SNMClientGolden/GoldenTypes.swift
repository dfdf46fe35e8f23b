// Written by `mock-postgrest gen swift` from the schema: change that, and write this anew.
import Foundation
import SNMClient

struct Golden: SupabaseTable, Codable, Hashable {
    var id: Int
    var name: String?
    var age: Int?
    var big: Int?
    var price: Decimal?
    var ratio: Double?
    var ok: Bool?
    var uid: UUID?
    var seen: Date?
    var tags: [String]?
    var nums: [Int]?
    var span: SupabaseRange<Int>?
    var during: SupabaseRange<Date>?
    var prices: SupabaseRange<Decimal>?
    var info: SupabaseJSON?
    var raw: Data?
    var raws: [Data]?
    var link: String?
    var body: String?
    var dates: [Date]?
    var matrix: [Int]?
    var flags: [Bool]?
    var ownerID: Int?
    var order: Int?
    var limit: Int?
    var offset: Int?
    var and: Int?
    var or: Int?
    var select: Int?
    var columns: Int?
    var onConflict: Int?
    var oddName: String?
    var firstName: String?
    var aB: Int?
    var aB2: Int?
    var qQ: Int?
    var camelCase: Int?
    var 닉네임: String?

    enum CodingKeys: String, CodingKey {
        case id
        case name
        case age
        case big
        case price
        case ratio
        case ok
        case uid
        case seen
        case tags
        case nums
        case span
        case during
        case prices
        case info
        case raw
        case raws
        case link
        case body
        case dates
        case matrix
        case flags
        case ownerID = "owner_id"
        case order
        case limit
        case offset
        case and
        case or
        case select
        case columns
        case onConflict = "on_conflict"
        case oddName = "odd.name"
        case firstName = "first name"
        case aB = "a,(b)"
        case aB2 = "a-b"
        case qQ = "q\"q"
        case camelCase = "CamelCase"
        case 닉네임
    }

    struct Columns: Sendable {
        let id = TypedColumn<Golden, Int>("id")
        let name = TypedColumn<Golden, String?>("name")
        let age = TypedColumn<Golden, Int?>("age")
        let big = TypedColumn<Golden, Int?>("big")
        let price = TypedColumn<Golden, Decimal?>("price")
        let ratio = TypedColumn<Golden, Double?>("ratio")
        let ok = TypedColumn<Golden, Bool?>("ok")
        let uid = TypedColumn<Golden, UUID?>("uid")
        let seen = TypedColumn<Golden, Date?>("seen")
        let tags = TypedColumn<Golden, [String]?>("tags")
        let nums = TypedColumn<Golden, [Int]?>("nums")
        let span = TypedColumn<Golden, SupabaseRange<Int>?>("span")
        let during = TypedColumn<Golden, SupabaseRange<Date>?>("during")
        let prices = TypedColumn<Golden, SupabaseRange<Decimal>?>("prices")
        let info = TypedColumn<Golden, SupabaseJSON?>("info")
        let raw = TypedColumn<Golden, Data?>("raw")
        let raws = TypedColumn<Golden, [Data]?>("raws")
        let link = TypedColumn<Golden, String?>("link")
        let body = TypedColumn<Golden, String?>("body")
        let dates = TypedColumn<Golden, [Date]?>("dates")
        let matrix = TypedColumn<Golden, [Int]?>("matrix")
        let flags = TypedColumn<Golden, [Bool]?>("flags")
        let ownerID = TypedColumn<Golden, Int?>("owner_id")
        let order = TypedColumn<Golden, Int?>("order")
        let limit = TypedColumn<Golden, Int?>("limit")
        let offset = TypedColumn<Golden, Int?>("offset")
        let and = TypedColumn<Golden, Int?>("and")
        let or = TypedColumn<Golden, Int?>("or")
        let select = TypedColumn<Golden, Int?>("select")
        let columns = TypedColumn<Golden, Int?>("columns")
        let onConflict = TypedColumn<Golden, Int?>("on_conflict")
        let oddName = TypedColumn<Golden, String?>("odd.name")
        let firstName = TypedColumn<Golden, String?>("first name")
        let aB = TypedColumn<Golden, Int?>("a,(b)")
        let aB2 = TypedColumn<Golden, Int?>("a-b")
        let qQ = TypedColumn<Golden, Int?>("q\"q")
        let camelCase = TypedColumn<Golden, Int?>("CamelCase")
        let 닉네임 = TypedColumn<Golden, String?>("닉네임")
        let goldenOwner = ToOneOrNone<Golden, GoldenOwner>("golden_owner")
        let goldenWalk = ToMany<Golden, GoldenWalk>("golden_walk")
    }

    static let tableName = "golden"
    static let columns = Columns()

    struct Insert: SupabaseWritable, Hashable {
        var id: Int
        var name: String?
        var age: Int?
        var big: Int?
        var price: Decimal?
        var ratio: Double?
        var ok: Bool?
        var uid: UUID?
        var seen: Date?
        var tags: [String]?
        var nums: [Int]?
        var span: SupabaseRange<Int>?
        var during: SupabaseRange<Date>?
        var prices: SupabaseRange<Decimal>?
        var info: SupabaseJSON?
        var raw: Data?
        var raws: [Data]?
        var link: String?
        var body: String?
        var dates: [Date]?
        var matrix: [Int]?
        var flags: [Bool]?
        var ownerID: Int?
        var order: Int?
        var limit: Int?
        var offset: Int?
        var and: Int?
        var or: Int?
        var select: Int?
        var columns: Int?
        var onConflict: Int?
        var oddName: String?
        var firstName: String?
        var aB: Int?
        var aB2: Int?
        var qQ: Int?
        var camelCase: Int?
        var 닉네임: String?

        enum CodingKeys: String, CodingKey {
            case id
            case name
            case age
            case big
            case price
            case ratio
            case ok
            case uid
            case seen
            case tags
            case nums
            case span
            case during
            case prices
            case info
            case raw
            case raws
            case link
            case body
            case dates
            case matrix
            case flags
            case ownerID = "owner_id"
            case order
            case limit
            case offset
            case and
            case or
            case select
            case columns
            case onConflict = "on_conflict"
            case oddName = "odd.name"
            case firstName = "first name"
            case aB = "a,(b)"
            case aB2 = "a-b"
            case qQ = "q\"q"
            case camelCase = "CamelCase"
            case 닉네임
        }
    }

    struct Patch: SupabaseWritable, Hashable {
        var id: Int?
        var name: SupabaseField<String> = .omitted
        var age: SupabaseField<Int> = .omitted
        var big: SupabaseField<Int> = .omitted
        var price: SupabaseField<Decimal> = .omitted
        var ratio: SupabaseField<Double> = .omitted
        var ok: SupabaseField<Bool> = .omitted
        var uid: SupabaseField<UUID> = .omitted
        var seen: SupabaseField<Date> = .omitted
        var tags: SupabaseField<[String]> = .omitted
        var nums: SupabaseField<[Int]> = .omitted
        var span: SupabaseField<SupabaseRange<Int>> = .omitted
        var during: SupabaseField<SupabaseRange<Date>> = .omitted
        var prices: SupabaseField<SupabaseRange<Decimal>> = .omitted
        var info: SupabaseField<SupabaseJSON> = .omitted
        var raw: SupabaseField<Data> = .omitted
        var raws: SupabaseField<[Data]> = .omitted
        var link: SupabaseField<String> = .omitted
        var body: SupabaseField<String> = .omitted
        var dates: SupabaseField<[Date]> = .omitted
        var matrix: SupabaseField<[Int]> = .omitted
        var flags: SupabaseField<[Bool]> = .omitted
        var ownerID: SupabaseField<Int> = .omitted
        var order: SupabaseField<Int> = .omitted
        var limit: SupabaseField<Int> = .omitted
        var offset: SupabaseField<Int> = .omitted
        var and: SupabaseField<Int> = .omitted
        var or: SupabaseField<Int> = .omitted
        var select: SupabaseField<Int> = .omitted
        var columns: SupabaseField<Int> = .omitted
        var onConflict: SupabaseField<Int> = .omitted
        var oddName: SupabaseField<String> = .omitted
        var firstName: SupabaseField<String> = .omitted
        var aB: SupabaseField<Int> = .omitted
        var aB2: SupabaseField<Int> = .omitted
        var qQ: SupabaseField<Int> = .omitted
        var camelCase: SupabaseField<Int> = .omitted
        var 닉네임: SupabaseField<String> = .omitted

        enum CodingKeys: String, CodingKey {
            case id
            case name
            case age
            case big
            case price
            case ratio
            case ok
            case uid
            case seen
            case tags
            case nums
            case span
            case during
            case prices
            case info
            case raw
            case raws
            case link
            case body
            case dates
            case matrix
            case flags
            case ownerID = "owner_id"
            case order
            case limit
            case offset
            case and
            case or
            case select
            case columns
            case onConflict = "on_conflict"
            case oddName = "odd.name"
            case firstName = "first name"
            case aB = "a,(b)"
            case aB2 = "a-b"
            case qQ = "q\"q"
            case camelCase = "CamelCase"
            case 닉네임
        }
    }
}

struct GoldenOwner: SupabaseTable, Codable, Hashable {
    var id: Int
    var name: String?

    struct Columns: Sendable {
        let id = TypedColumn<GoldenOwner, Int>("id")
        let name = TypedColumn<GoldenOwner, String?>("name")
        let golden = ToMany<GoldenOwner, Golden>("golden")
    }

    static let tableName = "golden_owner"
    static let columns = Columns()

    struct Insert: SupabaseWritable, Hashable {
        var id: Int
        var name: String?
    }

    struct Patch: SupabaseWritable, Hashable {
        var id: Int?
        var name: SupabaseField<String> = .omitted
    }
}

struct GoldenWalk: SupabaseTable, Codable, Hashable {
    var id: Int
    var goldenID: Int?
    var km: Double?
    var note: String?
    var order: Int?
    var select: Int?
    var data: SupabaseJSON?

    enum CodingKeys: String, CodingKey {
        case id
        case goldenID = "golden_id"
        case km
        case note
        case order
        case select
        case data
    }

    struct Columns: Sendable {
        let id = TypedColumn<GoldenWalk, Int>("id")
        let goldenID = TypedColumn<GoldenWalk, Int?>("golden_id")
        let km = TypedColumn<GoldenWalk, Double?>("km")
        let note = TypedColumn<GoldenWalk, String?>("note")
        let order = TypedColumn<GoldenWalk, Int?>("order")
        let select = TypedColumn<GoldenWalk, Int?>("select")
        let data = TypedColumn<GoldenWalk, SupabaseJSON?>("data")
        let golden = ToOneOrNone<GoldenWalk, Golden>("golden")
    }

    static let tableName = "golden_walk"
    static let columns = Columns()

    struct Insert: SupabaseWritable, Hashable {
        var id: Int
        var goldenID: Int?
        var km: Double?
        var note: String?
        var order: Int?
        var select: Int?
        var data: SupabaseJSON?

        enum CodingKeys: String, CodingKey {
            case id
            case goldenID = "golden_id"
            case km
            case note
            case order
            case select
            case data
        }
    }

    struct Patch: SupabaseWritable, Hashable {
        var id: Int?
        var goldenID: SupabaseField<Int> = .omitted
        var km: SupabaseField<Double> = .omitted
        var note: SupabaseField<String> = .omitted
        var order: SupabaseField<Int> = .omitted
        var select: SupabaseField<Int> = .omitted
        var data: SupabaseField<SupabaseJSON> = .omitted

        enum CodingKeys: String, CodingKey {
            case id
            case goldenID = "golden_id"
            case km
            case note
            case order
            case select
            case data
        }
    }
}

struct GoldenWrite: SupabaseTable, Codable, Hashable {
    var key: String
    var n: Int?
    var at: Date?
    var raw: Data?
    var ratio: Double?
    var note: String?
    var oddKey: Int?

    enum CodingKeys: String, CodingKey {
        case key
        case n
        case at
        case raw
        case ratio
        case note
        case oddKey = "odd.key"
    }

    struct Columns: Sendable {
        let key = TypedColumn<GoldenWrite, String>("key")
        let n = TypedColumn<GoldenWrite, Int?>("n")
        let at = TypedColumn<GoldenWrite, Date?>("at")
        let raw = TypedColumn<GoldenWrite, Data?>("raw")
        let ratio = TypedColumn<GoldenWrite, Double?>("ratio")
        let note = TypedColumn<GoldenWrite, String?>("note")
        let oddKey = TypedColumn<GoldenWrite, Int?>("odd.key")
    }

    static let tableName = "golden_write"
    static let columns = Columns()

    struct Insert: SupabaseWritable, Hashable {
        var key: String
        var n: Int?
        var at: Date?
        var raw: Data?
        var ratio: Double?
        var note: String?
        var oddKey: Int?

        enum CodingKeys: String, CodingKey {
            case key
            case n
            case at
            case raw
            case ratio
            case note
            case oddKey = "odd.key"
        }
    }

    struct Patch: SupabaseWritable, Hashable {
        var key: String?
        var n: SupabaseField<Int> = .omitted
        var at: SupabaseField<Date> = .omitted
        var raw: SupabaseField<Data> = .omitted
        var ratio: SupabaseField<Double> = .omitted
        var note: SupabaseField<String> = .omitted
        var oddKey: SupabaseField<Int> = .omitted

        enum CodingKeys: String, CodingKey {
            case key
            case n
            case at
            case raw
            case ratio
            case note
            case oddKey = "odd.key"
        }
    }
}

struct 산책표: SupabaseTable, Codable, Hashable {
    var id: Int

    struct Columns: Sendable {
        let id = TypedColumn<산책표, Int>("id")
    }

    static let tableName = "산책 표"
    static let columns = Columns()

    struct Insert: SupabaseWritable, Hashable {
        var id: Int
    }

    struct Patch: SupabaseWritable, Hashable {
        var id: Int?
    }
}

struct GoldenAbove: SupabaseRowFunction, SupabaseReadingFunction, Hashable {
    var low: Int

    typealias Value = [Golden]
    typealias Row = Golden
    static let functionName = "golden_above"
    var queryArguments: [SupabaseArgument] {
        [SupabaseArgument("low", low)]
    }
}

struct GoldenSum: SupabaseFunction, SupabaseReadingFunction, Hashable {
    var a: Int
    var b: Int

    typealias Value = Int?
    static let functionName = "golden_sum"
    var queryArguments: [SupabaseArgument] {
        [SupabaseArgument("a", a), SupabaseArgument("b", b)]
    }
}

struct GoldenWord: SupabaseFunction, SupabaseReadingFunction, Hashable {
    typealias Value = String?
    static let functionName = "golden_word"
    var queryArguments: [SupabaseArgument] {
        []
    }
}

struct GoldenWordCall: SupabaseFunction, SupabaseReadingFunction, Hashable {
    var dates: [Date]

    typealias Value = String?
    static let functionName = "golden_word"
    var queryArguments: [SupabaseArgument] {
        [SupabaseArgument("dates", dates)]
    }
}
