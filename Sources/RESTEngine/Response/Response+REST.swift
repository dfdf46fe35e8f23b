package import HTTPServing
internal import JSONText
package import PostgresLink

/// What the answers of all actions share.
private struct AnswerContext {
    var request: APIRequest
    var configuration: RESTConfiguration
    var query: Query
    var results: [ResultSet]

    /// The main statement's row.
    var main: MainResult? {
        query.main.flatMap { $0 < results.count && results[$0].rowCount == 1 ? MainResult(results[$0]) : nil }
    }
}

extension Response {
    /// The answer to a request whose statements have run.
    ///
    /// - Throws: what the functions set in `response.status` and `response.headers` can be wrong with (rest.md 9.7).
    package init(
        _ results: [ResultSet], of query: Query, for plan: Plan, _ request: APIRequest, _ configuration: RESTConfiguration
    ) throws(RESTError) {
        let context = AnswerContext(request: request, configuration: configuration, query: query, results: results)
        switch plan {
        case .info(let allow):
            self.init(Status(200), headers: Headers([("Content-Length", "0"), ("Access-Control-Allow-Origin", "*"), ("Allow", allow)]))
        case .inspect:
            // The document is not made yet: the same answer as where it is switched off.
            throw .rootDisabled
        case .read(let read):
            self = try read.answer.explain == nil ? context.answer(read) : context.explanation(read.answer)
        case .mutate(let mutation):
            self = try mutation.answer.explain == nil ? context.answer(mutation) : context.explanation(mutation.answer)
        case .call(let call, let isHeadersOnly):
            self = try call.answer.explain == nil ? context.answer(call, isHeadersOnly) : context.explanation(call.answer)
        }
    }
}

extension RESTError {
    /// A statement that always has one row had none: a mistake of ours.
    static let noResult = Self(500, "PGRSTX00", "The statement gave no result")
}

// MARK: - Reads

extension AnswerContext {
    func answer(_ read: Plan.RelationRead) throws(RESTError) -> Response {
        guard let main else { throw .noResult }
        let range = ContentRange(lower: request.range.lower, count: main.pageTotal, total: try total(main))
        var headers = Headers()
        headers.append("Content-Range", range.text)
        headers.append("Content-Location", "/\(read.relation.name.name)" + (request.query.canonical.isEmpty ? "" : "?\(request.query.canonical)"))
        let body = shown(main, range)
        if !read.isHeadersOnly { headers.append("Content-Length", String(body.count)) }
        appendType(read.answer, to: &headers)
        appendPreferences(PreferenceApplied(request.preferences, .read), to: &headers)
        return try finish(main, range.status, headers, read.isHeadersOnly ? .empty : .bytes(body))
    }

    /// The page, or the document that says that it lies beyond the end (rest.md 3.10).
    private func shown(_ main: MainResult, _ range: ContentRange) -> any BodyBytes {
        guard range.status == 416, let total = range.total else { return main.bytes }
        return RESTError.beyondTheEnd(offset: range.lower, total: total).document.canonical()
    }

    private func total(_ main: MainResult) throws(RESTError) -> Int? {
        switch request.preferences.count {
        case nil: return nil
        case .exact?: return main.total
        case .planned?: return plannedRows
        case .estimated?:
            guard let counted = main.total, let planned = plannedRows else { return main.total }
            if let limit = configuration.maxRows, counted <= limit { return counted }
            return max(counted, planned)
        }
    }

    /// `Plan Rows` of the count query's plan.
    private var plannedRows: Int? {
        guard let index = query.countPlan, index < results.count, results[index].rowCount > 0, let text = results[index].text(0, 0),
            let document = try? JSON(text: text)
        else { return nil }
        return document.array?.first?["Plan"]?["Plan Rows"]?.int
    }
}

extension RESTError {
    static func beyondTheEnd(offset: Int128, total: Int) -> Self {
        Self(
            416, "PGRST103", "Requested range not satisfiable",
            details: .string("An offset of \(offset) was requested, but there are only \(total) rows."))
    }
}

// MARK: - Writes

