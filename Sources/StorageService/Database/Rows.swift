import JSONText
import PostgresLink

/// What object requests need to know of a bucket.
struct Bucket: Sendable, Hashable {
    var isPublic: Bool
    var sizeLimit: Int?
    /// Patterns such as `image/*`; empty: every type.
    var mimeTypes: [String]

    /// Same type, and `*` or exactly the same rest, parameters included (storage.md 9.7).
    func accepts(_ mimeType: String) -> Bool {
        if mimeTypes.isEmpty { return true }
        guard let slash = mimeType.firstIndex(of: "/") else { return false }
        let (type, rest) = (mimeType[..<slash], mimeType[mimeType.index(after: slash)...])
        return mimeTypes.contains { entry in
            guard let slash = entry.firstIndex(of: "/") else { return false }
            let wanted = entry[entry.index(after: slash)...]
            return entry[..<slash] == type && (wanted == "*" || wanted == rest)
        }
    }
}

extension Bucket {
    init?(_ rows: ResultSet) {
        guard rows.rowCount == 1 else { return nil }
        isPublic = rows.text(0, 0) == "t"
        sizeLimit = rows.text(0, 1).flatMap { Int($0) }
        mimeTypes = rows.text(0, 2).flatMap { try? JSON(text: $0) }?.array?.compactMap(\.string) ?? []
    }
}

/// An object as its row tells.
struct StoredObject: Sendable, Hashable {
    var id: String
    /// nil for rows that were not written by the service.
    var version: String?
    var metadata: ObjectMetadata

    init?(_ rows: ResultSet) {
        guard rows.rowCount == 1, let id = rows.text(0, 0) else { return nil }
        self.id = id
        version = rows.text(0, 1)
        metadata = ObjectMetadata(rows.text(0, 2).flatMap { try? JSON(text: $0) } ?? .null)
    }
}

/// The column `metadata`: what the service knows of an object's content (storage.md 11.1).
struct ObjectMetadata: Sendable, Hashable {
    var eTag: String?
    var size: Int?
    var mimeType: String?
    var cacheControl: String?
    /// Seconds since 1970: HTTP knows no finer times.
    var lastModified: Int?
    var robotsTag: String?

    init(_ json: JSON) {
        eTag = json["eTag"]?.string
        size = json["contentLength"]?.int ?? json["size"]?.int
        mimeType = json["mimetype"]?.string
        cacheControl = json["cacheControl"]?.string
        lastModified = json["lastModified"]?.string.flatMap { ISOTime($0)?.seconds }
        robotsTag = json["xRobotsTag"]?.string
    }

    init(eTag: String, size: Int, mimeType: String, cacheControl: String, lastModified: Int, robotsTag: String?) {
        self.eTag = eTag
        self.size = size
        self.mimeType = mimeType
        self.cacheControl = cacheControl
        self.lastModified = lastModified
        self.robotsTag = robotsTag
    }

    var json: JSON {
        var object = JSONObject([
            .init("eTag", .string(eTag ?? "")), .init("size", .number(String(size ?? 0))), .init("mimetype", .string(mimeType ?? "")),
            .init("cacheControl", .string(cacheControl ?? "")), .init("lastModified", .string(ISOTime(seconds: lastModified ?? 0).text)),
            .init("contentLength", .number(String(size ?? 0))), .init("httpStatusCode", 200),
        ])
        if let robotsTag { object.set("xRobotsTag", .string(robotsTag)) }
        return .object(object)
    }
}

/// A row about to be written.
struct ObjectDraft: Sendable {
    var address: ObjectAddress
    /// An existing object is replaced.
    var replaces: Bool
    var metadata: JSON
    var userMetadata: JSON

    func insert(version: String, as caller: StorageCaller) -> SQL {
        """
        INSERT INTO storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata) \
        VALUES (\(parameter: address.bucket), \(parameter: address.key), \(parameter: caller.ownerID), \(parameter: caller.subject), \
        \(parameter: version), \(parameter: metadata.text), \(parameter: userMetadata.text))
        """
    }

    /// Who has no subject leaves the owner as it is (storage.md 6.4).
    static let onConflict: SQL = """
         ON CONFLICT (name, bucket_id) DO UPDATE SET version = EXCLUDED.version, metadata = EXCLUDED.metadata, \
        user_metadata = EXCLUDED.user_metadata, owner = coalesce(EXCLUDED.owner, objects.owner), \
        owner_id = coalesce(EXCLUDED.owner_id, objects.owner_id)
        """
}
