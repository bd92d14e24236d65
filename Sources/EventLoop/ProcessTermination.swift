import Glibc

/// How a process ended.
package enum ProcessTermination: Hashable, CustomStringConvertible {
    case exit(status: Int32)
    case signal(Int32)

    /// A child that has ended and of which nobody was told yet. As process 1 of a container, any process whose parent is
    /// gone is a child.
    package static func next() -> (process: pid_t, end: ProcessTermination)? {
        var status: Int32 = 0
        // Sound: the kernel writes one number into the variable.
        let process = unsafe waitpid(-1, &status, WNOHANG)
        return process > 0 ? (process, Self(status)) : nil
    }

    /// Waits for the end of the child `process`; `nil` where it is no child of this process.
    package init?(waitingFor process: pid_t) {
        var status: Int32 = 0
        var found: pid_t
        // Sound: the kernel writes one number into the variable.
        repeat { found = unsafe waitpid(process, &status, 0) } while found < 0 && errno == EINTR
        guard found == process else { return nil }
        self.init(status)
    }

    /// As the macros of wait(2) read it.
    private init(_ status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .exit(status: status >> 8 & 0xff) : .signal(signal)
    }

    /// `ended with status 1`, `was ended by SIGKILL`
    package var description: String {
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
