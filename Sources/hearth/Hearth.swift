import CheckedJSON
import Foundation

/// `hearth COMMAND [flags]`
@main
struct Hearth {
    static let commands: [any Command.Type] = [
        ServeCommand.self, ImportCommand.self, HomeCommand.self, LayoutCommand.self, CheckCommand.self,
    ]

    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let name = words.first, !["help", "--help", "-h"].contains(name) else {
            print(help)
            exit(words.isEmpty ? ExitCode.usage : ExitCode.success)
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            complain("unknown command \"\(name)\"; " + NearestWord.advice(for: name, among: commands.map { $0.name }))
            exit(ExitCode.usage)
        }
        let rest = Array(words.dropFirst())
        if rest.contains(where: { $0 == "--help" || $0 == "-h" }) {
            print(command.help)
            exit(ExitCode.success)
        }
        await run(command, rest)
    }

    private static func run(_ command: any Command.Type, _ words: [String]) async {
        do {
            let arguments = try Arguments(
                words,
                flags: command.flags,
                environment: ProcessInfo.processInfo.environment
            )
            guard arguments.operands.count == command.operands.count else {
                throw UsageError(
                    command.operands.isEmpty
                        ? "unexpected \"\(arguments.operands[0])\"; hearth \(command.name) takes flags only"
                        : "expected \(command.operands.joined(separator: " ")), found "
                            + (arguments.operands.isEmpty ? "none" : arguments.operands.joined(separator: " "))
                )
            }
            try await command.run(arguments)
        } catch let error as UsageError {
            complain("\(error.message)\ntry: hearth \(command.name) --help")
            exit(ExitCode.usage)
        } catch let failure as Failure {
            complain(failure.message)
            exit(ExitCode.failure)
        } catch {
            complain("\(error)")
            exit(ExitCode.failure)
        }
    }

    private static func complain(_ message: String) {
        FileHandle.standardError.write(Data("hearth: \(message)\n".utf8))
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
}
