import Bytes
import HomeLayout

/// The parameters of a request for a home: their decoded values as slices of one array of bytes.
public struct Parameters: Sendable {
    enum Name: Int {
        case width, scale, textScale, user, lat, lon, segment, locale, budget, explain, platform, appVersion, layouts
        case schema, known, choices
    }

    /// The range of a value in the bytes; below 0 for none.
    private struct Place: Sendable {
        var start: Int32 = -1
        var end: Int32 = -1
    }

    private let bytes: [UInt8]
    private var places = InlineArray<16, Place>(repeating: Place())

    /// No parameters yet; `bytes` contains the decoded names and values in UTF-8.
    public init(in bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Adds the parameter whose name and value are in these ranges of the bytes. Unknown names are ignored; a repeated
    /// name replaces the earlier value.
    public mutating func note(name: Range<Int>, value: Range<Int>) {
        guard let name = Name(bytes.span.extracting(name)) else { return }
        places[name.rawValue] = Place(start: Int32(clamping: value.lowerBound), end: Int32(clamping: value.upperBound))
    }

    /// The result of `read` for the value; `nil` without the parameter.
    func read<Value, Failure>(
        _ name: Name,
        _ read: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        let place = places[name.rawValue]
        guard place.start >= 0 else { return nil }
        return try read(bytes.span.extracting(Int(place.start)..<Int(place.end)))
    }

    subscript(name: Name) -> String? {
        let place = places[name.rawValue]
        return place.start < 0 ? nil : String(decoding: bytes[Int(place.start)..<Int(place.end)], as: UTF8.self)
    }

    /// The error for a parameter that is present.
    func invalid(_ name: Name, _ expectation: String) -> ParameterError {
        .invalid("\(name)", expectation, found: self[name] ?? "")
    }

    /// The parameter, converted by `make`.
    /// - Throws: ``ParameterError`` if `make` returns `nil`.
    func value<Value>(
        _ name: Name,
        _ expectation: @autoclosure () -> String,
        _ make: (String) -> Value?
    ) throws(ParameterError) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = make(text) else { throw invalid(name, expectation()) }
        return value
    }

    /// The parameter as a decimal number in `range`, to the nearest thousandth; `nil` if it is absent.
    /// - Throws: ``ParameterError`` if it is not a decimal number, or outside the range.
    func decimal(
        _ name: Name,
        in range: ClosedRange<FixedPoint>,
        _ unit: String
    ) throws(ParameterError) -> FixedPoint? {
        let limits = range.lowerBound.thousandths...range.upperBound.thousandths
        return try units(name, places: 3, in: limits, "\(unit) from \(range.lowerBound) to \(range.upperBound)")
            .map(FixedPoint.init(thousandths:))
    }

    /// The parameter as a decimal number in units of 10^-`places`, to the nearest unit; `nil` if it is absent.
    /// - Throws: ``ParameterError`` if it is not a decimal number, or outside the range.
    func units(
        _ name: Name,
        places: Int,
        in range: ClosedRange<Int>,
        _ expectation: @autoclosure () -> String
    ) throws(ParameterError) -> Int? {
        let found: Int?? = read(name) { DecimalNumber($0)?.units(places: places, in: range) }
        guard let found else { return nil }
        guard let value = found else { throw invalid(name, expectation()) }
        return value
    }

    /// The parameter as a whole number in `range`.
    func integer(_ name: Name, in range: ClosedRange<Int>, _ unit: String) throws(ParameterError) -> Int? {
        let found: Int?? = read(name) { DecimalNumber($0)?.unsignedInteger }
        guard let found else { return nil }
        guard let value = found, range.contains(value) else {
            throw invalid(name, "\(unit) from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The parameter as degrees, −`limit`…`limit`, rounded to seven places as in URLs, so that a home and its further
    /// pages are for the same place.
    func degrees(_ name: Name, limit: Double) throws(ParameterError) -> Double? {
        let found: Double?? = read(name) { DecimalNumber($0)?.double($0) }
        guard let found else { return nil }
        guard let value = found, (-limit...limit).contains(value) else {
            throw invalid(name, "degrees from -\(Int(limit)) to \(Int(limit))")
        }
        return value.roundedToAddress
    }
}

extension Parameters {
    init(_ all: some Sequence<(name: String, value: String)>) {
        var bytes: [UInt8] = []
        let places = all.map { parameter in
            let start = bytes.count
            bytes += parameter.name.utf8
            let end = bytes.count
            bytes += parameter.value.utf8
            return (name: start..<end, value: end..<bytes.count)
        }
        self.init(in: bytes)
        for place in places { note(name: place.name, value: place.value) }
    }
}

extension Parameters.Name {
    fileprivate init?(_ name: Span<UInt8>) {
        switch name.count {
        case 3 where name.equals("lat"): self = .lat
        case 3 where name.equals("lon"): self = .lon
        case 4 where name.equals("user"): self = .user
        case 5 where name.equals("width"): self = .width
        case 5 where name.equals("known"): self = .known
        case 5 where name.equals("scale"): self = .scale
        case 6 where name.equals("locale"): self = .locale
        case 6 where name.equals("budget"): self = .budget
        case 6 where name.equals("schema"): self = .schema
        case 7 where name.equals("choices"): self = .choices
        case 7 where name.equals("segment"): self = .segment
        case 7 where name.equals("explain"): self = .explain
        case 7 where name.equals("layouts"): self = .layouts
        case 8 where name.equals("platform"): self = .platform
        case 9 where name.equals("textScale"): self = .textScale
        case 10 where name.equals("appVersion"): self = .appVersion
        default: return nil
        }
    }
}

/// A parameter that is missing or invalid.
public struct ParameterError: Error, Hashable, Sendable {
    public enum Problem: Sendable {
        /// A required parameter is missing.
        case missing
        case invalid
    }

    public let problem: Problem
    public let parameter: String
    public let message: String

    static func missing(_ parameter: String, _ expectation: String) -> Self {
        Self(problem: .missing, parameter: parameter, message: "\(parameter) is missing: expected \(expectation)")
    }

    static func invalid(_ parameter: String, _ expectation: String, found value: String) -> Self {
        let shown = value.count > 40 ? "\(value.prefix(40))…" : value
        return Self(
            problem: .invalid,
            parameter: parameter,
            message: "\(parameter) is \"\(shown)\": expected \(expectation)"
        )
    }
}

extension Span<UInt8> {
    /// Calls `visit` with each part between separators.
    func forEachPart(between separator: UInt8, _ visit: (Span<UInt8>) -> Void) {
        var start = 0
        for index in indices where self[index] == separator {
            visit(extracting(start..<index))
            start = index + 1
        }
        visit(extracting(start..<count))
    }
}
