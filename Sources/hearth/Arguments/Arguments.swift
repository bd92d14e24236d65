import CheckedJSON

/// The values that a command was called with.
struct Arguments {
    /// What stands on the command line beside the flags.
    let operands: [String]
    private let values: [String: String]

    /// Reads `--name value` and `--name=value`; what is missing is taken from the environment, then from the default.
    /// `--` ends the flags.
    /// - Throws: ``UsageError`` for an unknown flag, a flag given twice, or one without its value.
    init(_ words: [String], flags: [Flag], environment: [String: String]) throws(UsageError) {
        var values: [String: String] = [:]
        var operands: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let flag = flags.first(where: { "--\($0.name)" == parts[0] }) else {
                let known = flags.map { "--\($0.name)" } + ["--help"]
                throw UsageError("unknown flag \(parts[0]); " + NearestWord.advice(for: String(parts[0]), among: known))
            }
            guard values[flag.name] == nil else { throw UsageError("--\(flag.name) is given twice") }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw UsageError("--\(flag.name) needs a value: --\(flag.name) \(flag.value)")
            }
            values[flag.name] = value
        }
        for flag in flags where values[flag.name] == nil {
            values[flag.name] = environment[flag.environmentName] ?? flag.fallback
        }
        self.values = values
        self.operands = operands
    }

    /// The value of the flag `name`, where it has one.
    subscript(name: String) -> String? { values[name] }

    /// The value of the flag `name`, which the command cannot do without.
    func required(_ name: String) throws(UsageError) -> String {
        guard let value = values[name] else { throw UsageError("--\(name) is missing") }
        return value
    }

    /// The value of the flag `name` as a whole number in `range`.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
        let text = try required(name)
        guard let value = Int(text), range.contains(value) else {
            throw UsageError(
                "--\(name): expected a whole number from \(range.lowerBound) to \(range.upperBound), found \"\(text)\""
            )
        }
        return value
    }
}

/// A command line that cannot be carried out as it was written.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
