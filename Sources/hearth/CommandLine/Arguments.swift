import Foundation
import JSON

struct Arguments {
    private(set) var operands: [String] = []
    private var values: [String: Value] = [:]
    private(set) var warnings: [String] = []

    /// The origin is `--port` or `HEARTH_PORT`, for error messages.
    private typealias Value = (text: String, origin: String, flag: Flag)

    /// Reads `--name value` and `--name=value`. Missing flags are read from the environment, where empty variables are
    /// ignored, then from the default. `--` ends the flags. The addresses that Kubernetes sets for Services are no
    /// values of numbers.
    /// - Throws: ``UsageError`` for unknown flags, repeated flags and missing values.
    init(_ words: [String], flags: [Flag], environment: [String: String]) throws(UsageError) {
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
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let flag = flags.first(where: { "--\($0.name)" == parts[0] }) else {
                let known = flags.map { "--\($0.name)" } + ["--help"]
                throw UsageError("unknown flag \(parts[0]); " + SpellingSuggestion.advice(for: parts[0], among: known))
            }
            guard values[flag.name] == nil else { throw UsageError("--\(flag.name) is given twice") }
            if flag.placeholder.isEmpty, parts.count == 2 { throw UsageError("--\(flag.name) takes no value") }
            guard let value = parts.count == 2 ? parts[1] : flag.placeholder.isEmpty ? "1" : rest.popFirst() else {
                throw UsageError("--\(flag.name) needs a value: \(flag.usage)")
            }
            values[flag.name] = (value, "--\(flag.name)", flag)
        }
        for flag in flags where values[flag.name] == nil {
            let variable = flag.environmentName
            var value = environment[variable] ?? ""
            // The address of a Service: `tcp://10.96.12.34:80`.
            if flag.isNumber, value.wholeMatch(of: /(tcp|udp|sctp):\/\/\S+:\d+/) != nil {
                warnings.append(
                    "\(variable) is \"\(value)\" and is ignored: Kubernetes sets it for a Service of this name "
                        + "(enableServiceLinks: false in the pod's spec prevents that)"
                )
                value = ""
            }
            if !value.isEmpty {
                values[flag.name] = (value, variable, flag)
            } else if let value = flag.defaultValue {
                values[flag.name] = (value, "--\(flag.name)", flag)
            }
        }
    }

    /// The flags as variables for another process of the program: unlike its arguments, `ps` does not show them.
    var environment: [String: String] {
        Dictionary(uniqueKeysWithValues: values.values.map { ($0.flag.environmentName, $0.text) })
    }

    subscript(name: String) -> String? { values[name]?.text }

    func required(_ name: String) throws(UsageError) -> String {
        try value(name).text
    }

    /// A value that `parse` takes.
    func parsed<Value>(
        _ name: String,
        _ expectation: @autoclosure () -> String,
        _ parse: (String) -> Value?
    ) throws(UsageError) -> Value {
        let value = try value(name)
        if let parsed = parse(value.text) { return parsed }
        throw UsageError("\(value.origin) is \"\(value.text)\": expected \(expectation())")
    }

    func integer(_ name: String) throws(UsageError) -> Int {
        let range = try value(name).flag.range
        return try parsed(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// `nil` if the flag is not given.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        of type: Choice.Type
    ) throws(UsageError) -> Choice? {
        guard let value = values[name] else { return nil }
        if let choice = Choice(rawValue: value.text) { return choice }
        let advice = SpellingSuggestion.advice(for: value.text, among: Choice.allCases.map(\.rawValue))
        throw UsageError("\(value.origin): unknown \"\(value.text)\"; \(advice)")
    }

    func descriptors(_ name: String) throws(UsageError) -> [Int32] {
        try required(name).split(separator: ",").compactMap { Int32($0) }
    }

    /// Names are in camel case: `textScale` for `--text-scale`.
    func parameters(_ flags: [Flag]) -> [(name: String, value: String)] {
        flags.compactMap { flag in
            let words = flag.name.split(separator: "-")
            let name = words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized }
            return self[flag.name].map { (name, $0) }
        }
    }

    private func value(_ name: String) throws(UsageError) -> Value {
        guard let value = values[name] else { throw UsageError("--\(name) is missing") }
        return value
    }
}
