import PostgresLink
import Testing

@testable import MockPostgrest

@Suite("Reasons to give up")
struct ServerFailureTests {
    @Test(
        "are those that another try would meet again",
        arguments: [
            (DatabaseError.connection("FATAL:  password authentication failed for user \"x\""), true),
            (.connection("fe_sendauth: no password supplied"), true), (.connection("connection refused"), false),
            (.server(PostgresError(sqlState: "42P05", message: "prepared statement \"s1\" already exists")), true),
            (.server(PostgresError(sqlState: "08P01", message: "statement mode")), true),
            (.server(PostgresError(sqlState: "42601", message: "syntax error")), true),
            (.server(PostgresError(sqlState: "57P01", message: "terminating")), false), (.poolTimeout, false),
        ])
    func fatal(error: DatabaseError, isFatal: Bool) {
        #expect((ServerFailure(error) != nil) == isFatal)
    }

    @Test(
        "include a lost connection where nobody may try again",
        arguments: [
            (DatabaseError.connection("gone"), true), (.closed, true), (.poolTimeout, false),
            (.server(PostgresError(sqlState: "57P01", message: "terminating")), true),
            (.server(PostgresError(sqlState: "42501", message: "denied")), false),
        ])
    func lost(error: DatabaseError, isLost: Bool) {
        #expect(error.isLostConnection == isLost)
    }

    @Test("say what to do")
    func texts() {
        #expect(ServerFailure.unsupported(120_003).text.contains("(12.3)"))
        let pooler = ServerFailure(DatabaseError.server(PostgresError(sqlState: "42P05", message: "exists")))
        #expect(pooler?.text.contains("db-prepared-statements") == true)
    }
}
