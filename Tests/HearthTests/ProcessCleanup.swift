import Foundation
import Glibc

/// Kills the processes that the tests have started if the tests themselves are killed.
enum ProcessCleanup {
    /// A shell that reads process ids until its input is closed, which means that this process has ended. It then kills
    /// those that still run the program.
    private static let script = """
        while read -r pid; do pids="$pids $pid"; done
        for pid in $pids; do [ "$(readlink "/proc/$pid/exe")" = "$0" ] && kill -9 "$pid"; done
        """

    private static let input = Result {
        let pipe = Pipe()
        // Children must not inherit it, since it would stay open.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, try Child.executable().resolvingSymlinksInPath().path]
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return pipe.fileHandleForWriting
    }

    static func register(_ pid: Int32) throws {
        try input.get().write(contentsOf: Data("\(pid)\n".utf8))
    }
}
