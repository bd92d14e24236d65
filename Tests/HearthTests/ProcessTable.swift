import Foundation

/// The processes that `process` has started, on whichever of its threads, and not yet heard the end of.
func children(of process: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
        let list = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8)
        return list?.split(separator: " ").compactMap { pid_t($0) } ?? []
    }
}

/// Lets the process have so many bytes of memory more than it has, and no more.
func limitMemory(of process: pid_t, toFurther bytes: UInt) throws {
    let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let pages = text.split(separator: " ").first.flatMap { UInt($0) } ?? 0
    let most = pages * UInt(sysconf(Int32(_SC_PAGESIZE))) + bytes
    let prlimit = try Spawned(
        ["/usr/bin/env", "prlimit", "--pid=\(process)", "--as=\(most)"],
        environment: ProcessInfo.processInfo.environment,
        in: "/",
        output: STDOUT_FILENO,
        errors: STDERR_FILENO
    )
    let end = try Child.wait("prlimit's end") { prlimit.end }
    guard end == 0 else { throw Child.Failure(description: "prlimit ended with \(end)") }
}

/// Whether the process runs, or stands still: one that has ended does not, even where nobody has taken note of it.
func isAlive(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    // The state comes after the name, which stands in parentheses and may have any in it.
    let state = text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
    return state != "Z" && state != "X"
}
