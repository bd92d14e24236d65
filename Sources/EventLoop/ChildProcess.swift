import CLinux
import Foundation
import Glibc

/// Runs this program again, even if its file has been replaced since, as a child process.
/// - Parameter arguments: Include the program's name.
package func spawnSelf(
    _ arguments: [String],
    inheriting descriptors: [Int32],
    blocking signals: [Int32],
    environment changes: [String: String] = [:]
) throws(SystemError) -> pid_t {
    var process: pid_t = 0
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var mask = signalSet(signals)
    // Sound: everything initialized here is destroyed below and not used after that; the strings are terminated copies
    // that live until then, in lists that end with nil.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    let environment = ProcessInfo.processInfo.environment.merging(changes) { $1 }
    var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer {
        unsafe (words + variables).forEach { unsafe free($0) }
        unsafe posix_spawnattr_destroy(&attributes)
        unsafe posix_spawn_file_actions_destroy(&actions)
    }
    // Duplicating a descriptor onto itself keeps it open in the child only (posix_spawn(3)).
    for descriptor in descriptors {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    let code = unsafe posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &words, &variables)
    guard code == 0 else { throw SystemError("start a process", code: code) }
    return process
}

package func signalSet(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    // Sound: the set is this variable, which is initialized.
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    return set
}

package enum ProcessTermination: Hashable, CustomStringConvertible {
    case exit(status: Int32)
    case signal(Int32)

    /// Reaps one child that has ended. As process 1 of a container, orphaned processes are children too.
    package static func reap() -> (process: pid_t, end: ProcessTermination)? {
        var status: Int32 = 0
        // Sound: the kernel writes one number into the variable.
        let process = unsafe waitpid(-1, &status, WNOHANG)
        return process > 0 ? (process, Self(status)) : nil
    }

    /// `nil` if `process` is no child of this process.
    package init?(waitingFor process: pid_t) {
        var status: Int32 = 0
        var found: pid_t
        // Sound: the kernel writes one number into the variable.
        repeat { found = unsafe waitpid(process, &status, 0) } while found < 0 && errno == EINTR
        guard found == process else { return nil }
        self.init(status)
    }

    /// Decodes a wait status as the macros of wait(2) do.
    private init(_ status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .exit(status: status >> 8 & 0xff) : .signal(signal)
    }

    /// `ended with status 1`, `was ended by SIGKILL`
    package var description: String {
        switch self {
        case .exit(let status): "ended with status \(status)"
        case .signal(let number): "was ended by \(Self.name(ofSignal: number))"
        }
    }

    private static func name(ofSignal number: Int32) -> String {
        // Sound: the name is a constant.
        guard let name = unsafe sigabbrev_np(number) else { return "signal \(number)" }
        return unsafe "SIG\(String(cString: name))"
    }
}
