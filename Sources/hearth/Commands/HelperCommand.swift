import Foundation
import Recommendations

/// `hearth http-helper`: the process that calls the recommendation service. A worker starts it, and it ends with the worker.
enum HelperCommand: Command {
    static let name = "http-helper"
    static let summary = "Sends HTTP requests for a worker, which starts it."
    static let flags = [
        Flag("socket", "N", "the descriptor that leads to the worker", in: 3...Int(Int32.max)),
        Flag("max-response", "BYTES", "the longest answer"),
        Flag("connections", "N", "the most connections to a service"),
    ]

    /// The arguments for a helper with these limits.
    static func arguments(_ descriptor: Int32, _ limits: HelperLimits) -> [String] {
        [
            "--socket=\(descriptor)", "--max-response=\(limits.maxResponseSize)",
            "--connections=\(limits.maxConcurrentRequests)",
        ]
    }

    static func run(_ arguments: Arguments) async throws {
        // These signals are for the supervisor.
        for number in WorkerProcess.foreignSignals { signal(number, SIG_IGN) }
        // No core files: crashes are expected.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        // Sound: the limit is read during the call.
        _ = unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue)), &none)
        var limits = HelperLimits()
        limits.maxResponseSize = try arguments.integer("max-response")
        limits.maxConcurrentRequests = try arguments.integer("connections")
        runHTTPHelper(on: Int32(try arguments.integer("socket")), limits: limits)
        // Do not wait for other threads: URLSession's may hang.
        _exit(ExitCode.success)
    }
}
