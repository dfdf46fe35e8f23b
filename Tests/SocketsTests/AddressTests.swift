@testable import Sockets
import Testing

@Suite("An address") struct AddressTests {
    @Test(
        "is read from text and written as it",
        arguments: [
            ("127.0.0.1:54321", Address.ipv4(0x7F00_0001, port: 54321), "127.0.0.1:54321"),
            ("localhost:80", .ipv4(0x7F00_0001, port: 80), "127.0.0.1:80"),
            ("*:0", .ipv4(0, port: 0), "0.0.0.0:0"),
            ("255.255.255.255:65535", .ipv4(.max, port: 65535), "255.255.255.255:65535"),
            ("[::1]:5432", .ipv6(.init(high: 0, low: 1), port: 5432), "[::1]:5432"),
            ("[::]:1", .ipv6(.init(high: 0, low: 0), port: 1), "[::]:1"),
            ("[2001:DB8::a]:443", .ipv6(.init(high: 0x2001_0DB8_0000_0000, low: 10), port: 443), "[2001:db8::a]:443"),
            ("[fe80::1%7]:9", .ipv6(.init(high: 0xFE80_0000_0000_0000, low: 1, scope: 7), port: 9), "[fe80::1%7]:9"),
            ("unix:/tmp/a b.sock", .unix(path: "/tmp/a b.sock"), "unix:/tmp/a b.sock"),
            ("/tmp/x:5", .unix(path: "/tmp/x:5"), "unix:/tmp/x:5"),
        ])
    func reads(text: String, address: Address, written: String) throws {
        #expect(try Address(text) == address)
        #expect(address.description == written)
        #expect(try Address(written) == address)
    }

    @Test(
        "is not",
        arguments: [
            "", ":", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1", "127.0.0.1:٣", "127.0.0.1:8 ",
            "256.0.0.1:80", "127.1:80", "example.com:80", "::1:80", "[::1]", "[::1]80", "[::g]:80", "[127.0.0.1]:80", "[::1%]:80", "unix:",
            "unix:/tmp/\0", "/" + String(repeating: "x", count: 103), " 127.0.0.1:80", "99999999999999999999:99999999999999999999",
        ])
    func refuses(text: String) {
        #expect(throws: InvalidAddress.self) { try Address(text) }
    }

    @Test("of a Unix socket may fill the field of the system and no more")
    func pathLength() throws {
        let longest = "/" + String(repeating: "x", count: 102)
        #expect(try Address.unix(checking: longest) == .unix(path: longest))
        #expect(throws: InvalidAddress.self) { try Address.unix(checking: longest + "x") }
        #expect(throws: InvalidAddress.self) { try Address.unix(checking: "/" + String(repeating: "é", count: 52)) }
    }

    @Test("is looked up by name, off the loop")
    func resolves() async throws {
        let offload = try Offload()
        let addresses = try await offload.run { try Address.resolve("localhost", port: 99) }
        #expect(!addresses.isEmpty)
        #expect(addresses.allSatisfy { $0.port == 99 })
        #expect(try await offload.run { try Address.resolve("127.0.0.1", port: 1) } == [.ipv4(0x7F00_0001, port: 1)])
        await #expect(throws: ResolutionError.self) { try await offload.run { try Address.resolve("no such host", port: 1) } }
    }
}
