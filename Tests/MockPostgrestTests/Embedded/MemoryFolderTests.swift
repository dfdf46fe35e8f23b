import Foundation
import Testing

@testable import MockPostgrest

@Suite("The folder in memory")
struct MemoryFolderTests {
    @Test(
        "is used only when there is memory",
        arguments: [
            ("MemTotal:       16316412 kB\nMemAvailable:    8041312 kB\nCached: 1 kB\n", 8_041_312 * 1024), ("MemTotal: 5 kB\n", nil),
            ("MemAvailable: many kB\n", nil), ("MemAvailable: 18446744073709551615 kB\n", nil), ("", nil),
        ] as [(String, UInt64?)])
    func memory(text: String, bytes: UInt64?) {
        #expect(MemoryFolder.availableMemory(in: text) == bytes)
    }

    @Test("gives way to the temporary folder that the environment names")
    func choice() {
        let configuration = ClusterConfiguration(.ephemeral)
        if let named = ProcessInfo.processInfo.environment["TMPDIR"], !named.isEmpty {
            #expect(configuration.ephemeralFolder == named)
        } else {
            #expect(configuration.ephemeralFolder == MemoryFolder.path ?? "/tmp")
        }
        #expect(!configuration.temporaryFolder.hasPrefix("/dev/shm") || ProcessInfo.processInfo.environment["TMPDIR"] != nil)
    }
}

@Suite("PostgreSQL's folders")
struct InstallationTests {
    @Test(
        "of Debian name the version",
        arguments: [
            ("/usr/lib/postgresql/15/bin", 15), ("/usr/lib/postgresql/17/bin", 17), ("/usr/lib/postgresql/15/lib", nil),
            ("/usr/lib/postgresql/x/bin", nil), ("/opt/lib/postgresql/15/bin", nil), ("/usr/lib/postgresql/15/bin/x", nil),
        ] as [(String, Int?)])
    func debian(folder: String, version: Int?) {
        #expect(Installation.debianVersion(of: folder) == version)
    }
}
