import Foundation

/// How a process ended.
enum ProcessEnd: Hashable, CustomStringConvertible {
    case exit(status: Int32)
    case signal(Int32)

    /// A child that has ended and of which nobody was told yet. As process 1 of a container, any process whose parent is
    /// gone is a child.
    static func next() -> (process: pid_t, end: ProcessEnd)? {
        var status: Int32 = 0
        // Sound: the kernel writes one number into the variable.
        let process = unsafe waitpid(-1, &status, WNOHANG)
        guard process > 0 else { return nil }
        // As the macros of wait(2) read it.
        let signal = status & 0x7f
        return (process, signal == 0 ? .exit(status: status >> 8 & 0xff) : .signal(signal))
    }

    /// `ended with status 1`, `was ended by SIGKILL`
    var description: String {
        switch self {
        case .exit(let status): "ended with status \(status)"
        case .signal(let number): "was ended by \(Self.names[number] ?? "signal \(number)")"
        }
    }

    private static let names = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
        SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
        SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
    ]
}
