import Foundation
import HTTPServer

/// `hearth serve`: the supervisor of ``WorkerCommand``.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "Serves homes over HTTP."
    static let flags = ServeOptions.flags

    /// On the main thread, which alone has unblocked signals.
    @MainActor
    static func run(_ arguments: Arguments) async throws {
        let options = try ServeOptions(arguments)
        let budget = try DescriptorBudget(options)
        if let record = options.record { try RecordingFolder(at: record.folder).create() }
        var supervisor = try Supervisor(options, workerEnvironment: arguments.environment, warning: budget.warning)
        exit(try supervisor.run())
    }
}

/// `hearth worker`: the process that answers requests. The supervisor starts it with the flags of `serve`.
enum WorkerCommand: Command {
    static let name = "worker"
    static let summary = "Serves on inherited sockets. For internal use."
    static let flags = ServeOptions.flags + WorkerProcess.flags

    @MainActor
    static func run(_ arguments: Arguments) async throws {
        // They are blocked at the start, but Dispatch unblocks them.
        for number in WorkerProcess.supervisorSignals { signal(number, SIG_IGN) }
        var options = try ServeOptions(arguments)
        options.limits.maxConnections = try DescriptorBudget(options).connections
        let channel = try arguments.descriptors("control-channel").map { ControlChannel($0) }
        guard let channel = channel.first else { throw UsageError("--control-channel has no descriptor") }
        do {
            try await Worker(options, arguments, channel).run()
        } catch let error as StoreLocation.OpenError {
            StandardError.line(error.message)
            exit(ExitCode.unusableStore)
        }
    }
}
