import Testing

/// Pages, media types and formats at their edges (rest.md 3.8 to 3.12, 8).
@Suite("Reading in every form")
struct ReadingAnswerTests {
    static let range = "400 22003 value \"9223372036854775808\" is out of range for type bigint"
    static let negative = "416 PGRST103 Requested range not satisfiable"

    @Test(
        "cuts pages at any number",
        arguments: [
            ("limit=9223372036854775807&offset=3", "200 3-3/*"), ("limit=9223372036854775808", range),
            ("offset=9223372036854775808", range),
            ("offset=9223372036854775807", "200 */*"), ("limit=9223372036854775807&offset=9223372036854775807", "200 */*"),
            ("limit=-1", negative), ("limit=0", "200 */*"), ("limit=0&offset=5", negative), ("offset=-3", "200 0-3/*"),
            ("limit=5&offset=-3", "200 0-1/*"), ("limit=5&offset=-5", "200 */*"), ("limit=5&offset=-6", negative),
            ("limit=-99999999999999999999999999999999999999999999", negative),
            ("offset=-9999999999999999999999999999999999999999999", "200 0-3/*"), ("limit=0x2", "200 0-1/*"),
            ("limit=(%202%20)", "200 0-1/*"),
            ("limit=2.0", "200 0-3/*"), ("limit=abc&offset=0", "200 */*"), ("limit=2&offset=zz", "200 0-1/*"),
            ("limit=3&limit=1", "200 0-0/*"),
            ("limit=", "200 0-3/*"), ("limit", "200 0-3/*"),
        ])
    func pages(query: String, answer: String) async throws {
        let text = try await ReadingServer.shared().ask("GET /country?select=code&\(query)")
        #expect(text == answer || text.hasPrefix(answer + " ["))
    }

    @Test(
        "reads the Range header, within the page that the query asks for",
        arguments: [
            ("Range: 1-2", "", "200 1-2/*"), ("Range: 1-", "", "200 1-3/*"), ("Range: 3-1", "", negative),
            ("Range: items=0-1", "", "200 0-3/*"),
            ("Range: -1", "", "200 0-3/*"), ("Range: 0-1,2-3", "", "200 0-3/*"), ("Range: 0-9223372036854775807", "", range),
            ("Range: 1-5", "&limit=2", "200 1-1/*"), ("Range: 2-9", "&limit=2&offset=1", "200 2-2/*"), ("Range: 5-9", "&limit=2", negative),
            ("Range: 5-9", "&limit=0", "200 */*"), ("Prefer: count=exact", "&offset=4", "206 */4"),
            ("Prefer: count=exact", "&offset=5", "416 */4"), ("Prefer: count=exact", "&offset=1&limit=1", "206 1-1/4"),
            ("Prefer: count=exact", "&code=eq.zz&offset=0", "200 */0"), ("Prefer: count=exact", "&code=eq.zz&offset=1", "416 */0"),
        ])
    func ranges(header: String, query: String, answer: String) async throws {
        let text = try await ReadingServer.shared().ask("GET /country?select=code\(query)\n\(header)")
        #expect(text == answer || text.hasPrefix(answer + " [") || answer.hasPrefix("416 *") && text.hasPrefix(answer))
    }

