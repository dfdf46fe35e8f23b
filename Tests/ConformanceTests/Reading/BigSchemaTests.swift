import Foundation
import PostgresLink
import TestSupport
import Testing

/// The schema cache at the size of a large application, and while it is replaced.
@Suite("A big schema", .serialized)
struct BigSchemaTests {
    private static let server = Task { try await ReadingServer.start(script) }

    /// 1,000 tables of ten columns and 3,000 foreign keys. No column that would need a table for long values, and no key that is checked:
    /// it is made in a moment.
    private static let script = """
        create schema other; create schema extra;
        do $$ begin
          for n in 1..1000 loop
            execute format('create table table_%s (id int primary key, kind int not null, size int,
              weight float8 default 0, made timestamptz default now(), color int, mood int, ref_1 int, ref_2 int, ref_3 int)', n);
          end loop;
          for n in 1..1000 loop
            execute format('alter table table_%s add foreign key (ref_1) references table_%s not valid,
              add foreign key (ref_2) references table_%s not valid, add foreign key (ref_3) references table_%s not valid',
              n, 1 + n % 1000, 1 + n * 7 % 1000, 1 + n * 31 % 1000);
          end loop;
        end $$;
        analyze pg_class, pg_attribute, pg_constraint, pg_depend;
        """

    @Test("is read well within the time that anybody would notice, and knows every key")
    func load() async throws {
        let server = try await Self.server.value
        var times: [Duration] = []
        for round in 0..<3 {
            let start = ContinuousClock.now
            try await server.run("create table fresh_\(round) (id int); notify pgrst, 'reload schema'")
            while try await server.answer("OPTIONS /fresh_\(round)").status != 200 {
                try await TestCluster.loop.sleep(for: .milliseconds(5))
            }
            times.append(ContinuousClock.now - start)
        }
        // A tenth of this on a quiet machine and with optimization; the bound tells only that nothing grows with a square.
        #expect(times.min() ?? .seconds(99) < .seconds(8), "\(times)")
        #expect(try await server.ask("GET /table_500?select=id,table_501!table_500_ref_1_fkey(id)&limit=1") == "200 */* []")
        #expect(try await server.ask("GET /table_500?select=id,ref_2(id),table_499(id)&limit=1") == "200 */* []")
    }

    @Test("readers see the old schema or the new one, never less, while it is replaced")
    func swap() async throws {
        let server = try await Self.server.value
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            for reader in 0..<4 {
                group.addTask {
                    var answers = 0
                    let end = ContinuousClock.now + .seconds(2)
                    while ContinuousClock.now < end {
                        let answer = try await server.ask("GET /table_\(reader + 1)?select=id,ref_1(id,ref_2(id))&limit=1")
                        #expect(answer == "200 */* []")
                        answers += 1
                    }
                    return answers
                }
            }
            for number in 0..<4 {
                try await server.run("alter table table_\(number + 900) add column extra_\(number) int; notify pgrst, 'reload schema'")
                try await TestCluster.loop.sleep(for: .milliseconds(400))
            }
            return try await group.reduce(0, +)
        }
        #expect(done > 20)
    }
}
