public import AuthService

/// What a server is to serve, and where.
///
///     var configuration = MockServerConfiguration(.ephemeral, migrations: .folder("migrations"))
///     configuration.auth.anonymousSignInsEnabled = true
///     let server = try await MockServer.start(configuration)
public struct MockServerConfiguration: Sendable {
    /// Where the data lives.
    public enum Database: Sendable, Hashable {
        /// A private PostgreSQL in a temporary folder, which goes with the server.
        case ephemeral
        /// A private PostgreSQL whose data stays in this folder.
        case folder(String)
        /// A PostgreSQL that is there already; the URL must be a superuser's. It is prepared as Supabase's databases are.
        case url(String)
    }

    /// Where the SQL of the application lies.
    public enum Migrations: Sendable, Hashable {
        /// An empty database.
        case none
        /// A folder of `VERSION_NAME.sql` files, with `seed.sql` and `roles.sql` beside them.
        case folder(String)
        /// An existing Supabase project: the folder that holds `supabase/`.
        case project(String)
    }

    /// How requests are logged to standard output.
    public enum Log: Sendable, Hashable {
        /// Not at all.
        case silent
        /// A line each, coloured on a terminal.
        case text
        /// A JSON object each.
        case json
    }

    /// Where the data lives.
    public var database: Database
    /// Where the SQL of the application lies.
    public var migrations: Migrations
    /// Where to listen; `127.0.0.1` keeps the server to this machine.
    public var host = "127.0.0.1"
    /// The port of the API; 0 takes a free one.
    public var port: UInt16 = 0
    /// The port of the private PostgreSQL on 127.0.0.1; 0 takes a free one.
    public var databasePort: UInt16 = 0
    /// The port of the inbox, where Auth's messages are read; 0 takes a free one, nil opens none: it is at `/inbox/` all the same.
    public var inboxPort: UInt16?
    /// The URL under which clients see the server; nil: the address it listens on.
    public var externalURL: String?
    /// The URL of Auth alone, where it is another one; nil: below the server's.
    public var authURL: String?
    /// The folder of the objects' bytes; nil: beside the database's data, or a temporary one.
    public var objects: String?
    /// The keys that clients send.
    public var keys = APIKeys.local
    /// How the Auth service behaves.
    public var auth = AuthSettings()
    /// How requests are logged.
    public var log = Log.silent
    /// Sessions to PostgreSQL that REST requests share.
    public var poolSize = 10
    /// Refuse UPDATE and DELETE without a condition, as the hosted service does.
    public var refusesUnconditionalWrites = true
    /// Keep a copy of the prepared database for later starts, in the user's cache folder.
    public var usesTemplateCache = true

    /// A server of this database with these migrations, on free ports.
    public init(_ database: Database = .ephemeral, migrations: Migrations = .none) {
        self.database = database
        self.migrations = migrations
    }

    /// A server that leaves nothing behind.
    public static func ephemeral(migrations: Migrations = .none) -> Self {
        Self(.ephemeral, migrations: migrations)
    }
}

/// The wording of an e-mail.
public typealias MailTemplate = AuthService.MailTemplate

/// How the Auth service behaves: one value, whose defaults are those of a local Supabase project.
public typealias AuthSettings = AuthService.AuthSettings
