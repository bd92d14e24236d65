import Bytes
import HomeLayout
import JSON

/// The parameters of a request for a home: decoded names and values as slices of one array of bytes.
public struct Parameters: Sendable {
    /// A new one also needs its spelling in `init`, room in `values`, its reading in ``HomeRequest``, its writing in
    /// ``HomeLinks`` if links keep it, and openapi.json. Those of a widget alone are read by ``WidgetRequest``.
    enum Name: Int {
        case width, scale, textScale, user, lat, lon, segment, locale, budget, explain, platform, appVersion, layouts
        case schema, known, choices
    }

    private let bytes: [UInt8]
    /// In the bytes, by name; below 0 without the parameter.
    private var values = InlineArray<16, Range<Int32>>(repeating: -1 ..< -1)

    /// - Parameters:
    ///   - bytes: The decoded names and values in UTF-8.
    ///   - ranges: In the bytes. Unknown names are ignored. The server refuses repeated ones.
    public init(in bytes: [UInt8], _ ranges: [(name: Range<Int>, value: Range<Int>)]) {
        self.bytes = bytes
        for (name, value) in ranges {
            guard let name = Name(bytes.span.extracting(name)) else { continue }
            values[name.rawValue] = Int32(clamping: value.lowerBound)..<Int32(clamping: value.upperBound)
        }
    }

    private func range(of name: Name) -> Range<Int>? {
        let range = values[name.rawValue]
        return range.lowerBound < 0 ? nil : Int(range.lowerBound)..<Int(range.upperBound)
    }

    subscript(name: Name) -> String? {
        range(of: name).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    func invalid(_ name: Name, _ expectation: String) -> ParameterError {
        .invalid("\(name)", expectation, found: self[name] ?? "")
    }

    /// `nil` without the parameter.
    /// - Throws: ``ParameterError`` if `read` returns `nil`.
    func read<Value>(
        _ name: Name,
        _ expectation: @autoclosure () -> String,
        _ read: (Span<UInt8>) -> Value?
    ) throws(ParameterError) -> Value? {
        guard let range = range(of: name) else { return nil }
        guard let value = read(bytes.span.extracting(range)) else { throw invalid(name, expectation()) }
        return value
    }

    func value<Value>(
        _ name: Name,
        _ expectation: @autoclosure () -> String,
        _ make: (String) -> Value?
    ) throws(ParameterError) -> Value? {
        try read(name, expectation()) { make(String(decoding: $0)) }
    }

    /// To the nearest thousandth; `nil` without the parameter.
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

    /// In units of 10^-`places`, to the nearest unit; `nil` without the parameter.
    /// - Throws: ``ParameterError`` if it is not a decimal number, or outside the range.
    func units(
        _ name: Name,
        places: Int,
        in range: ClosedRange<Int>,
        _ expectation: @autoclosure () -> String
    ) throws(ParameterError) -> Int? {
        try read(name, expectation()) { DecimalNumber($0)?.units(places: places, in: range) }
    }

    func integer(_ name: Name, in range: ClosedRange<Int>, _ unit: String) throws(ParameterError) -> Int? {
        try read(name, "\(unit) from \(range.lowerBound) to \(range.upperBound)") { text in
            guard let value = DecimalNumber(text)?.unsignedInteger, range.contains(value) else { return nil }
            return value
        }
    }

    /// Within ±`limit`, rounded to seven places as in URLs, so that a home and its pages are for the same place.
    func degrees(_ name: Name, limit: Double) throws(ParameterError) -> Double? {
        try read(name, "degrees from -\(Int(limit)) to \(Int(limit))") { text in
            guard let value = DecimalNumber(text)?.double(text), abs(value) <= limit else { return nil }
            return value.roundedToAddress
        }
    }
}

extension Parameters {
    init(_ all: some Sequence<(name: String, value: String)>) {
        var bytes: [UInt8] = []
        var ranges: [(name: Range<Int>, value: Range<Int>)] = []
        for (name, value) in all {
            let start = bytes.count
            bytes += name.utf8
            let end = bytes.count
            bytes += value.utf8
            ranges.append((start..<end, end..<bytes.count))
        }
        self.init(in: bytes, ranges)
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

public struct ParameterError: Error, Hashable, Sendable {
    /// Otherwise its value is invalid.
    public let isMissing: Bool
    public let parameter: String
    public let message: String

    static func missing(_ parameter: String, _ expectation: String) -> Self {
        Self(isMissing: true, parameter: parameter, message: "\(parameter) is missing: expected \(expectation)")
    }

    static func invalid(_ parameter: String, _ expectation: String, found value: String) -> Self {
        let message = "\(parameter) is \(value.quoted): expected \(expectation)"
        return Self(isMissing: false, parameter: parameter, message: message)
    }
}
