import HTTPServing
import JSONText
import Testing

@testable import StorageService

@Suite("Headers of objects")
struct HeaderTests {
    @Test("Content-Disposition is what the query asks for", arguments: [
        (nil, nil), ("", nil), ("x=1", nil), ("downloads=1", nil), ("download", "attachment;"), ("download=", "attachment;"),
        ("x=1&download=a.png", "attachment; filename=a.png; filename*=UTF-8''a.png"),
        ("download=a+b%20c", "attachment; filename=a%20b%20c; filename*=UTF-8''a%20b%20c"),
        ("download=%EC%B4%88~!*'()", "attachment; filename=%EC%B4%88~!*'(); filename*=UTF-8''%EC%B4%88~!*'()"),
        ("download=%0D%0AX:%22;", "attachment; filename=%0D%0AX%3A%22%3B; filename*=UTF-8''%0D%0AX%3A%22%3B"),
    ] as [(String?, String?)])
    func disposition(query: String?, text: String?) {
        #expect(Disposition(query: query)?.text == text)
    }

    @Test("X-Robots-Tag takes the known directives, for all robots or one", arguments: [
        "all", "noindex", "noindex, nofollow", "NOINDEX,nofollow", "googlebot: noindex", "max-snippet:-1", "max-snippet: 20",
        "max-image-preview:large", "max-video-preview:0", "unavailable_after: 25 Jun 2030 15:00:00 PST", "otherbot: max-snippet:5",
        "none,nosnippet,indexifembedded,notranslate,noimageindex",
    ])
    func robots(text: String) throws {
        #expect(try RobotsTag(text).text == text)
    }

    @Test("X-Robots-Tag refuses others", arguments: [
        "", "everything", "noindex,", "noindex,,nofollow", "max-snippet", "max-snippet:x", "max-image-preview:huge", "unavailable_after:",
        "noindex:1", "a:b:noindex",
    ])
    func badRobots(text: String) {
        #expect(throws: StorageError.self) { try RobotsTag(text) }
    }

    @Test("times are shown with milliseconds, and read with or without")
    func times() {
        #expect(ISOTime(seconds: 1_714_979_289).text == "2024-05-06T07:08:09.000Z")
        #expect(ISOTime("2024-05-06T07:08:09.987Z")?.seconds == 1_714_979_289)
        #expect(ISOTime("2024-05-06T07:08:09Z")?.seconds == 1_714_979_289)
        for text in ["", "yesterday", "2024-13-01T00:00:00Z"] { #expect(ISOTime(text) == nil) }
    }

    @Test("metadata comes back from its column as it went there")
    func metadata() {
        let metadata = ObjectMetadata(
            eTag: "\"x\"", size: 13, mimeType: "text/plain", cacheControl: "no-cache", lastModified: 1_714_979_289, robotsTag: "all")
        #expect(ObjectMetadata(metadata.json) == metadata)
        let foreign = ObjectMetadata(["size": 3, "eTag": 5, "lastModified": "never", "contentLength": "x"])
        #expect(foreign.size == 3)
        #expect(foreign.eTag == nil)
        #expect(foreign.lastModified == nil)
        #expect(ObjectMetadata(.null).size == nil)
    }
}
