import Foundation
import Glibc

/// Ends what the tests have started where the tests themselves are ended from outside, and so cannot.
enum Watch {
    /// A shell that gathers process ids until the other end of its input is gone, which is when this process is, and
    /// then ends those that are still what they were.
    private static let script = """
        while read -r pid; do pids="$pids $pid"; done
        for pid in $pids; do [ "$(readlink "/proc/$pid/exe")" = "$0" ] && kill -9 "$pid"; done
        """

    private static let input = Result {
        let pipe = Pipe()
        // No child may hold it open.
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

    /// Watches over the process.
    static func over(_ pid: Int32) throws {
        try input.get().write(contentsOf: Data("\(pid)\n".utf8))
    }
}
