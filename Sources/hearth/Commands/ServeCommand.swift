import Foundation
import HTTPServer

/// `hearth serve`: the supervisor. What answers is its worker, ``WorkerCommand``.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "Serves homes over HTTP."
    static let flags = ServeOptions.flags

    /// On the main thread, which is the only one whose signals are not blocked.
    @MainActor
    static func run(_ arguments: Arguments) async throws {
        let options = try ServeOptions(arguments)
        let listeners = try Listeners(options)
        let budget = try DescriptorBudget(options)
        var addresses = [Self.url(options.host, listeners.homes) + "/home"]
        if let admin = listeners.admin { addresses.append(Self.url(options.adminHost, admin) + HealthRoutes.metrics) }
        var supervisor = try Supervisor(
            listeners: listeners,
            config: ConfigMemory(),
            addresses: addresses,
            startTimeout: options.startTimeout,
            grace: options.grace,
            // What this command was called with, its own name left out.
            words: Array(CommandLine.arguments.dropFirst(2))
        )
        // Only now: a supervisor does without a reader of standard error.
        if let warning = budget.warning { Notice.line(warning) }
        exit(try supervisor.run())
    }

    private static func url(_ host: String, _ sockets: ListeningSockets) -> String {
        "http://\(host.contains(":") ? "[\(host)]" : host):\(sockets.port)"
    }
}
