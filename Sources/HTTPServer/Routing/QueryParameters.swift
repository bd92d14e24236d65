import Bytes

/// The decoded parameters of a query (`application/x-www-form-urlencoded`: `name=value&name=value`), in their order: as
/// strings, created on access, or as ranges of UTF-8 bytes.
public struct QueryParameters: RandomAccessCollection, Sendable {
    private struct Place: Sendable {
        var name: BufferRange
        var value: BufferRange
    }

    /// The bytes of names and values: the request's own if nothing is encoded, else decoded ones. Not to be kept beyond
    /// the request, whose memory they hold.
    public private(set) var bytes: [UInt8]
    private var places: [Place] = []
    /// A bit for each name that was not encoded, by its length and last byte: most names need no comparison.
    private var nameBits: UInt64 = 0

    public static let maximumCount = 100
    private static let usualCount = 16

    /// A name without `=` has an empty value.
    /// - Throws: ``QueryError`` if one cannot be decoded, a name is repeated, or there are too many.
    init(bytes source: [UInt8], range: Range<Int>) throws(QueryError) {
        let isPlain = source.span.extracting(range).contains(no: { $0.areEncoded })
        bytes = isPlain ? source : []
        if !range.isEmpty { places.reserveCapacity(Self.usualCount) }
        var start = range.lowerBound
        while start < range.upperBound {
            let query = source.span.extracting(0..<range.upperBound)
            let end = query.firstIndex(of: UInt8(ascii: "&"), from: start) ?? query.count
            if start < end {
                guard count < Self.maximumCount else { throw .tooMany(limit: Self.maximumCount) }
                let equals = query.extracting(0..<end).firstIndex(of: UInt8(ascii: "="), from: start) ?? end
                let (name, value) = (start..<equals, Swift.min(equals + 1, end)..<end)
                if isPlain {
                    try append(name: name, value: value)
                } else {
                    try append(name: query.extracting(name), value: query.extracting(value))
                }
            }
            start = end + 1
        }
    }

    private mutating func append(name: Range<Int>, value: Range<Int>) throws(QueryError) {
        let place = Place(name: BufferRange(name), value: BufferRange(value))
        let bit: UInt64 = 1 << UInt64((8 * name.count + (name.isEmpty ? 0 : Int(bytes[name.upperBound - 1]))) & 63)
        if nameBits & bit != 0 {
            for other in places where equal(other.name.range, name) { throw .repeated(name: text(place.name)) }
        }
        nameBits |= bit
        places.append(place)
    }

    private func equal(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        first.count == second.count && bytes.span.extracting(first).equals(bytes.span.extracting(second))
    }

    /// Adds a parameter that must be decoded. Equal names may have different bytes.
    private mutating func append(name: Span<UInt8>, value: Span<UInt8>) throws(QueryError) {
        guard let decodedName = String(percentEncoded: name, plusIsSpace: true) else {
            throw .undecodable(name: String(decoding: name.extracting(first: 64)))
        }
        guard let decodedValue = String(percentEncoded: value, plusIsSpace: true) else {
            throw .undecodable(name: decodedName)
        }
        guard !places.contains(where: { text($0.name) == decodedName }) else { throw .repeated(name: decodedName) }
        places.append(Place(name: keep(decodedName), value: keep(decodedValue)))
    }

    private mutating func keep(_ text: String) -> BufferRange {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        return BufferRange(start..<bytes.count)
    }

    private func text(_ range: BufferRange) -> String { String(decoding: bytes.span.extracting(range.range)) }

    public var startIndex: Int { 0 }

    public var endIndex: Int { places.count }

    public subscript(position: Int) -> QueryParameter {
        QueryParameter(name: text(places[position].name), value: text(places[position].value))
    }

    /// The ranges are those in ``bytes``.
    public func forEachPlace(_ visit: (_ name: Range<Int>, _ value: Range<Int>) -> Void) {
        for place in places { visit(place.name.range, place.value.range) }
    }
}

public struct QueryParameter: Hashable, Sendable {
    public let name: String
    public let value: String
}

public enum QueryError: Error, Hashable, Sendable {
    /// The parameter's name or value is not percent-encoded UTF-8 without a NUL.
    case undecodable(name: String)
    case repeated(name: String)
    case tooMany(limit: Int)
}
