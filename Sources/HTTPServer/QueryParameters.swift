/// The query of a request's target, as forms write it: `name=value&name=value`
/// (`application/x-www-form-urlencoded`). Nothing is decoded before it is asked for.
public struct QueryParameters: Sendable {
    private let bytes: [UInt8]
    private let range: Range<Int>

    /// How many parameters a query may have.
    public static let maximumCount = 100

    init(bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    /// The parameters of a query that is written here.
    public init(_ query: String) {
        bytes = Array(query.utf8)
        range = 0..<bytes.count
    }

    /// All parameters in their order, decoded. A name without `=` has an empty value.
    /// - Throws: ``QueryError`` where one cannot be decoded, a name is repeated, or there are too many.
    public func decoded() throws(QueryError) -> DecodedQuery {
        // Where nothing is encoded, names and values are read where they stand.
        var decoded = DecodedQuery(bytes.span.extracting(range).isPlain ? bytes : [])
        var start = range.lowerBound
        while start < range.upperBound {
            let query = bytes.span.extracting(0..<range.upperBound)
            let end = query.firstIndex(of: UInt8(ascii: "&"), from: start) ?? query.count
            if start < end {
                guard decoded.count < Self.maximumCount else { throw .tooMany(limit: Self.maximumCount) }
                let equals = query.extracting(0..<end).firstIndex(of: UInt8(ascii: "="), from: start) ?? end
                try decoded.append(query, name: start..<equals, value: min(equals + 1, end)..<end)
            }
            start = end + 1
        }
        return decoded
    }
}

extension Span<UInt8> {
    /// Whether this is ASCII that stands for itself.
    fileprivate var isPlain: Bool { contains(no: { $0.areEncoded }) }
}

/// Why a query cannot be read.
public enum QueryError: Error, Hashable, Sendable {
    /// The parameter's name or value is not percent-encoded UTF-8.
    case undecodable(name: String, EncodingError)
    /// The parameter is given more than once.
    case repeated(name: String)
    /// There are more parameters than ``QueryParameters/maximumCount``.
    case tooMany(limit: Int)
}
