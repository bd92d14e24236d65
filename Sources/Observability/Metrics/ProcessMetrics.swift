import EventLoop
import Foundation

extension MetricsRegistry {
    /// The standard process metrics of Prometheus' client libraries, without those that the system does not provide,
    /// and the size of the virtual memory, in which whole catalogues are reserved.
    public mutating func addProcessMetrics() {
        add("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.") {
            // POSIX fixes its unit to a microsecond.
            Double(clock()) / 1e6
        }
        add("process_resident_memory_bytes", "Resident memory size in bytes.") {
            // The second number (proc(5)).
            guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
                let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
            else { return nil }
            return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
        }
        // The metrics are made while the process starts.
        let start = Double(Timestamp.now().nanoseconds) / 1e9
        add("process_start_time_seconds", "Start time of the process since the Unix epoch in seconds.") { start }
        add("process_open_fds", "Number of open file descriptors.") {
            // The directory itself is open while it is read.
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count - 1) }
        }
        add("process_max_fds", "Maximum number of open file descriptors.") {
            var limit = rlimit()
            // Sound: the limit is written to a local variable that lives longer than the call.
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            return Double(limit.rlim_cur)
        }
    }
}
