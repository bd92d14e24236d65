import Foundation

/// `hearth serve`: the supervisor. What answers is its worker, ``WorkerCommand``.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "Serves homes over HTTP."
    static let flags = ServeOptions.flags

    /// On the main thread, which is the only one whose signals are not blocked.
    @MainActor
    static func run(_ arguments: Arguments) async throws {
        let options = try ServeOptions(arguments)
        let budget = try DescriptorBudget(options)
        // The words are those that this command was called with, its own name left out.
        var supervisor = try Supervisor(options, words: Array(CommandLine.arguments.dropFirst(2)))
        // Only now: a supervisor does without a reader of standard error.
        if let warning = budget.warning { StandardErrorMessage.line(warning) }
        exit(try supervisor.run())
    }
}
