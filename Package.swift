// swift-tools-version: 6.2
import Foundation
import PackageDescription

// CI sets WARNINGS_AS_ERRORS=1; a developer's half-finished line should still build.
let strict: [SwiftSetting] =
    [.enableUpcomingFeature("ExistentialAny")]
    + (ProcessInfo.processInfo.environment["WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : [])

/// In the server an import is internal unless it says otherwise; the client's public interface speaks Foundation throughout.
let server = strict + [SwiftSetting.enableUpcomingFeature("InternalImportsByDefault")]

/// A module of ours and the modules below it. The compiler checks that dependencies point down only.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: server)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "MockPostgrest",
    platforms: [.macOS(.v15), .iOS(.v16)],
    products: [
        .executable(name: "mock-postgrest", targets: ["mock-postgrest"]),
        .library(name: "MockPostgrest", targets: ["MockPostgrest"]),
        .library(name: "SNMClient", targets: ["SNMClient"]),
    ],
    targets: [
        // The system's C libraries.
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),

        // The server, from the bottom up.
        module("Sockets", ["CEpoll"]),
        module("JSONText"),
        module("Tokens", ["COpenSSL", "JSONText"]),
        module("HTTPServing", ["Sockets", "Tokens", "JSONText"]),
        module("PostgresLink", ["Sockets", "CLibpq"]),
        module("RESTEngine", ["HTTPServing", "PostgresLink", "Tokens", "JSONText"]),
        module("AuthService", ["HTTPServing", "PostgresLink", "Tokens", "JSONText", "Sockets", "CQREncode"]),
        module("StorageService", ["HTTPServing", "PostgresLink", "Tokens", "JSONText", "Sockets"]),
        module("MockPostgrest", ["RESTEngine", "AuthService", "StorageService", "HTTPServing", "PostgresLink", "Sockets", "Tokens", "JSONText"]),
        .executableTarget(name: "mock-postgrest", dependencies: ["MockPostgrest"], swiftSettings: strict),

        // The client shares no code with the server.
        .target(name: "SNMClient", swiftSettings: strict),

        tests("JSONTextTests", ["JSONText"]),
        tests(
            "RESTEngineTests", ["RESTEngine", "HTTPServing", "PostgresLink", "Tokens", "JSONText", "Sockets", "TestSupport"],
            exclude: ["Query/Snapshots", "Request/malformed.jsonl"]),
        // Builder expressions and the requests they become: compared by the client's tests, sent by the integration tests.
        .target(name: "SNMClientGolden", dependencies: ["SNMClient"], path: "Tests/SNMClientGolden", swiftSettings: strict),
        tests("SNMClientTests", ["SNMClient", "SNMClientGolden", "CompilerSupport"]),
        // Runs the compiler: some tests are about what does not compile.
        .target(name: "CompilerSupport", path: "Tests/CompilerSupport", swiftSettings: strict),
        tests("TokensTests", ["Tokens", "JSONText"]),
        tests("AuthServiceTests", ["AuthService", "HTTPServing", "PostgresLink", "Tokens", "JSONText"]),
        tests("SocketsTests", ["Sockets"]),
        tests("PostgresLinkTests", ["PostgresLink", "Sockets", "TestSupport"]),
        tests(
            "ConformanceTests",
            [
                "mock-postgrest", "MockPostgrest", "AuthService", "HTTPServing", "PostgresLink", "Sockets", "Tokens", "JSONText",
                "TestSupport",
            ],
            exclude: ["rest", "auth", "not-done.txt"]),
        .target(
            name: "TestSupport", dependencies: ["PostgresLink", "Sockets"], path: "Tests/TestSupport", swiftSettings: strict),
        tests("HTTPServingTests", ["HTTPServing", "Sockets"]),
        // Style as a test: it reads the sources and needs none of them.
        tests("TidyTests", []),
        tests(
            "MockPostgrestTests",
            [
                "MockPostgrest", "RESTEngine", "HTTPServing", "PostgresLink", "Sockets", "Tokens", "JSONText", "TestSupport", "SNMClient",
                "SNMClientGolden", "CompilerSupport",
            ]),
        tests("StorageServiceTests", ["StorageService", "HTTPServing", "PostgresLink", "Sockets", "JSONText"]),
        tests(
            "IntegrationTests",
            [
                "mock-postgrest", "MockPostgrest", "AuthService", "SNMClient", "SNMClientGolden", "PostgresLink", "Sockets", "Tokens", "JSONText",
                "TestSupport", "CompilerSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
