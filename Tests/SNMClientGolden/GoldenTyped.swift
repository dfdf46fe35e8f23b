import Foundation
import SNMClient

/// Rows whose expressions are typed. Their types are those of `gen swift`, in GoldenTypes.swift.
extension GoldenTable {
    package static let typedRows: [GoldenRow] =
        typedComparisonsRows + typedNullsRows + typedListsRows + typedTextsRows + typedCollectionsRows + typedDocumentsRows + typedNamesRows
        + typedLogicRows + typedReadsRows + typedWritesRows

    /// A condition on `golden`.
    static func typed(
        _ name: String, _ query: String, where sql: String,
        _ condition: @escaping @Sendable (Golden.Columns) -> TypedCondition<Golden>
    ) -> GoldenRow {
        GoldenRow(
            name: name, build: { try $0.fetch(Golden.self).where(condition).build() }, method: .get, url: "/rest/v1/golden?" + query,
            headers: ["Accept": "application/json"], body: nil, expectation: .rows(where: sql))
    }

    /// A whole query.
    static func typedFetch(
        _ name: String, _ url: String, returns sql: String,
        _ build: @escaping @Sendable (SupabaseDBManager) throws -> SupabaseDBRequest
    ) -> GoldenRow {
        GoldenRow(
            name: name, build: { try build($0) }, method: .get, url: "/rest/v1/" + url, headers: ["Accept": "application/json"], body: nil,
            expectation: .result(of: sql))
    }

    /// A write or a call.
    static func typedWrite(
        _ name: String, _ method: HTTPMethod, _ url: String, prefer: String?, body: String?, _ expectation: GoldenRow.Expectation,
        _ build: @escaping @Sendable (SupabaseDBManager) throws -> SupabaseDBRequest
    ) -> GoldenRow {
        var headers = ["Accept": "application/json"]
        headers["Content-Type"] = body == nil ? nil : "application/json"
        headers["Prefer"] = prefer
        return GoldenRow(
            name: name, build: { try build($0) }, method: method, url: "/rest/v1/" + url, headers: headers, body: body,
            expectation: expectation)
    }
}

enum GoldenValue {
    static let half = Decimal(string: "0.5") ?? 0
    static let price = Decimal(string: "2.5") ?? 0
    /// 2026-01-05
    static let day = Date(timeIntervalSince1970: 1_767_571_200)
    /// 2026-01-12
    static let week = Date(timeIntervalSince1970: 1_768_176_000)
}
