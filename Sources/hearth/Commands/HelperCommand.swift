import EventLoop
import Foundation
import Recommendations

/// `hearth http-helper`: the process that sends requests to the recommendation service. It exits with its worker.
enum HelperCommand: Command {
    static let name = "http-helper"
    static let summary = "Sends HTTP requests for a worker. For internal use."
    static let flags = [
        Flag("socket", "N", "the descriptor of the connection to the worker", in: 3...Int(Int32.max)),
        Flag("max-response-size", "BYTES", "maximum size of a response"),
        Flag("max-concurrent-requests", "N", "maximum number of connections to the service"),
    ]

    static func run(_ arguments: Arguments) async throws {
        for number in WorkerProcess.supervisorSignals { signal(number, SIG_IGN) }
        // No core dumps: the causes of crashes are known.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        // Sound: the limit is read during the call.
        _ = unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue)), &none)
        var limits = HelperLimits()
        limits.maxResponseSize = try arguments.integer("max-response-size")
        limits.maxConcurrentRequests = try arguments.integer("max-concurrent-requests")
        runHTTPHelper(on: Int32(try arguments.integer("socket")), limits: limits)
        // Without waiting for threads that may hang.
        _exit(ExitCode.success)
    }
}

func helperLauncher(_ limits: HelperLimits) -> HelperLauncher {
    { descriptor throws(SystemError) in
        let process = try spawnSelf(
            [
                CommandLine.arguments[0], HelperCommand.name, "--socket=\(descriptor)",
                "--max-response-size=\(limits.maxResponseSize)",
                "--max-concurrent-requests=\(limits.maxConcurrentRequests)",
            ],
            inheriting: [descriptor],
            blocking: WorkerProcess.supervisorSignals,
            // The worker logs crashes. The helper uses no store.
            environment: ["SWIFT_BACKTRACE": "enable=no", Flag.store.environmentName: "", "PGPASSWORD": ""]
        )
        return {
            // The id is valid, since the process was not waited for.
            kill(process, SIGKILL)
            return ProcessTermination(waitingFor: process)
        }
    }
}
