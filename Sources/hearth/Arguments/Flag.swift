/// One flag of a command: `--port 8080`, or `HEARTH_PORT=8080` in the environment. The command line wins.
struct Flag: Sendable {
    /// Without the dashes: `port`.
    let name: String
    /// What stands for the value in the help: `N`, `FILE`; empty where the flag has none, and stands for `1`.
    let value: String
    /// What the flag is for, in one line.
    let help: String
    /// The value where none is given; `nil` where the flag may be left out or is required.
    let fallback: String?
    /// Where the value is a whole number: those that make sense.
    let range: ClosedRange<Int>

    init(
        _ name: String,
        _ value: String,
        _ help: String,
        default fallback: String? = nil,
        in range: ClosedRange<Int> = 0...(.max)
    ) {
        self.name = name
        self.value = value
        self.help = help
        self.fallback = fallback
        self.range = range
    }

    /// The flag as it is written: `--port N`.
    var call: String { value.isEmpty ? "--\(name)" : "--\(name) \(value)" }

    /// The environment variable that gives the same value: `HEARTH_PORT`.
    var environmentName: String {
        "HEARTH_" + name.replacing("-", with: "_").uppercased()
    }
}
