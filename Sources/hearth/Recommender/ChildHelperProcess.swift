import EventLoop
import Foundation
import Recommendations

/// A helper that runs in a process of its own, a child of this one.
struct ChildHelperProcess: HelperProcess {
    private let process: pid_t

    /// What starts them.
    static func launch(_ limits: HelperLimits) -> HelperLauncher {
        { descriptor throws(SpawnError) in
            ChildHelperProcess(
                process: try spawn(
                    [CommandLine.arguments[0], HelperCommand.name] + HelperCommand.words(descriptor, limits),
                    keeping: [descriptor],
                    blocking: WorkerProcess.foreignSignals,
                    // It dies of what a service answers, and what there is to say of that is said here.
                    environment: ["SWIFT_BACKTRACE": "enable=no"]
                )
            )
        }
    }

    func end() -> ProcessTermination? {
        // It is a child that nobody has waited for, so that the number is still its own.
        kill(process, SIGKILL)
        return ProcessTermination(waitingFor: process)
    }
}
