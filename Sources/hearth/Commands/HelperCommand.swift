import Foundation
import Recommendations

/// `hearth http-helper`: the process that asks the recommendation service. A worker starts it, and it ends with the worker.
enum HelperCommand: Command {
    static let name = "http-helper"
    static let summary = "Sends requests for a worker, which calls it."
    static let flags = [
        Flag("socket", "N", "the descriptor that leads to the worker", in: 3...Int(Int32.max)),
        Flag("max-response", "BYTES", "the longest answer"),
        Flag("connections", "N", "the most connections to a service"),
    ]

    /// What it is called with.
    static func words(_ descriptor: Int32, _ limits: HelperLimits) -> [String] {
        [
            "--socket=\(descriptor)", "--max-response=\(limits.responseBytes)", "--connections=\(limits.connections)",
        ]
    }

    static func run(_ arguments: Arguments) async throws {
        // They are for whoever started the worker.
        for number in WorkerProcess.foreignSignals { signal(number, SIG_IGN) }
        // What it dies of is known, and not worth a file each time.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        // Sound: the limit is read during the call.
        _ = unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue)), &none)
        var limits = HelperLimits()
        limits.responseBytes = try arguments.integer("max-response")
        limits.connections = try arguments.integer("connections")
        HelperService.run(on: Int32(try arguments.integer("socket")), limits: limits)
        // Whatever its threads are stuck in.
        _exit(ExitCode.success)
    }
}
