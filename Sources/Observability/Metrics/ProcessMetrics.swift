import Glibc

extension MetricsRegistry {
    /// Adds what Prometheus's own clients tell of a process, under their names: `process_cpu_seconds_total`,
    /// `process_resident_memory_bytes`, `process_virtual_memory_bytes`, `process_start_time_seconds`, `process_open_fds`
    /// and `process_max_fds`. What the system does not tell is left out.
    public mutating func addProcessMetrics() {
        counter("process_cpu_seconds_total", "Processor time that the process took, in seconds.") {
            ProcessReading.seconds(CLOCK_PROCESS_CPUTIME_ID)
        }
        gauge("process_resident_memory_bytes", "Memory of the process that is in RAM, in bytes.") {
            ProcessReading.memory()?.resident
        }
        gauge("process_virtual_memory_bytes", "Address space of the process, in bytes.") {
            ProcessReading.memory()?.virtual
        }
        let start = ProcessReading.startTime()
        gauge("process_start_time_seconds", "When the process started, in seconds after 1970-01-01.") { start }
        gauge("process_open_fds", "File descriptors that the process has open.") { ProcessReading.openDescriptors() }
        gauge("process_max_fds", "File descriptors that the process may have open.") {
            ProcessReading.maximumDescriptors()
        }
    }
}

/// What Linux tells of the running process (proc(5)).
enum ProcessReading {
    /// Memory in bytes.
    static func memory() -> (virtual: Double, resident: Double)? {
        guard let fields = words(of: "/proc/self/statm"), fields.count >= 2, let size = Double(fields[0]),
            let resident = Double(fields[1])
        else { return nil }
        let page = Double(sysconf(Int32(_SC_PAGESIZE)))
        return (size * page, resident * page)
    }

    /// Seconds after 1970-01-01, exact to a hundredth.
    static func startTime() -> Double? {
        // The second field is the program's name in parentheses, which may hold anything, so that fields count from
        // the last parenthesis on: the 22nd is the 20th after it.
        guard let stat = text(of: "/proc/self/stat"), let name = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[name...].split(separator: " ")
        guard fields.count > 20, let ticks = Double(fields[20]) else { return nil }
        let sinceBoot = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        return ((seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME) + sinceBoot) * 100).rounded() / 100
    }

    static func openDescriptors() -> Double? {
        // Sound: the directory is read and closed by this thread alone, and the entries are not looked into.
        guard let directory = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(directory) }
        var entries = 0.0
        while unsafe readdir(directory) != nil { entries += 1 }
        // `.`, `..` and the directory itself.
        return max(0, entries - 3)
    }

    static func maximumDescriptors() -> Double? {
        var limit = rlimit()
        // Sound: the limit is written to a local variable that lives longer than the call.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return limit.rlim_cur == rlim_t.max ? .infinity : Double(limit.rlim_cur)
    }

    static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        // Sound: the clock is written to a local variable that lives longer than the call.
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func words(of path: String) -> [Substring]? {
        text(of: path)?.split(separator: " ")
    }

    /// The first 4096 bytes of a file.
    private static func text(of path: String) -> String? {
        // Sound: the system reads the path during the call.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        // Sound: the system writes at most as many bytes as the array has.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
