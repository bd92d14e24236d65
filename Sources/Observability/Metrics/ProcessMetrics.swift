import Foundation

extension MetricsRegistry {
    /// The standard process metrics of Prometheus' client libraries, without those that the system does not provide, and the
    /// size of the virtual memory, in which whole catalogues are reserved.
    public mutating func addProcessMetrics() {
        add("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.") {
            ProcessReading.seconds(CLOCK_PROCESS_CPUTIME_ID)
        }
        add("process_resident_memory_bytes", "Resident memory size in bytes.", read: ProcessReading.residentMemory)
        let start = ProcessReading.startTime()
        add("process_start_time_seconds", "Start time of the process since the Unix epoch in seconds.") { start }
        add("process_open_fds", "Number of open file descriptors.", read: ProcessReading.openDescriptors)
        add("process_max_fds", "Maximum number of open file descriptors.", read: ProcessReading.maximumDescriptors)
    }
}

/// Values of the running process (proc(5)).
private enum ProcessReading {
    /// In bytes.
    static func residentMemory() -> Double? {
        guard let fields = text(of: "/proc/self/statm")?.split(separator: " "), fields.count >= 2 else { return nil }
        return Double(fields[1]).map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }

    /// In Unix seconds, exact to a hundredth.
    static func startTime() -> Double? {
        // Field 2 is the program's name in parentheses and may contain spaces. Field 22 is the 20th after it.
        guard let stat = text(of: "/proc/self/stat"), let name = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[name...].split(separator: " ")
        guard fields.count > 20, let ticks = Double(fields[20]) else { return nil }
        let sinceBoot = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        return ((seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME) + sinceBoot) * 100).rounded() / 100
    }

    static func openDescriptors() -> Double? {
        // The directory itself is open while it is read.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count - 1) }
    }

    static func maximumDescriptors() -> Double {
        var limit = rlimit()
        // Sound: the limit is written to a local variable that lives longer than the call.
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Double(limit.rlim_cur)
    }

    static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        // Sound: the clock is written to a local variable that lives longer than the call.
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func text(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
