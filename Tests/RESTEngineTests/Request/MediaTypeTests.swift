import HTTPServing
import RESTEngine
import Testing

/// Media types and the order of `Accept` (rest.md 8.1, 8.2).
@Suite struct MediaTypeTests {
    @Test(
        "recognises a type and writes it in canonical form",
        arguments: [
            ("application/json", .json, "application/json"), ("Application/JSON; charset=utf-8", .json, "application/json"),
            ("application/json_x", .json, "application/json"), ("application/json;", .json, "application/json"),
            ("application/jsonx", .other("application/jsonx"), "application/jsonx"), ("*/*", .any, "*/*"),
            ("application/*", .other("application/*"), "application/*"), ("undefined", .other("undefined"), "undefined"),
            ("", .other(""), ""),
            ("application/vnd.pgrst.object", .object(nullsStripped: false), "application/vnd.pgrst.object+json"),
            (
                "application/vnd.pgrst.object+json ; Nulls=stripped", .object(nullsStripped: true),
                "application/vnd.pgrst.object+json;nulls=stripped"
            ),
            ("application/vnd.pgrst.object+json;nulls=Stripped", .object(nullsStripped: false), "application/vnd.pgrst.object+json"),
            (
                "application/vnd.pgrst.array;nulls=\"stripped\"", .arrayNullsStripped,
                "application/vnd.pgrst.array+json;nulls=stripped"
            ),
            ("application/vnd.pgrst.array+json", .json, "application/json"), ("text/csv", .csv, "text/csv"),
            ("application/vnd.pgrst.array+json;nulls=stripped;nulls=no", .json, "application/json"),
            ("application/geo+json", .geoJSON, "application/geo+json"), ("application/openapi+json", .openAPI, "application/openapi+json"),
            ("application/x-www-form-urlencoded", .urlEncoded, "application/x-www-form-urlencoded"),
            ("text/plain", .textPlain, "text/plain"), ("text/xml", .textXML, "text/xml"),
            ("application/octet-stream", .octetStream, "application/octet-stream"),
            (
                "application/vnd.pgrst.plan", .plan(.init(format: .text, type: .json, options: [])),
                "application/vnd.pgrst.plan+text; for=\"application/json\""
            ),
            (
                "application/vnd.pgrst.plan+json; for=\"text/csv\"; options=wal|analyze|x",
                .plan(.init(format: .json, type: .csv, options: [.analyze, .wal])),
                "application/vnd.pgrst.plan+json; for=\"text/csv\"; options=analyze|wal"
            ),
            ("application/é", .other("application/é"), "application/é"),
        ] as [(String, RESTMediaType, String)])
    func recognises(text: String, type: RESTMediaType, canonical: String) {
        #expect(RESTMediaType(text) == type)
        #expect(type.canonicalText == canonical)
    }

    @Test(
        "names the charset where the server knows the type",
        arguments: [
            (.json, "application/json; charset=utf-8"), (.csv, "text/csv; charset=utf-8"), (.octetStream, "application/octet-stream"),
            (.other("image/png"), "image/png"),
        ] as [(RESTMediaType, String)])
    func contentTypes(type: RESTMediaType, text: String) {
        #expect(type.contentType == text)
    }

    @Test(
        "sorts what is accepted, best first",
        arguments: [
            (nil, [.any]), ("", [.other("")]), ("text/csv, application/json", [.csv, .json]),
            ("*/*, text/csv", [.csv, .any]), ("text/csv;q=0.5, application/json;q=0.9, */*;q=0.1", [.json, .csv, .any]),
            ("application/json, application/vnd.pgrst.object+json;nulls=stripped", [.object(nullsStripped: true), .json]),
            ("text/csv;q=.5, application/json;q=0.9", [.csv, .json]), ("text/csv;q=1.0e-1, text/plain;q=(0.2)", [.textPlain, .csv]),
            ("text / csv;Q=0.1, text/plain;q=0", [.csv, .textPlain]), ("text/csv;q=-1,text/xml;q=0", [.textXML, .csv]),
            ("text/csv,", [.csv, .other("")]),
        ] as [(String?, [RESTMediaType])])
    func accepts(header: String?, types: [RESTMediaType]) throws {
        let headers = Headers(header.map { [("Accept", $0), ("Accept", "text/xml")] } ?? [])
        let request = try APIRequest(Request(.get, "/dogs", headers: headers), body: [], configuration: RESTConfiguration(), timezones: [])
        #expect(request.accept == types)
    }
}
