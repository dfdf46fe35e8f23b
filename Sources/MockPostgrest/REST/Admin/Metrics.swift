import PostgresLink

/// The state of a REST server in Prometheus' text format, under PostgREST's names (rest.md 13.1), and that of its process.
struct Metrics {
    private(set) var text = ""

    init(_ backend: RESTBackend, _ pool: Pool.Statistics, poolSize: Int) {
        let counters = backend.counters
        gauge("pgrst_schema_cache_query_time_seconds", "The query time in seconds of the last schema cache load", counters.schemaLoadTime)
        counter(
            "pgrst_schema_cache_loads_total", "The total number of times the schema cache was loaded",
            [("{status=\"FAIL\"}", counters.failedSchemaLoads), ("{status=\"SUCCESS\"}", counters.schemaLoads)])
        counter("pgrst_db_pool_timeouts_total", "The total number of pool connection timeouts", [("", pool.timeouts)])
        gauge("pgrst_db_pool_available", "Available connections in the pool", Double(pool.idle))
        gauge("pgrst_db_pool_waiting", "Requests waiting to acquire a pool connection", Double(pool.waiting))
        gauge("pgrst_db_pool_max", "Max pool connections", Double(poolSize))
        let tokens = backend.tokenLookups
        counter("pgrst_jwt_cache_requests_total", "The total number of JWT cache lookups", [("", tokens.requests)])
        counter("pgrst_jwt_cache_hits_total", "The total number of JWT cache hits", [("", tokens.hits)])
        counter("pgrst_jwt_cache_evictions_total", "The total number of JWT cache evictions", [("", tokens.evictions)])
        let process = ProcessUsage.current
        counter("process_cpu_seconds_total", "Total user and system CPU time spent in seconds", [("", process.processorTime)])
        gauge("process_max_resident_memory_bytes", "The most memory that was resident, in bytes", Double(process.residentBytes))
        gauge("process_start_time_seconds", "Start time of the process since unix epoch in seconds", ProcessUsage.startTime)
    }

    private mutating func gauge(_ name: String, _ help: String, _ value: Double) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n\(name) \(value)\n"
    }

    private mutating func counter<Number: CustomStringConvertible>(_ name: String, _ help: String, _ values: [(label: String, Number)]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) counter\n"
        for (label, value) in values { text += "\(name)\(label) \(value)\n" }
    }
}
