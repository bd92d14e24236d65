import JSON

/// The values that a command was called with.
struct Arguments {
    /// What stands on the command line beside the flags.
    let operands: [String]
    private let values: [String: Value]

    /// A value, and where it was given, for error messages: `--port` or `HEARTH_PORT`.
    private struct Value {
        let text: String
        let origin: String
        let range: ClosedRange<Int>
    }

    /// Reads `--name value` and `--name=value`; what is missing is taken from the environment, where an empty variable
    /// is none, then from the default. `--` ends the flags.
    /// - Throws: ``UsageError`` for an unknown flag, a flag given twice, or one without its value.
    init(_ words: [String], flags: [Flag], environment: [String: String]) throws(UsageError) {
        var values: [String: Value] = [:]
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
                throw UsageError(
                    "unknown flag \(parts[0]); " + SpellingSuggestion.advice(for: String(parts[0]), among: known)
                )
            }
            guard values[flag.name] == nil else { throw UsageError("--\(flag.name) is given twice") }
            if flag.value.isEmpty, parts.count == 2 { throw UsageError("--\(flag.name) has no value") }
            let standing = flag.value.isEmpty ? "1" : nil
            guard let value = parts.count == 2 ? String(parts[1]) : standing ?? rest.popFirst() else {
                throw UsageError("--\(flag.name) needs a value: \(flag.call)")
            }
            values[flag.name] = Value(text: value, origin: "--\(flag.name)", range: flag.range)
        }
        for flag in flags where values[flag.name] == nil {
            if let value = environment[flag.environmentName], !value.isEmpty {
                values[flag.name] = Value(text: value, origin: flag.environmentName, range: flag.range)
            } else if let fallback = flag.fallback {
                values[flag.name] = Value(text: fallback, origin: "--\(flag.name)", range: flag.range)
            }
        }
        self.values = values
        self.operands = operands
    }

    /// The value of the flag `name`, where it has one.
    subscript(name: String) -> String? { values[name]?.text }

    /// The value of the flag `name`, which the command cannot do without.
    func required(_ name: String) throws(UsageError) -> String {
        try value(name).text
    }

    /// The value of the flag `name` as a whole number in the flag's range.
    func integer(_ name: String) throws(UsageError) -> Int {
        let value = try value(name)
        guard let number = Int(value.text), value.range.contains(number) else {
            throw UsageError(
                "\(value.origin) is \"\(value.text)\": "
                    + "expected a whole number from \(value.range.lowerBound) to \(value.range.upperBound)"
            )
        }
        return number
    }

    /// The descriptors that the flag `name` lists, for a process that has inherited them.
    func descriptors(_ name: String) throws(UsageError) -> [Int32] {
        try required(name).split(separator: ",").compactMap { Int32($0) }
    }

    private func value(_ name: String) throws(UsageError) -> Value {
        guard let value = values[name] else { throw UsageError("--\(name) is missing") }
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
