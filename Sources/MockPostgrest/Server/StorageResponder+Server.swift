import AuthService
import HTTPServing
import Sockets
import StorageService

extension StorageResponder {
    /// Storage as a project has it: bytes in a folder beside the data.
    init(_ configuration: MockServerConfiguration, _ auth: AuthSettings, _ database: ServedDatabase, _ pools: Pools, _ offload: Offload) async throws {
        let folder = configuration.objects ?? "\(database.folder ?? ".mock-postgrest")/objects"
        let contents = FolderStore(folder: folder, offload: offload, isDurable: configuration.database != .ephemeral)
        try await offload.run { try contents.prepare() }
        self.init(settings: StorageSettings(keys: auth.verificationKeys), pool: pools.storage, contents: contents)
    }
}
