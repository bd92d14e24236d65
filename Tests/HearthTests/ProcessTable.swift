import Foundation

/// The child processes of `process`, of all its threads, that it has not reaped.
func children(of process: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
        let list = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8)
        return list?.split(separator: " ").compactMap { pid_t($0) } ?? []
    }
}

/// The TCP ports on which the process listens (IPv4).
func listeningPorts(of process: pid_t) -> [UInt16] {
    let files = "/proc/\(process)/fd"
    let opened = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
    let sockets = Set(
        opened.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\($0)") }
    )
    let table = (try? String(contentsOfFile: "/proc/\(process)/net/tcp", encoding: .utf8)) ?? ""
    return table.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        // The states are those of TCP in the kernel: 10 listens.
        guard fields.count > 9, fields[3] == "0A", sockets.contains("socket:[\(fields[9])]") else { return nil }
        return fields[1].split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
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
