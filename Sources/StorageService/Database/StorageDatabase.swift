import HTTPServing
import JSONText
import PostgresLink

/// The rows of buckets and objects, read and written as the caller or as the service (storage.md 6).
struct StorageDatabase: Sendable {
    let pool: Pool

    /// What a request shows of itself to policies and triggers.
    struct Context: Sendable {
        var caller: StorageCaller
        var method: String
        var path: String
        var headers: String
        var operation: String

        init(_ request: Request, _ caller: StorageCaller, operation: String) {
            self.caller = caller
            self.operation = operation
            method = request.method.rawValue
            path = request.target.path
            var fields = JSONObject()
            for field in request.headers.fields { fields.set(field.name.lowercased(), .string(field.text ?? "")) }
            headers = JSON.object(fields).text
        }

        /// The same request on behalf of the service itself.
        var asService: Context {
            var copy = self
            copy.caller = .service
            return copy
        }

        /// Settings that last until the transaction ends.
        var settings: SQL {
            let values: [(StaticString, String)] = [
                ("search_path", "storage, public, extensions"), ("statement_timeout", "30s"), ("lock_timeout", "5s"),
                ("request.jwt", caller.token), ("request.jwt.claims", caller.claims), ("request.jwt.claim.role", caller.role),
                ("request.jwt.claim.sub", caller.subject ?? ""), ("request.headers", headers), ("request.method", method),
                ("request.path", path), ("storage.operation", operation), ("storage.allow_delete_query", "true"), ("role", caller.role),
            ]
            let calls = values.map { "set_config(\(SQL(verbatim: "'\($0.0)'")), \(parameter: $0.1), true)" as SQL }
            return "SELECT \(calls.joined(separator: ", "))"
        }
    }

    nonisolated(nonsending)
        private func run(_ statements: [SQL]) async throws -> [ResultSet]
    {
        try await pool.withSession { session in try await session.run(statements.map { Statement($0) }) }
    }

    /// The bucket, past every policy: users need none on buckets to reach objects.
    nonisolated(nonsending)
        func bucket(_ id: String, _ context: Context) async throws -> Bucket?
    {
        let results = try await run([context.asService.settings, Self.bucket(id)])
        return Bucket(results[1])
    }

    /// The bucket, and the object as the caller sees it: in a public bucket, as the service does.
    nonisolated(nonsending)
        func object(_ address: ObjectAddress, _ context: Context) async throws -> (bucket: Bucket?, object: StoredObject?)
    {
        let results = try await run([
            context.asService.settings, Self.bucket(address.bucket), Self.object(address), context.settings, Self.object(address),
        ])
        let bucket = Bucket(results[1])
        return (bucket, StoredObject(results[bucket?.isPublic == true ? 2 : 4]))
    }

    private static func bucket(_ id: String) -> SQL {
        """
        SELECT public, file_size_limit, to_json(allowed_mime_types) FROM storage.buckets WHERE id = \(parameter: id)
        """
    }

    private static func object(_ address: ObjectAddress) -> SQL {
        """
        SELECT id, version, metadata FROM storage.objects WHERE bucket_id = \(parameter: address.bucket) AND name = \(parameter: address.key)
        """
    }

    /// Whether the caller may write the row: the real statement with placeholders, always undone (storage.md 6.2).
    nonisolated(nonsending)
        func tryWriting(_ draft: ObjectDraft, _ context: Context) async throws
    {
        let insert = draft.insert(version: "1", as: context.caller)
        let statement: SQL = draft.replaces ? "\(insert)\(ObjectDraft.onConflict) RETURNING *" : insert
        do {
            _ = try await run(["BEGIN", context.settings, statement, "ROLLBACK"])
        } catch DatabaseError.server(let error) where error.sqlState == "23505" {
            throw StorageError.keyExists
        }
    }

    /// Writes the row for content that is stored: its id, and the version whose content is no longer needed.
    nonisolated(nonsending)
        func write(_ draft: ObjectDraft, version: String, _ context: Context) async throws -> (id: String, oldVersion: String?)
    {
        let address = draft.address
        let insert = draft.insert(version: version, as: context.caller)
        do {
            let results = try await run([
                context.asService.settings,
                "SELECT pg_advisory_xact_lock(hashtextextended(\(parameter: address.path), 0))",
                """
                SELECT version FROM storage.objects \
                WHERE bucket_id = \(parameter: address.bucket) AND name = \(parameter: address.key) FOR UPDATE
                """,
                "\(insert)\(ObjectDraft.onConflict) RETURNING id",
            ])
            let old = results[2].rowCount > 0 ? results[2].text(0, 0) : nil
            return (results[3].text(0, 0) ?? "", old)
        } catch DatabaseError.server(let error) where error.sqlState == "55P03" {
            throw StorageError.lockTimeout
        }
    }
}
