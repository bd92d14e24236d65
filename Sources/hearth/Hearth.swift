import Catalogue
import Foundation
import HomeFeed
import JSON

/// `hearth COMMAND [flags]`
@main
struct Hearth {
    static let commands: [any Command.Type] = [
        ServeCommand.self, ImportCommand.self, HomeCommand.self, LayoutCommand.self, CheckCommand.self,
        DiffCommand.self, TrackingCommand.self, EvaluateCommand.self, ReportCommand.self, BackupCommand.self,
        CopyCommand.self, ProbeCommand.self,
    ]
    /// Run by the program itself. The help omits them.
    static let internalCommands: [any Command.Type] = [WorkerCommand.self, HelperCommand.self]

    static func main() async {
        openStandardStreams()
        maskProcessTitle()
        let words = CommandLine.arguments.dropFirst()
        let command = (commands + internalCommands).first { $0.name == words.first }
        do {
            if let command {
                try await run(command, Array(words.dropFirst()))
            } else {
                try showHelp(words.first)
            }
        } catch {
            let (message, isUsage) = explain(error)
            let help = ["hearth", command?.name, "--help"].compactMap(\.self).joined(separator: " ")
            StandardError.line(isUsage ? "\(message)\ntry: \(help)" : message)
            exit(isUsage ? ExitCode.usage : ExitCode.failure)
        }
    }

    private static func explain(_ error: any Error) -> (message: String, isUsage: Bool) {
        switch error {
        case let error as UsageError: (error.message, true)
        case let error as ParameterError: (error.message, true)
        case FeedError.parameter(let error): (error.message, true)
        case FeedError.defect(let defect): ("internal error: \(defect)", false)
        case FeedError.store(let error), CatalogueLoadError.store(let error), let error as StoreError:
            ("the store failed: \(error.explanation)", false)
        case CatalogueLoadError.memory(let error):
            ("the catalogue cannot be loaded: \(error.explanation)", false)
        case let error as FeedError: (ErrorResponse(error).message, false)
        default: ("\(error)", false)
        }
    }

    private static func showHelp(_ word: String?) throws {
        guard let word else { throw UsageError("no command given") }
        guard ["help", "--help", "-h"].contains(word) else {
            let names = commands.map { $0.name }
            throw UsageError("unknown command \"\(word)\"; " + SpellingSuggestion.advice(for: word, among: names))
        }
        try StandardOutput.line(
            """
            The backend of an app's home screen.

            usage: hearth COMMAND [flags]

            \(textTable(commands.map { ["  \($0.name)", $0.summary] }))

            hearth COMMAND --help lists the flags of a command.
            """
        )
    }

    private static func run(_ command: any Command.Type, _ words: [String]) async throws {
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            return try StandardOutput.line(command.help)
        }
        let environment = ProcessInfo.processInfo.environment
        let arguments = try Arguments(words, flags: command.flags, environment: environment)
        // A worker has the variables of its supervisor.
        if !internalCommands.contains(where: { $0.name == command.name }) {
            for warning in arguments.warnings { StandardError.line(warning) }
        }
        let (expected, found) = (command.operands, arguments.operands)
        guard found.count >= expected.count else {
            throw UsageError("\(expected[found.count].replacing("…", with: "")) is missing")
        }
        let takesMore = expected.last?.hasSuffix("…") ?? false
        guard found.count == expected.count || takesMore else {
            throw UsageError("unexpected \"\(found[expected.count])\"")
        }
        try await command.run(arguments)
    }
}

/// Exit codes, after sysexits(3).
enum ExitCode {
    static let success: Int32 = 0
    static let failure: Int32 = 1
    static let usage: Int32 = 64
    /// A worker cannot open the store, and further attempts would fail too.
    static let unusableStore: Int32 = 66
}
