import Bytes

/// The parameters of a query as forms write it (`application/x-www-form-urlencoded`: `name=value&name=value`), decoded, in
/// their order: as texts, which come into being when they are asked for, or as the bytes of those texts.
public struct QueryParameters: RandomAccessCollection, Sendable {
    /// Where a parameter stands in the bytes.
    private struct Place: Sendable {
        var name: BufferRange
        var value: BufferRange
    }

    /// Bytes that the names and values stand in: the request's own, where nothing of the query is encoded, or what was
    /// decoded. Not to be kept, so that the request's memory is free when it is answered.
    public private(set) var bytes: [UInt8]
    private var places: [Place] = []

    /// How many parameters a query may have.
    public static let maximumCount = 100
    /// How many parameters most queries have at most.
    private static let usualCount = 16

    /// The parameters of `query`. A name without `=` has an empty value.
    /// - Throws: ``QueryError`` where one cannot be decoded, a name is repeated, or there are too many.
    public init(_ query: String) throws(QueryError) {
        let bytes = Array(query.utf8)
        try self.init(bytes: bytes, range: bytes.indices)
    }

    /// The parameters of the query that stands in `range`.
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

    /// Adds a parameter that stands in the bytes.
    private mutating func append(name: Range<Int>, value: Range<Int>) throws(QueryError) {
        let place = Place(name: BufferRange(name), value: BufferRange(value))
        for other in places where other.name.range.count == name.count {
            guard !bytes.span.extracting(other.name.range).equals(bytes.span.extracting(name)) else {
                throw .repeated(name: text(place.name))
            }
        }
        places.append(place)
    }

    /// Adds a parameter that has to be decoded. Names whose characters are the same may be other bytes.
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
}

extension QueryParameters: Equatable {
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

/// Why a query cannot be read.
public enum QueryError: Error, Hashable, Sendable {
    /// The parameter's name or value is not percent-encoded UTF-8 without a NUL.
    case undecodable(name: String)
    /// The parameter is given more than once.
    case repeated(name: String)
    /// There are more parameters than ``QueryParameters/maximumCount``.
    case tooMany(limit: Int)
}
