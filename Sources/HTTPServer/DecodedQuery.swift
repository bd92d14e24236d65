/// The parameters of a query in their order, decoded: as texts, which come into being when they are asked for, or as the
/// bytes of those texts.
public struct DecodedQuery: RandomAccessCollection, Sendable {
    /// Where a parameter stands in the bytes.
    private struct Place: Sendable {
        var name: ByteRange
        var value: ByteRange
    }

    /// Bytes that the names and values stand in: the request's own, where nothing of the query is encoded, or what was
    /// decoded. Not to be kept, so that the request's memory is free when it is answered.
    public private(set) var bytes: [UInt8]
    private let isPlain: Bool
    private var places: [Place] = []
    /// A bit for each name of a plain query, by its length and its first byte: what has another one is another name.
    private var marks: UInt64 = 0
    /// The names of an encoded one, in which the same characters may be other bytes.
    private var names: Set<String> = []

    /// How many parameters most queries have at most.
    private static let usualCount = 16

    /// - Parameter plain: the bytes that the parameters stand in, if nothing of them is encoded; else none.
    init(_ plain: [UInt8]) {
        bytes = plain
        isPlain = !plain.isEmpty
    }

    /// 0
    public var startIndex: Int { 0 }

    /// How many there are.
    public var endIndex: Int { places.count }

    /// The parameter at a place.
    public subscript(position: Int) -> QueryParameter {
        QueryParameter(name: text(places[position].name), value: text(places[position].value))
    }

    /// Calls `visit` with where name and value of each parameter stand in ``bytes``, UTF-8.
    public func forEachPlace(_ visit: (_ name: Range<Int>, _ value: Range<Int>) -> Void) {
        for place in places { visit(place.name.range, place.value.range) }
    }

    private func text(_ range: ByteRange) -> String { String(decoding: bytes.span.extracting(range.range)) }

    /// Adds the parameter whose name and value stand at these places of `query`.
    mutating func append(_ query: Span<UInt8>, name: Range<Int>, value: Range<Int>) throws(QueryError) {
        if places.isEmpty { places.reserveCapacity(Self.usualCount) }
        guard isPlain else { return try appendDecoded(query, name: name, value: value) }
        let place = Place(name: ByteRange(name), value: ByteRange(value))
        guard !hasName(place.name) else { throw .repeated(name: text(place.name)) }
        places.append(place)
    }

    private mutating func appendDecoded(
        _ query: Span<UInt8>,
        name: Range<Int>,
        value: Range<Int>
    ) throws(QueryError) {
        let decodedName: String
        let decodedValue: String
        do {
            decodedName = try String(percentEncoded: query.extracting(name), plusIsSpace: true)
        } catch {
            throw .undecodable(name: String(decoding: query.extracting(name), limit: 64), error)
        }
        do {
            decodedValue = try String(percentEncoded: query.extracting(value), plusIsSpace: true)
        } catch {
            throw .undecodable(name: decodedName, error)
        }
        guard names.insert(decodedName).inserted else { throw .repeated(name: decodedName) }
        places.append(Place(name: keep(decodedName), value: keep(decodedValue)))
    }

    private mutating func keep(_ text: String) -> ByteRange {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        return ByteRange(start..<bytes.count)
    }

    /// Whether a plain query has had this name, of which it then takes note.
    private mutating func hasName(_ name: ByteRange) -> Bool {
        let first = name.range.isEmpty ? 0 : bytes[name.range.lowerBound]
        let mark: UInt64 = 1 << ((UInt64(first) &+ 8 &* UInt64(name.range.count)) & 63)
        defer { marks |= mark }
        guard marks & mark != 0 else { return false }
        let bytes = bytes.span
        let text = bytes.extracting(name.range)
        for place in places where bytes.extracting(place.name.range).equals(text) { return true }
        return false
    }
}

extension DecodedQuery: Equatable {
    /// Whether both have the same parameters in the same order.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elementsEqual(rhs) }
}

/// One parameter of a query.
public struct QueryParameter: Hashable, Sendable {
    /// Its name, decoded.
    public let name: String
    /// Its value, decoded.
    public let value: String
}
