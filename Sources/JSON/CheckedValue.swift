import Bytes

/// A JSON value with its path and typed accessors that report errors.
///
/// An accessor returns `nil` if the value is not as expected and records a ``ValidationError``, so that one pass over a
/// document finds all errors. A reader may go on with any value in its place, since ``read(_:limit:warn:_:)`` then throws.
public struct CheckedValue {
    public let json: JSONValue
    /// In the document: `homeWidgets[2].layout`.
    public let path: String
    var languages: TextLanguages?
    let collector: ValidationErrorCollector

    /// - Parameter limit: The most errors to look for.
    /// - Throws: ``ValidationErrors`` if `read` recorded an error or returned `nil`.
    public static func read<Result>(
        _ json: JSONValue,
        limit: Int = .max,
        warn: (ValidationError) -> Void = { _ in },
        _ read: (CheckedValue) -> Result?
    ) throws(ValidationErrors) -> Result {
        let collector = ValidationErrorCollector(limit: limit)
        let result = read(CheckedValue(json: json, path: "", languages: nil, collector: collector))
        for warning in collector.warnings { warn(warning) }
        if collector.errors.isEmpty {
            if let result { return result }
            collector.report(path: "") { "could not be read" }
        }
        throw ValidationErrors(all: collector.errors, skipped: collector.skipped)
    }

    /// - Parameter message: Not evaluated if there are enough errors.
    public func report(_ message: @autoclosure () -> String) {
        collector.report(path: path, message)
    }

    public func warn(_ message: String) {
        collector.warn(ValidationError(path: path, message: message))
    }

    /// Another value at the same path: the content of the file that this value names.
    public func replaced(by json: JSONValue) -> CheckedValue {
        element(json, at: path)
    }

    func member(_ key: String, _ json: JSONValue) -> CheckedValue {
        element(json, at: path.isEmpty ? key : "\(path).\(key)")
    }

    private func element(_ json: JSONValue, at path: String) -> CheckedValue {
        CheckedValue(json: json, path: path, languages: languages, collector: collector)
    }

    /// Records that `expectation` was expected, and returns `nil`.
    public func mismatch<Value>(_ expectation: @autoclosure () -> String) -> Value? {
        report("expected \(expectation()), found \(json.summary)")
        return nil
    }

    // MARK: Scalars

    public func string() -> String? { parsed({ $0 }, "a text") }

    public func nonEmptyString() -> String? { parsed({ $0.isEmpty ? nil : $0 }, "a text that is not empty") }

    /// A text that `parse` takes.
    public func parsed<Value>(_ parse: (String) -> Value?, _ expectation: @autoclosure () -> String) -> Value? {
        guard case .string(let text) = json, let value = parse(text) else { return mismatch(expectation()) }
        return value
    }

    public func bool() -> Bool? {
        guard case .bool(let value) = json else { return mismatch("true or false") }
        return value
    }

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
            let bounds = (range.lowerBound.shortestDescription, range.upperBound.shortestDescription)
            return mismatch(
                range.upperBound == .greatestFiniteMagnitude
                    ? range.lowerBound == 0 ? "a number of at least 0" : "a number"
                    : "a number from \(bounds.0) to \(bounds.1)"
            )
        }
        return value
    }

    /// The error for an unknown name suggests the nearest one.
    public func choice<Value>(_ what: String, among values: [String: Value]) -> Value? {
        guard case .string(let text) = json else { return mismatch("a \(what)") }
        if let value = values[text] { return value }
        report("unknown \(what) \(text.quoted); " + SpellingSuggestion.advice(for: text, among: values.keys.sorted()))
        return nil
    }

    public func choice<Value: RawRepresentable & CaseIterable>(_ what: String, of type: Value.Type) -> Value?
    where Value.RawValue == String {
        if case .string(let text) = json, let value = Value(rawValue: text) { return value }
        return choice(what, among: Dictionary(uniqueKeysWithValues: type.allCases.map { ($0.rawValue, $0) }))
    }

    public func choice(_ what: String, among names: [String]) -> String? {
        choice(what, among: Dictionary(names.map { ($0, $0) }) { first, _ in first })
    }

    // MARK: Collections

    /// Elements for which `read` returns `nil` are left out.
    public func array<Element>(
        of what: String = "elements",
        _ counts: ClosedRange<Int> = 0...Int.max,
        _ read: (CheckedValue) -> Element?
    ) -> [Element]? {
        guard case .array(let elements) = json else { return mismatch("a list") }
        guard counts.contains(elements.count) else {
            return mismatch("\(counts.lowerBound) to \(counts.upperBound) \(what)")
        }
        var values: [Element] = []
        for (index, element) in elements.enumerated() {
            if collector.isFull {
                collector.skip(elements.count - index)
                break
            }
            if let value = read(self.element(element, at: "\(path)[\(index)]")) { values.append(value) }
        }
        return values
    }

    /// Members that `read` does not request are errors.
    public func object<Result>(_ read: (inout CheckedObject) -> Result?) -> Result? {
        guard case .object(let members) = json else { return mismatch("an object") }
        var object = CheckedObject(members: members, value: self)
        let result = read(&object)
        object.reportUnknownMembers()
        return result
    }

    /// Reads members in the order of their keys. Those for which `read` returns `nil` are left out.
    public func dictionary<Value>(
        of what: String = "members",
        atMost limit: Int = .max,
        _ read: (_ key: String, CheckedValue) -> Value?
    ) -> [String: Value]? {
        guard case .object(let members) = json else { return mismatch("an object") }
        guard members.count <= limit else { return mismatch("at most \(limit) \(what)") }
        var result: [String: Value] = [:]
        for (number, (key, member)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if collector.isFull {
                collector.skip(members.count - number)
                break
            }
            result[key] = read(key, self.member(key, member))
        }
        return result
    }
}