    @Test(
        "leaves numbers for embeds to the database",
        arguments: [
            ("city.limit=-1", "400 2201W LIMIT must not be negative"), ("city.offset=-1", "400 2201X OFFSET must not be negative"),
            ("city.limit=0&city.offset=3", #"200 0-0/* [{"id":2,"city":[]}]"#), ("city.offset=9223372036854775808", range),
            ("city.limit=zz", #"200 0-0/* [{"id":2,"city":[{"code": "jp"}, {"code": "kr"}]}]"#),
            ("city.offset=1&city.limit=9", #"200 0-0/* [{"id":2,"city":[{"code": "kr"}]}]"#),
        ])
    func embeddedPages(query: String, answer: String) async throws {
        let text = try await ReadingServer.shared().ask("GET /club?id=eq.2&select=id,city:country(code)&city.order=code&\(query)")
        #expect(text == answer)
    }

    @Test(
        "writes CSV of odd values",
        arguments: [
            (
                "/many_types",
                #"b,i2,i8,f4,f8,n,c,v,t,d,ts,tz,ti,iv,u,j,jb,by,ip,m,x,p,r,mr,a,bt,mo,ts_v,cm,ch,o"# + "\n"
                    + #"t,1,,NaN,-Infinity,NaN,"a  ","","x""y\\z,("# + "\n"
                    + #")",infinity,,,,"1 day",,,,"\\x00ff",,,,"(1,2)","[1,5)","{[1,3),[5,7)}","{1,NULL,3}",,,,,q,"#
            ),
            ("/odd,%20(na%22me)", "id,a.b,c,d,e:f,(g),h\"i,->,*,order,sp ace\n1,A,C,E,G,H,arrow,star,7,8"),
            ("/empty_row", "\n"), ("/city?id=eq.0", "\n"),
            ("/country?select=name,city!city_country(id)&code=eq.kr", "name,city\n\"Korea, Rep.\",\"[{\"\"id\"\": 1}]\""),
        ])
    func csv(path: String, body: String) async throws {
        let answer = try await ReadingServer.shared().answer("GET \(path)\nAccept: text/csv")
        #expect(answer.status == 200 && answer.text == body && answer["Content-Type"] == "text/csv; charset=utf-8")
    }

    @Test(
        "chooses among handlers of relations, of all relations, and of functions",
        arguments: [
            ("/country?order=code,region", "text/x-list", "text/x-list", ";Japan \"Nippon\";Okinawa;Korea, Rep.;"),
            ("/country?code=eq.kr", "text/csv;q=0.5, text/x-list;q=0.9, */*;q=0.1", "text/x-list", "Korea, Rep.;"),
            ("/country?select=*&code=eq.kr", "text/x-list", "text/x-list", "Korea, Rep.;"),
            ("/country?select=name", "text/x-list", nil, "None of these media types are available: text/x-list"),
            ("/country?select=*,club(name)", "text/x-list", nil, "None of these media types are available: text/x-list"),
            ("/city", "text/x-list, text/nope;a=b;q=0.3", nil, "None of these media types are available: text/x-list, text/nope;a=b"),
            ("/city?select=id&id=eq.1", "application/vnd.all", "application/vnd.all", #"{"id":1};"#),
            ("/country?code=eq.kr", "text/x-list, */*;q=0.5", "text/x-list", "Korea, Rep.;"),
            ("/country?code=eq.kr&select=code", "text/x-list, */*;q=0.5", "application/json; charset=utf-8", #"[{"code":"kr"}]"#),
            ("/rpc/page", "text/x-list", "text/x-list", "a list"), ("/rpc/page", "*/*", "application/json; charset=utf-8", #""a list""#),
            ("/rpc/pages", "text/x-list", nil, "None of these media types are available: text/x-list"),
            (
                "/country?code=eq.kr&select=code", "application/vnd.pgrst.object+json;nulls=stripped, */*",
                "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8", #"{"code":"kr"}"#
            ),
            (
                "/city?id=eq.4", "APPLICATION/VND.PGRST.ARRAY; NULLS=stripped",
                "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8", #"[{"id":4}]"#
            ),
            ("/city?id=eq.4&select=id", "application/json ; charset=utf-8", "application/json; charset=utf-8", #"[{"id":4}]"#),
        ])
    func handlers(path: String, accept: String, type: String?, body: String) async throws {
        let answer = try await ReadingServer.shared().answer("GET \(path)\nAccept: \(accept)")
        guard let type else {
            #expect(answer.status == 406 && answer.text.contains("\"message\":\"\(body)\""))
            return
        }
        #expect(answer.status == 200 && answer["Content-Type"] == type && answer.text == body)
        let head = try await ReadingServer.shared().answer("HEAD \(path)\nAccept: \(accept)")
        #expect(head.status == 200 && head["Content-Type"] == type && head["Content-Length"] == nil && head.body.isEmpty)
    }

    @Test(
        "a handler of any type answers every type but the vendored ones",
        arguments: [
            ("/club", "*/*", "application/octet-stream", "room"), ("/club", "text/csv", "application/octet-stream", "room"),
            ("/club", "application/json", "application/octet-stream", "room"), ("/club", "any/thing", "application/octet-stream", "room"),
            ("/club", "application/vnd.pgrst.object", "application/vnd.pgrst.object+json; charset=utf-8", #"{"id":1,"home":"room"}"#),
            ("/club?select=id", "*/*", "application/json; charset=utf-8", #"[{"id":1}]"#),
        ])
    func anyType(path: String, accept: String, type: String, body: String) async throws {
        let answer = try await ReadingServer.shared().answer("GET \(path)\nAccept-Profile: other\nAccept: \(accept)")
        #expect(answer.status == 200 && answer["Content-Type"] == type && answer.text == body)
    }

    @Test(
        "plans in text and JSON, with options in their order",
        arguments: [
            ("application/vnd.pgrst.plan", "application/vnd.pgrst.plan+text; for=\"application/json\"", "Aggregate  (cost"),
            (
                "application/vnd.pgrst.plan+text; for=\"text/x-list\"; options=wal|buffers|nope|settings|verbose|analyze",
                "application/vnd.pgrst.plan+text; for=\"text/x-list\"; options=analyze|verbose|settings|buffers|wal", "list_all(ROW"
            ),
            (
                "application/vnd.pgrst.plan+json; options=verbose; for=\"text/csv\"",
                "application/vnd.pgrst.plan+json; for=\"text/csv\"; options=verbose", "\"Plan\""
            ),
            ("application/vnd.pgrst.plan+json; for=\"text/nope\"", nil, "plan+json; for=\\\"text/nope\\\""),
            ("application/vnd.pgrst.plan+xml", nil, "plan+xml"),
        ])
    func plans(accept: String, type: String?, part: String) async throws {
        let answer = try await ReadingServer.shared().answer("GET /country\nAccept: \(accept)")
        #expect(answer.status == (type == nil ? 406 : 200) && answer.text.contains(part))
        if let type { #expect(answer["Content-Type"] == type + "; charset=utf-8" && answer["Content-Range"] == nil) }
    }
}
