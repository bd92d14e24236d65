import Foundation

/// The child processes of `process`, of all its threads, that it has not reaped.
func children(of process: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
        let list = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8)
        return list?.split(separator: " ").compactMap { pid_t($0) } ?? []
    }
}

/// Limits the memory of the process to its present size plus this number of bytes.
func limitMemory(of process: pid_t, toFurther bytes: UInt) throws {
    let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let pages = text.split(separator: " ").first.flatMap { UInt($0) } ?? 0
    let most = pages * UInt(sysconf(Int32(_SC_PAGESIZE))) + bytes
    let prlimit = try SpawnedProcess(
        ["/usr/bin/env", "prlimit", "--pid=\(process)", "--as=\(most)"],
        environment: ProcessInfo.processInfo.environment,
        in: "/",
        output: STDOUT_FILENO,
        errors: STDERR_FILENO
    )
    let end = try Child.wait("prlimit's end") { prlimit.end }
    guard end == 0 else { throw Child.Failure(description: "prlimit ended with \(end)") }
}

/// Whether the process is running or stopped; false for one that has exited, reaped or not.
func isAlive(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    // The state follows the name, which is in parentheses and may contain parentheses.
    let state = text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
    return state != "Z" && state != "X"
}
