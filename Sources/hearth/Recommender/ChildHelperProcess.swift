import EventLoop
import Foundation
import Recommendations

/// Starts helper processes: children of this one that run `hearth http-helper`.
func helperLauncher(_ limits: HelperLimits) -> HelperLauncher {
    { descriptor throws(SpawnError) in
        let process = try spawn(
            [CommandLine.arguments[0], HelperCommand.name] + HelperCommand.arguments(descriptor, limits),
            keeping: [descriptor],
            blocking: WorkerProcess.foreignSignals,
            // Crashes caused by a response are expected, and logged by the worker.
            environment: ["SWIFT_BACKTRACE": "enable=no"]
        )
        return {
            // The process id is still its own: only this child is waited for.
            kill(process, SIGKILL)
            return ProcessTermination(waitingFor: process)
        }
    }
}
