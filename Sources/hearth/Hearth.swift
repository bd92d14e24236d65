import Catalogue
import Foundation
import HomeFeed
import JSON

/// `hearth COMMAND [flags]`
@main
struct Hearth {
    static let commands: [any Command.Type] = [
        ServeCommand.self, ImportCommand.self, HomeCommand.self, LayoutCommand.self, CheckCommand.self,
        TrackingCommand.self, RecommenderCommand.self, BackupCommand.self, CopyCommand.self,
        ProbeCommand.self,
    ]
    /// Called by the program itself, and told to nobody.
    static let inner: [any Command.Type] = [WorkerCommand.self, HelperCommand.self]

    static func main() async {
        StandardStreams.occupyPlaces()
        let words = CommandLine.arguments.dropFirst()
        let command = (commands + inner).first { $0.name == words.first }
        do {
            if let command {
                try await run(command, Array(words.dropFirst()))
            } else {
                try answer(words.first)
            }
        } catch {
            let (message, isUsage) = explain(error)
            let called = ["hearth", command?.name, "--help"].compactMap(\.self).joined(separator: " ")
            StandardErrorMessage.line(isUsage ? "\(message)\ntry: \(called)" : message)
            exit(isUsage ? ExitCode.usage : ExitCode.failure)
        }
    }

    /// What to say of an error that ends a command, and whether the command was called wrongly.
    private static func explain(_ error: any Error) -> (message: String, isUsage: Bool) {
        switch error {
        case let error as UsageError: (error.message, true)
        case let error as ParameterError: (error.message, true)
        case FeedError.parameter(let error): (error.message, true)
        case FeedError.defect(let defect): ("a mistake of the program: \(defect)", false)
        case FeedError.store(let error), CatalogueLoadError.store(let error), let error as StoreError:
            ("the store did not answer: \(error.explanation)", false)
        case CatalogueLoadError.memory(let error), let error as CatalogueMemoryError:
            ("the catalogue cannot be loaded: \(error.explanation)", false)
        case let error as FeedError: (ErrorResponse(error).message, false)
        default: ("\(error)", false)
        }
    }

    /// What there is to say where `word` stands in the place of a command and is none.
    private static func answer(_ word: String?) throws {
        guard let word else { throw UsageError("which command?") }
        guard ["help", "--help", "-h"].contains(word) else {
            let names = commands.map { $0.name }
            throw UsageError("unknown command \"\(word)\"; " + SpellingSuggestion.advice(for: word, among: names))
        }
        try StandardOutput.line(help)
    }

    private static func run(_ command: any Command.Type, _ words: [String]) async throws {
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            return try StandardOutput.line(command.help)
        }
        let arguments = try Arguments(
            words,
            flags: command.flags,
            environment: ProcessInfo.processInfo.environment
        )
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

    private static var help: String {
        let width = commands.map { $0.name.count }.max() ?? 0
        return
            (["The backend of an app's home screen.", "", "usage: hearth COMMAND [flags]", ""]
            + commands.map { "  \($0.name.padded(to: width))  \($0.summary)" }
            + ["", "hearth COMMAND --help tells the flags of one."]).joined(separator: "\n")
    }
}

/// What a process leaves behind, after sysexits: 0 done, 1 failed, 64 called wrongly.
enum ExitCode {
    static let success: Int32 = 0
    static let failure: Int32 = 1
    static let usage: Int32 = 64
    /// A worker's: no worker can open the store, however often that is tried.
    static let unusableStore: Int32 = 66
}
