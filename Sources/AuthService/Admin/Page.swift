import HTTPServing

/// One page of a long list, as administrators ask for it.
struct Page: Sendable, Hashable {
    /// 0 is the first one, too.
    let number: Int
    let size: Int

    init(_ request: AuthRequest) throws(AuthError) {
        number = try Self.count(request[parameter: "page"], standard: 1)
        let size = try Self.count(request[parameter: "per_page"], standard: Limits.pageSize)
        // The real service fails when nothing is asked for.
        self.size = size == 0 ? Limits.pageSize : size
    }

    private static func count(_ text: String, standard: Int) throws(AuthError) -> Int {
        guard !text.isEmpty else { return standard }
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text) else {
            throw .validation("Bad Pagination Parameters: \"\(text)\" is no number of a page")
        }
        return number
    }

    /// Elements before the page.
    var offset: Int {
        let (offset, isTooLarge) = max(0, number - 1).multipliedReportingOverflow(by: size)
        return isTooLarge ? Int.max : offset
    }

    /// Where the next and the last page are: the path as the service sees it, with the request's parameters.
    func headers(_ request: AuthRequest, total: Int) -> Headers {
        let last = total / size + (total % size == 0 ? 0 : 1)
        func link(_ page: Int, _ relation: String) -> String {
            let target = RedirectParameters(["page": String(page)]).inQuery(of: request.path + "?" + request.queryText)
            return "<\(target)>; rel=\"\(relation)\""
        }
        let links = (last > number ? [link(number + 1, "next")] : []) + [link(last, "last")]
        return Headers([
            ("Content-Type", "application/json"), ("Link", links.joined(separator: ", ")), ("X-Total-Count", String(total)),
        ])
    }
}
