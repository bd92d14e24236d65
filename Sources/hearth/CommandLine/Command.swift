import Bytes

protocol Command: Sendable {
    static var name: String { get }
    static var summary: String { get }
    /// The arguments besides flags, as the usage line names them: `FILE`.
    static var operands: [String] { get }
    static var flags: [Flag] { get }

    /// - Throws: ``UsageError`` for invalid arguments, ``Failure`` if the command fails.
    static func run(_ arguments: Arguments) async throws
}

extension Command {
    static var operands: [String] { [] }
    static var flags: [Flag] { [] }

    static var help: String {
        let usage = ["hearth", name] + operands + (flags.isEmpty ? [] : ["[flags]"])
        var lines = [summary, "", "usage: " + usage.joined(separator: " ")]
        let rows = flags.flatMap { flag in
            let defaultText = flag.defaultValue.map { " (default: \($0))" } ?? ""
            return [["  \(flag.usage)", flag.help + defaultText], ["", "or \(flag.environmentName)"]]
        }
        if !rows.isEmpty { lines += ["", textTable(rows)] }
        return lines.joined(separator: "\n")
    }
}

/// A flag of a command: `--port 8080`, or `HEARTH_PORT=8080` in the environment. The command line takes precedence.
struct Flag: Sendable {
    /// Without dashes: `port`.
    let name: String
    /// `N`; empty for a flag without value, which reads as `1`.
    let placeholder: String
    let help: String
    /// `nil` if the flag is required or may be missing.
    let defaultValue: String?
    /// For a whole number.
    let range: ClosedRange<Int>

    init(
        _ name: String,
        _ placeholder: String,
        _ help: String,
        default defaultValue: String? = nil,
        in range: ClosedRange<Int> = 0...(.max)
    ) {
        self.name = name
        self.placeholder = placeholder
        self.help = help
        self.defaultValue = defaultValue
        self.range = range
    }

    var usage: String { placeholder.isEmpty ? "--\(name)" : "--\(name) \(placeholder)" }

    var isNumber: Bool { ["N", "BYTES", "SECONDS", "PT", "DEGREES", "FRACTION"].contains(placeholder) }

    var environmentName: String { "HEARTH_" + name.replacing("-", with: "_").uppercased() }
}

extension Flag {
    static let store = Flag(
        "store",
        "FILE|URL",
        "the store: an SQLite file, or a postgresql:// URL",
        default: "hearth.store"
    )
    static let config = Flag("config", "FILE", "the config file", default: "Config/home.json")
    static let maxCatalogueMemory = Flag(
        "max-catalogue-memory",
        "BYTES",
        "maximum memory of the catalogue",
        default: "\(CatalogueFollower.Limits().catalogue)",
        in: (1 << 16)...(1 << 40)
    )

    static let device = [
        Flag("width", "PT", "screen width in points, 200 to 2048"),
        Flag("scale", "N", "pixels per point, 1 to 4", default: "2"),
        Flag("text-scale", "N", "text size relative to the default, 0.8 to 3.2", default: "1"),
    ]

    static let client =
        device + [
            Flag("lat", "DEGREES", "latitude of the phone, with --lon"),
            Flag("lon", "DEGREES", "longitude of the phone, with --lat"),
            Flag("platform", "WORD", "the client's platform, such as ios"),
            Flag("app-version", "N.N", "the version of the client's app"),
            Flag("layouts", "NAMES", "comma-separated layouts that the client can draw; if missing, all"),
            Flag("schema", "N", "document version whose layouts the client can draw, instead of --layouts"),
            Flag("locale", "TAG", "language and region; if missing, the config's default"),
        ]
}

/// The reason why a command failed, in one or more lines.
struct Failure: Error, CustomStringConvertible {
    let message: String
    /// The individual errors, which are also lines of `message`.
    let details: [String]
    var description: String { message }

    /// Passwords of addresses are masked.
    init(_ message: String, _ details: [String] = []) {
        self.details = details.map(\.maskingPasswords)
        self.message = ([message.maskingPasswords] + self.details.map { "  \($0)" }).joined(separator: "\n")
    }
}

struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
