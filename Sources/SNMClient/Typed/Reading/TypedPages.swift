/// The rows of an ordered query, page by page. Each page is a request, sent when it is asked for.
///
///     for try await page in db.fetch(Walk.self).order { $0.id.ascending }.pages(of: 100) { show(page) }
///
/// The order should be total (end with a unique column): rows that agree in it may change places between two requests.
public struct TypedPages<Table: SupabaseTable, Result: Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = [Result]

    let query: TypedFetch<Table, Result, FetchStage.Ordered>
    let size: Int

    /// Begins with the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(query: query, size: size) }

    /// Fetches one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let query: TypedFetch<Table, Result, FetchStage.Ordered>
        let size: Int
        var offset = 0
        var isAtEnd = false

        /// The next page; nil after the last one. Cancelling the task ends the request that is under way.
        public mutating func next() async throws -> [Result]? {
            guard !isAtEnd else { return nil }
            try Task.checkCancellation()
            let rows = try await query.limit(size, offset: offset).rows()
            offset += rows.count
            // A server with a limit of its own answers less than a page: only an empty one is the end then.
            isAtEnd = rows.isEmpty
            return rows.isEmpty ? nil : rows
        }
    }
}

/// The rows of an ordered query, one by one, fetched page by page.
public struct TypedStream<Table: SupabaseTable, Result: Sendable>: AsyncSequence, Sendable {
    /// A row.
    public typealias Element = Result

    let pages: TypedPages<Table, Result>

    /// Begins with the first row.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

    /// Hands out one row after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var pages: TypedPages<Table, Result>.Iterator
        var page: ArraySlice<Result> = []

        /// The next row; nil after the last one.
        public mutating func next() async throws -> Result? {
            if page.isEmpty { page = try await pages.next()?[...] ?? [] }
            return page.popFirst()
        }
    }
}

extension TypedFetch where Stage == FetchStage.Ordered, Result: Sendable {
    /// The rows page by page.
    public func pages(of size: Int) -> TypedPages<Table, Result> { TypedPages(query: self, size: Swift.max(1, size)) }

    /// The rows one by one, fetched page by page.
    public func stream(pageSize: Int = 500) -> TypedStream<Table, Result> { TypedStream(pages: pages(of: pageSize)) }
}
