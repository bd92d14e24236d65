import Foundation
import Glibc

/// A process that is waited for with `waitpid`. Foundation's `Process` waits on a run loop, and was seen to miss an
/// exit.
final class SpawnedProcess {
    let id: pid_t
    private var ended: Int32?

    init(_ words: [String], environment: [String: String], in directory: String, output: Int32, errors: Int32) throws {
        var process: pid_t = 0
        var actions = unsafe posix_spawn_file_actions_t()
        // Sound: everything initialized here is destroyed below; the arguments are null-terminated copies that live
        // until then, in lists that end with nil.
        unsafe posix_spawn_file_actions_init(&actions)
        // Changes to the directory and executes the program, with `env`.
        let call = ["/usr/bin/env", "-C", directory] + words
        var arguments = unsafe call.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer {
            unsafe (arguments + variables).forEach { unsafe free($0) }
            unsafe posix_spawn_file_actions_destroy(&actions)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        // The child inherits no other descriptor of this process.
        for descriptor in 3..<Int32(1024) {
            let flags = fcntl(descriptor, F_GETFD)
            if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
        }
        // Signals that a test's thread may block are not blocked in the child.
        var none = sigset_t()
        var attributes = posix_spawnattr_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let code = unsafe posix_spawn(&process, call[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw Child.Failure(description: "cannot start \(words[0]): error \(code)") }
        id = process
    }

    deinit { _ = end }

    /// The exit status, or a negative signal number; `nil` while the process runs.
    var end: Int32? {
        if let ended { return ended }
        var status: Int32 = 0
        guard unsafe waitpid(id, &status, WNOHANG) == id else { return nil }
        let signal = status & 0x7f
        ended = signal == 0 ? status >> 8 & 0xff : -signal
        return ended
    }
}
