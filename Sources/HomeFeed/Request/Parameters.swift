import Bytes
import HomeLayout

/// The parameters of a request for a home: the bytes of their decoded values, by what they are.
public struct Parameters: Sendable {
    /// A parameter, called as clients call it.
    enum Name: Int {
        case width, scale, textScale, user, lat, lon, segment, locale, budget, explain, platform, appVersion, layouts
        case schema
    }

    /// Where a value stands in the bytes; nowhere, where it begins below 0.
    private struct Place: Sendable {
        var start: Int32 = -1
        var end: Int32 = -1
    }

    private let bytes: [UInt8]
    private var places = InlineArray<14, Place>(repeating: Place())

    /// No parameters yet, of those whose names and values stand in `bytes`, decoded, in UTF-8.
    public init(in bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Takes note of the parameter whose name and value stand at these places. Names that nobody asks for are ignored; of
    /// several parameters with one name the last counts.
    public mutating func note(name: Range<Int>, value: Range<Int>) {
        guard let name = Name(bytes.span.extracting(name)) else { return }
        places[name.rawValue] = Place(start: Int32(clamping: value.lowerBound), end: Int32(clamping: value.upperBound))
    }

    /// What `read` makes of the parameter; `nil` where there is none.
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

    /// That the parameter, which there is, is not what was expected.
    func invalid(_ name: Name, _ expectation: String) -> ParameterError {
        .invalid("\(name)", expectation, found: self[name] ?? "")
    }

    /// The parameter as what `make` makes of its text.
    /// - Throws: ``ParameterError`` where it makes nothing.
    func value<Value>(
        _ name: Name,
        _ expectation: @autoclosure () -> String,
        _ make: (String) -> Value?
    ) throws(ParameterError) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = make(text) else { throw invalid(name, expectation()) }
        return value
    }

    /// The parameter as a decimal number in `range`: digits with at most one point among them, to the nearest thousandth.
    func decimal(
        _ name: Name,
        in range: ClosedRange<FixedPoint>,
        _ unit: String
    ) throws(ParameterError) -> FixedPoint? {
        let limits = range.lowerBound.thousandths...range.upperBound.thousandths
        let found: FixedPoint?? = read(name) {
            DecimalNumber($0)?.thousandths(in: limits).map(FixedPoint.init(thousandths:))
        }
        guard let found else { return nil }
        guard let value = found else {
            throw invalid(name, "\(unit) from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The parameter as a whole number in `range`.
    func integer(_ name: Name, in range: ClosedRange<Int>, _ unit: String) throws(ParameterError) -> Int? {
        let found: Int?? = read(name) { $0.count <= 10 ? DecimalNumber($0)?.unsignedInteger : nil }
        guard let found else { return nil }
        guard let value = found, range.contains(value) else {
            throw invalid(name, "\(unit) from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The parameter as a number of degrees, −`limit`…`limit`, to the seven places that a link carries, so that a home
    /// and the parts of it that are loaded later are for the same place.
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
    /// The parameters that are given here.
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
        case 5 where name.equals("scale"): self = .scale
        case 6 where name.equals("locale"): self = .locale
        case 6 where name.equals("budget"): self = .budget
        case 6 where name.equals("schema"): self = .schema
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

/// A parameter of a request that cannot be used: which one, and what was expected.
public struct ParameterError: Error, Hashable, Sendable {
    /// What is wrong with it.
    public enum Problem: Sendable {
        /// It is required and not there.
        case missing
        /// Its value is not what was expected.
        case invalid
    }

    /// What is wrong with it.
    public let problem: Problem
    /// The parameter's name.
    public let parameter: String
    /// What was expected and what was found, for a person to read.
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
    /// Calls `visit` with each part between two separators, and what is before the first and behind the last.
    func forEachPart(between separator: UInt8, _ visit: (Span<UInt8>) -> Void) {
        var start = 0
        for index in indices where self[index] == separator {
            visit(extracting(start..<index))
            start = index + 1
        }
        visit(extracting(start..<count))
    }
}
