/// The open connections of a server: how many, and how to stop them.
actor ConnectionRegistry {
    private var phases: [ObjectIdentifier: ConnectionPhase] = [:]
    private var isStopping = false

    var count: Int { phases.count }

    func add(_ phase: ConnectionPhase) {
        phases[ObjectIdentifier(phase)] = phase
        if isStopping { phase.stop() }
    }

    func remove(_ phase: ConnectionPhase) {
        phases[ObjectIdentifier(phase)] = nil
    }

    /// Idle connections end now, the others after their running request.
    func stop() {
        isStopping = true
        for phase in phases.values { phase.stop() }
    }
}
