import RememberedUsers
import Telemetry

extension MetricsRegistry {
    /// Adds how well users' records are remembered.
    mutating func addUserMetrics(_ memory: UserMemory) {
        counter("hearth_user_memory_hits_total", "Records of users that were remembered.") { Double(memory.hits) }
        counter("hearth_user_memory_misses_total", "Records of users that had to be read.") { Double(memory.misses) }
        gauge("hearth_user_memory_records", "Records of users that are remembered.") { Double(memory.count) }
    }
}