extension AnswerContext {
    func answer(_ mutation: MutationPlan) throws(RESTError) -> Response {
        guard let main else { throw .noResult }
        let preferences = request.preferences
        let showsRows = preferences.return == .representation
        let showsResolution = !mutation.relation.primaryKey.isEmpty || request.query.onConflict != nil
        let applied = PreferenceApplied(preferences, .mutation(mutation.mutation, showsResolution: showsResolution))
        let total = preferences.count == .exact || preferences.count == .estimated ? main.pageTotal : nil
        let length = String(showsRows ? main.bytes.count : 0)
        let body: ResponseBody = showsRows ? .bytes(main.bytes) : .empty
        var headers = Headers()
        switch mutation.mutation {
        case .insert:
            headers.append("Content-Length", length)
            if !main.location.isEmpty { headers.append("Location", location(main, mutation.relation)) }
            headers.append("Content-Range", ContentRange(lower: 1, count: 0, total: total).text)
            appendPreferences(applied, to: &headers)
            if showsRows { appendType(mutation.answer, to: &headers) }
            let onlyMerged = mutation.countsInserted && main.inserted ?? 0 == 0
            return try finish(main, onlyMerged ? 200 : 201, headers, body)
        case .singleUpsert:
            if showsRows {
                headers.append("Content-Length", length)
                appendType(mutation.answer, to: &headers)
            }
            appendPreferences(applied, to: &headers)
            return try finish(main, showsRows ? (main.inserted ?? 0 > 0 ? 201 : 200) : 204, headers, body)
        case .update, .delete:
            let count = mutation.mutation == .update ? main.pageTotal : 0
            headers.append("Content-Range", ContentRange(lower: count == 0 ? 1 : 0, count: count, total: total).text)
            appendPreferences(applied, to: &headers)
            if showsRows {
                headers.append("Content-Length", length)
                appendType(mutation.answer, to: &headers)
            }
            return try finish(main, showsRows ? 200 : 204, headers, body)
        }
    }

    private func location(_ main: MainResult, _ relation: Relation) -> String {
        let conditions = main.location.map { "\(PercentEncoding.encode($0.column.utf8))=\(locationCondition($0.condition))" }
        return "/\(relation.name.name)?\(conditions.joined(separator: "&"))"
    }

    private func locationCondition(_ text: String) -> String {
        text.hasPrefix("eq.") ? "eq." + PercentEncoding.encode(text.utf8.dropFirst(3)) : text
    }
}

// MARK: - Calls

extension AnswerContext {
    func answer(_ call: CallPlan, _ isHeadersOnly: Bool) throws(RESTError) -> Response {
        guard let main else { throw .noResult }
        let range = ContentRange(lower: request.range.lower, count: main.pageTotal, total: main.total)
        var headers = Headers()
        headers.append("Content-Range", range.text)
        appendPreferences(PreferenceApplied(request.preferences, .call), to: &headers)
        if call.routine.result.isVoid, !call.routine.result.isSet {
            return try finish(main, 204, headers, .empty)
        }
        let body = shown(main, range)
        if !isHeadersOnly { headers.append("Content-Length", String(body.count)) }
        appendType(call.answer, to: &headers)
        return try finish(main, range.status, headers, isHeadersOnly ? .empty : .bytes(body))
    }
}

// MARK: - Plans

extension AnswerContext {
    /// Every line of the plan, each ended by a newline (rest.md 8.7).
    func explanation(_ answer: Answer) throws(RESTError) -> Response {
        guard let index = query.main, index < results.count else { throw .noResult }
        var body: [UInt8] = []
        for row in 0..<results[index].rowCount {
            results[index].value(row, 0)?.withUnsafeBytes { body.append(contentsOf: $0) }
            body.append(UInt8(ascii: "\n"))
        }
        var headers = Headers()
        headers.append("Content-Length", String(body.count))
        appendType(answer, to: &headers)
        return Response(Status(200), headers: headers, body: .bytes(body))
    }
}

// MARK: - Parts

extension AnswerContext {
    private func appendType(_ answer: Answer, to headers: inout Headers) {
        headers.append("Content-Type", answer.mediaType.contentType)
        if request.isNegotiatedByProfile { headers.append("Content-Profile", request.schema) }
    }

    private func appendPreferences(_ applied: PreferenceApplied, to headers: inout Headers) {
        if let text = applied.text { headers.append("Preference-Applied", text) }
    }

    /// Applies what functions have set: the status, and headers that replace ours of the same name.
    private func finish(_ main: MainResult, _ status: Int, _ headers: Headers, _ body: ResponseBody) throws(RESTError) -> Response {
        let override = try FunctionOverrides(status: main.responseStatus, headers: main.responseHeaders)
        var headers = headers
        for header in override.headers { headers.remove(header.name) }
        for header in override.headers { headers.append(header.name, header.value) }
        return Response(Status(override.status ?? status), headers: headers, body: body)
    }
}
