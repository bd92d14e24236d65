/// One of the things that `hearth` does.
protocol Command: Sendable {
    /// The word that calls it: `serve`.
    static var name: String { get }
    /// What it does, in one line.
    static var summary: String { get }
    /// What it takes beside flags, as in the usage line: `FILE`. Empty where it takes nothing.
    static var operands: [String] { get }
    /// Its flags, in the order of the help.
    static var flags: [Flag] { get }

    /// Does the work.
    /// - Throws: ``UsageError`` where the arguments make no sense, ``Failure`` where the work could not be done.
    static func run(_ arguments: Arguments) async throws
}

/// Why a command could not do its work, for a person to read: one line or several.
struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
    /// What is wrong one by one, where `message` tells of more than one thing.
    let details: [String]

    /// - Parameter details: what stands in the lines below `message`.
    init(_ message: String, _ details: [String] = []) {
        self.message = ([message] + details.map { "  \($0)" }).joined(separator: "\n")
        self.details = details
    }
}

extension Command {
    static var operands: [String] { [] }

    /// What `--help` prints.
    static var help: String {
        let usage = ["hearth", name] + operands + (flags.isEmpty ? [] : ["[flags]"])
        var lines = [summary, "", "usage: " + usage.joined(separator: " ")]
        if !flags.isEmpty { lines.append("") }
        let width = flags.map { $0.call.count }.max() ?? 0
        for flag in flags {
            let call = flag.call.padded(to: width)
            lines.append("  \(call)  \(flag.help)" + (flag.fallback.map { " (default: \($0))" } ?? ""))
            lines.append("  \(String(repeating: " ", count: width))  or \(flag.environmentName)")
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// The text with spaces behind it, `width` characters in all.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
