import Foundation
import JSONText
import RESTEngine
import Testing

/// Random malformed parameters with what is wrong with them: place and words come from a second reading of the grammar and the
/// error model of rest.md 1.7 and 1.8.1, written apart from this one, which agrees with all recorded answers.
@Suite struct MalformedTests {
    @Test("explains malformed parameters as a second implementation of the grammar does")
    func agrees() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("malformed.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 400)
        for line in lines {
            let expected = try JSON(text: String(line))
            let query = try #require(expected["query"]?.string)
            let error = #expect(throws: RESTError.self, "\(query)") {
                try QueryParameters(query, for: .read(relation: "t", headersOnly: false))
            }
            #expect(error?.code == "PGRST100" && error?.message == expected["message"]?.string, "\(query)")
            #expect(error?.details == expected["details"], "\(query)")
        }
    }
}
