import Foundation
import PostgresLink
import Testing

@testable import MockPostgrest

@Suite("Templates of clusters")
struct TemplateTests {
    @Test("are made by the first start, by two racing ones once, and used by the next")
    func race() async throws {
        try await ClusterFixture.withFolder { path in
            var configuration = ClusterConfiguration(.ephemeral)
            configuration.templates = .folder("\(path)/templates")
            var bootstrap = Duration.zero
            try await ClusterFixture.withCluster(configuration) { first in
                #expect(first.origin == .initdb)
                bootstrap = first.timings.bootstrap
                async let one: Void = first.settle(on: ClusterFixture.loop, offload: ClusterFixture.offload)
                async let two: Void = first.settle(on: ClusterFixture.loop, offload: ClusterFixture.offload)
                _ = await (one, two)
                let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/templates")
                #expect(names.count == 1, "one template and nothing else: \(names)")
            }
            try await ClusterFixture.withCluster(configuration) { second in
                #expect(second.origin == .template)
                #expect(second.timings.bootstrap < bootstrap / 2, "nothing is left to do")
                let session = try await Session.connect(second.connection(as: "postgres"), on: ClusterFixture.loop)
                defer { session.close() }
                #expect(try await ClusterFixture.value(session, "select count(*) from auth.users") == "0")
            }
        }
    }

    @Test("are passed over when they are broken")
    func broken() async throws {
        try await ClusterFixture.withFolder { path in
            var configuration = ClusterConfiguration(.ephemeral)
            configuration.templates = .folder("\(path)/templates")
            try await ClusterFixture.withCluster(configuration) { cluster in
                let cache = try #require(cluster.launched.cache)
                let template = "\(path)/templates/\(cache.name)"
                try FileManager.default.createDirectory(atPath: template, withIntermediateDirectories: true)
                let user = try ServiceUser.current()
                if user.isOther { chown(template, user.id, user.group) }
                let next = try await ClusterFixture.start(configuration)
                #expect(next.origin == .initdb)
                #expect(!cache.hasTemplate)
                await next.stop()
            }
        }
    }
}
