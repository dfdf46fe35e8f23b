import PostgresLink
import TestSupport
import Testing

/// GeoJSON, where PostGIS is installed (rest.md 8.5). Elsewhere the tests are skipped: nothing but PostGIS makes it.
@Suite("Reading GeoJSON", .enabled("PostGIS is not installed") { try await PostGIS.isInstalled() })
struct GeoJSONTests {
    private static let server = Task {
        try await ReadingServer.start(
            """
            create schema other; create schema extra; create extension postgis schema extra;
            grant usage on schema extra to public;
            create table spot (id int primary key, name text, at extra.geometry(point, 4326));
            insert into spot values (1, 'a', extra.st_setsrid(extra.st_makepoint(1, 2), 4326)), (2, 'b', null);
            create table plain (id int);
            """)
    }

    @Test(
        "rows become features, with their other columns as properties",
        arguments: [
            (
                "/spot?order=id", 200,
                #"{"type" : "FeatureCollection", "features" : [{"type": "Feature", "geometry": {"type":"Point","coordinates":[1,2]}, "properties": {"id": 1, "name": "a"}}, {"type": "Feature", "geometry": {"type": null}, "properties": {"id": 2, "name": "b"}}]}"#
            ),
            ("/spot?id=eq.0", 200, #"{"type" : "FeatureCollection", "features" : []}"#),
            (
                "/spot?select=at&id=eq.1", 200,
                #"{"type" : "FeatureCollection", "features" : [{"type": "Feature", "geometry": {"type":"Point","coordinates":[1,2]}, "properties": {}}]}"#
            ),
            ("/spot?select=name", 400, #"{"code":"22023","details":null,"hint":null,"message":"geometry column is missing"}"#),
        ])
    func features(path: String, status: Int, body: String) async throws {
        let answer = try await Self.server.value.answer("GET \(path)\nAccept: application/geo+json")
        #expect(answer.status == status && answer.text == body)
        #expect(answer["Content-Type"] == (status == 200 ? "application/geo+json; charset=utf-8" : "application/json; charset=utf-8"))
    }
}

private enum PostGIS {
    static func isInstalled() async throws -> Bool {
        let session = try await Session.connect(TestCluster.shared().conninfo(), on: TestCluster.loop)
        defer { session.close() }
        let found = try await session.run(
            Statement("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'", isPrepared: false))
        return found.rowCount > 0
    }
}
