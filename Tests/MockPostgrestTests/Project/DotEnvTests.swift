import Foundation
import Testing

@testable import MockPostgrest

@Suite("Files of variables")
struct DotEnvTests {
    @Test(
        "are read line by line",
        arguments: [
            ("A=b", ["A": "b"]), ("# c\n\n export A = b # why\nB=", ["A": "b", "B": ""]), ("A='x # y' z\nB: c", ["A": "x # y", "B": "c"]),
            (#"A="line\n\"q\" $x" # c"#, ["A": "line\n\"q\" $x"]), ("A=b#c\r\nA=d", ["A": "d"]), ("=x\nno\n?=1", [:]), ("A=#x", ["A": ""]),
            ("A=\"open", ["A": "open"]), ("A.b-c=1", ["A.b-c": "1"]),
        ])
    func reading(text: String, values: [String: String]) {
        #expect(DotEnv(text).values == values)
    }

    @Test("give what a project's configuration names, the more special first, and never over what is set")
    func project() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("project-\(UUID().uuidString)")
        let supabase = folder.appendingPathComponent("supabase")
        try FileManager.default.createDirectory(at: supabase, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("A=root\nB=root\nC=root\nD=root".utf8).write(to: folder.appendingPathComponent(".env"))
        try Data("A=beside\nB=beside\nD=beside".utf8).write(to: supabase.appendingPathComponent(".env"))
        try Data("A=local".utf8).write(to: supabase.appendingPathComponent(".env.local"))
        try Data(
            "[auth]\nsite_url = \"env(A)\"\njwt_issuer = \"env(B)\"\n[inbucket]\nsender_name = \"env(C)\"\nadmin_email = \"env(D)\"".utf8
        )
        .write(to: supabase.appendingPathComponent("config.toml"))
        var configuration = MockServerConfiguration()
        #expect(try configuration.readProject(folder.path, environment: ["D": "set"]).isEmpty)
        #expect(configuration.auth.siteURL == "local" && configuration.auth.issuer == "beside")
        #expect(configuration.auth.email.senderName == "root" && configuration.auth.email.senderAddress == "set")
        #expect(DotEnv.environment(of: folder.path, over: ["SUPABASE_ENV": "test"])["A"] == "beside")
    }
}
