import Foundation
import HTTPServer

/// `hearth worker`: the process that answers. The supervisor starts it, with the flags of `serve` and what it inherits.
enum WorkerCommand: Command {
    static let name = "worker"
    static let summary = "Serves on the sockets of a supervisor, which calls it."
    static let flags = ServeOptions.flags + Listeners.flags + WorkerProcess.flags

    @MainActor
    static func run(_ arguments: Arguments) async throws {
        // They were blocked when this process began, but Dispatch is about to let them through.
        for number in WorkerProcess.foreignSignals { signal(number, SIG_IGN) }
        var options = try ServeOptions(arguments)
        options.limits.connections = try DescriptorBudget(options).connections
        let channel = try arguments.descriptors("control-channel").map { ControlChannel(inherited: $0) }
        guard let channel = channel.first else { throw UsageError("--control-channel has no descriptor") }
        do {
            try await Worker(options, arguments, channel).run()
        } catch let error as StoreLocation.OpenError {
            StandardErrorMessage.line(error.message)
            exit(ExitCode.unusableStore)
        }
    }
}
