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
    public func decoded() throws(QueryError) -> [QueryParameter] {
        guard !range.isEmpty else { return [] }
        let query = bytes.span.extracting(range)
        var parameters: [QueryParameter] = []
        var start = 0
        while start < query.count {
            let end = query.firstIndex(of: UInt8(ascii: "&"), from: start) ?? query.count
            let parameter = query.extracting(start..<end)
            start = end + 1
            guard !parameter.isEmpty else { continue }
            guard parameters.count < Self.maximumCount else { throw .tooMany(limit: Self.maximumCount) }
            let decoded = try QueryParameter(parameter)
            guard !parameters.contains(where: { $0.name == decoded.name }) else { throw .repeated(name: decoded.name) }
            parameters.append(decoded)
        }
        return parameters
    }
}

/// One parameter of a query.
public struct QueryParameter: Hashable, Sendable {
    /// Its name, decoded.
    public let name: String
    /// Its value, decoded.
    public let value: String

    fileprivate init(_ bytes: Span<UInt8>) throws(QueryError) {
        let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
        do {
            name = try String(percentEncoded: bytes.extracting(0..<equals), plusIsSpace: true)
        } catch {
            throw .undecodable(name: String(decoding: bytes.extracting(0..<equals), limit: 64), error)
        }
        do {
            value = try String(
                percentEncoded: bytes.extracting(min(equals + 1, bytes.count)..<bytes.count),
                plusIsSpace: true
            )
        } catch {
            throw .undecodable(name: name, error)
        }
    }
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
