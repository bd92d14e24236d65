import Bytes

/// A JSON value together with its path, read by saying what is expected.
///
/// Each reading method returns `nil` where the value is not what was expected, and notes a ``ValidationError``; so one pass over
/// a document finds everything that is wrong with it.
public struct CheckedValue {
    /// The value as it was read.
    public let json: JSONValue
    /// Where it stands: `homeWidgets[2].layout`.
    public let path: String
    /// The languages that texts come in; `nil` where they are not known.
    let languages: TextLanguages?
    let log: ValidationErrorCollector

    /// Reads `json` with `read`.
    /// - Parameter warn: called with each warning.
    /// - Returns: what `read` made of it.
    /// - Throws: ``ValidationErrors`` where anything was not as expected.
    public static func read<Result>(
        _ json: JSONValue,
        warn: (ValidationError) -> Void = { _ in },
        _ read: (CheckedValue) -> Result?
    ) throws(ValidationErrors) -> Result {
        let log = ValidationErrorCollector()
        let result = read(CheckedValue(json: json, path: "", languages: nil, log: log))
        for warning in log.warnings { warn(warning) }
        guard log.errors.isEmpty, let result else {
            throw ValidationErrors(
                log.errors.isEmpty ? [ValidationError(path: "", message: "could not be read")] : log.errors
            )
        }
        return result
    }

    /// Notes that the value is wrong.
    public func report(_ message: String) {
        log.note(ValidationError(path: path, message: message))
    }

    /// Notes something that is missing and has a stand-in.
    public func warn(_ message: String) {
        log.warn(ValidationError(path: path, message: message))
    }

    /// Another document in the value's place: the one that the value names.
    public func replaced(by json: JSONValue) -> CheckedValue {
        CheckedValue(json: json, path: path, languages: languages, log: log)
    }

    /// Notes that `expectation` was expected here, and gives `nil`.
    public func mismatch<Value>(_ expectation: String) -> Value? {
        report("expected \(expectation), found \(json.summary)")
        return nil
    }

    /// A text.
    public func string() -> String? {
        guard case .string(let text) = json else { return mismatch("a text") }
        return text
    }

    /// A text of at least one character.
    public func nonEmptyString() -> String? {
        guard case .string(let text) = json, !text.isEmpty else { return mismatch("a text that is not empty") }
        return text
    }

    /// `true` or `false`.
    public func bool() -> Bool? {
        guard case .bool(let value) = json else { return mismatch("true or false") }
        return value
    }

    /// A whole number in `range`.
    public func integer(in range: ClosedRange<Int64> = .min ... .max) -> Int64? {
        guard case .integer(let value) = json, range.contains(value) else {
            return mismatch(
                range.upperBound == .max
                    ? range.lowerBound == .min ? "a whole number" : "a whole number of at least \(range.lowerBound)"
                    : "a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return value
    }

    /// A number in `range`.
    public func number(in range: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
        -> Double?
    {
        let value: Double? =
            switch json {
            case .integer(let value): Double(value)
            case .number(let value): value
            default: nil
            }
        guard let value, range.contains(value) else {
            return mismatch(
                range.upperBound == .greatestFiniteMagnitude
                    ? range.lowerBound == 0 ? "a number of at least 0" : "a number"
                    : "a number from \(range.lowerBound.shortestDescription) to \(range.upperBound.shortestDescription)"
            )
        }
        return value
    }

    /// One of the words of a closed set; an unknown one is answered with the nearest.
    public func choice<Value>(_ what: String, among words: [String: Value]) -> Value? {
        guard case .string(let text) = json else { return mismatch("a \(what)") }
        if let value = words[text] { return value }
        report("unknown \(what) \"\(text)\"; " + SpellingSuggestion.advice(for: text, among: words.keys.sorted()))
        return nil
    }

    /// One case of an enumeration, by its raw value.
    public func choice<Value: RawRepresentable & CaseIterable>(_ what: String, of type: Value.Type) -> Value?
    where Value.RawValue == String {
        choice(what, among: Dictionary(uniqueKeysWithValues: type.allCases.map { ($0.rawValue, $0) }))
    }

    /// A list of as many elements as `counts` says, each read with `read`; elements that cannot be read are left out.
    public func array<Element>(
        of what: String = "elements",
        _ counts: ClosedRange<Int> = 0...Int.max,
        _ read: (CheckedValue) -> Element?
    ) -> [Element]? {
        guard case .array(let elements) = json else { return mismatch("a list") }
        guard counts.contains(elements.count) else {
            return mismatch("\(counts.lowerBound) to \(counts.upperBound) \(what)")
        }
        return elements.enumerated().compactMap { index, element in
            read(CheckedValue(json: element, path: "\(path)[\(index)]", languages: languages, log: log))
        }
    }

    /// An object, read with `read`. Members that `read` did not ask for are errors.
    public func object<Result>(_ read: (inout CheckedObject) -> Result?) -> Result? {
        guard case .object(let members) = json else { return mismatch("an object") }
        var object = CheckedObject(members: members, path: path, languages: languages, log: log)
        let result = read(&object)
        object.reportUnknownMembers()
        return result
    }

    /// An object whose members' names are the document's own, each value read with `read`, in the order of their names.
    public func dictionary<Value>(_ read: (_ key: String, CheckedValue) -> Value?) -> [String: Value]? {
        guard case .object(let members) = json else { return mismatch("an object") }
        var result: [String: Value] = [:]
        for (key, member) in members.sorted(by: { $0.key < $1.key }) {
            let path = path.isEmpty ? key : "\(path).\(key)"
            result[key] = read(key, CheckedValue(json: member, path: path, languages: languages, log: log))
        }
        return result
    }
}
