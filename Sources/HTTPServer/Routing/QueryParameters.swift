import Bytes

/// The decoded parameters of a query (`application/x-www-form-urlencoded`: `name=value&name=value`), as ranges of UTF-8
/// bytes in their order, or as strings, created on access.
public struct QueryParameters: Sendable {
    /// The bytes of names and values: the request's own if nothing is encoded, else decoded ones. Not to be kept beyond
    /// the request, whose memory they hold.
    public private(set) var bytes: [UInt8]
    /// In ``bytes``.
    public private(set) var ranges: [(name: Range<Int>, value: Range<Int>)] = []
    /// A bit for each name, by its length and last byte: most names need no comparison.
    private var nameBits: UInt64 = 0

    public static let maximumCount = 100
    private static let usualCount = 16

    /// A name without `=` has an empty value.
    /// - Throws: ``RequestError`` if one cannot be decoded, a name is repeated, or there are too many.
    init(bytes source: [UInt8], range: Range<Int>) throws(RequestError) {
        let isPlain = source.span.extracting(range).contains(no: { $0.areEncoded })
        bytes = isPlain ? source : []
        if !range.isEmpty { ranges.reserveCapacity(Self.usualCount) }
        var start = range.lowerBound
        while start < range.upperBound {
            let query = source.span.extracting(0..<range.upperBound)
            let end = query.firstIndex(of: UInt8(ascii: "&"), from: start) ?? query.count
            if start < end {
                guard ranges.count < Self.maximumCount else { throw .tooManyParameters(limit: Self.maximumCount) }
                let equals = query.extracting(0..<end).firstIndex(of: UInt8(ascii: "="), from: start) ?? end
                var (name, value) = (start..<equals, min(equals + 1, end)..<end)
                if !isPlain {
                    let text = String(decoding: query.extracting(name).extracting(first: 64))
                    name = try decode(query.extracting(name), of: text)
                    value = try decode(query.extracting(value), of: self.text(name))
                }
                try append(name: name, value: value)
            }
            start = end + 1
        }
    }

    private mutating func append(name: Range<Int>, value: Range<Int>) throws(RequestError) {
        let bit: UInt64 = 1 << UInt64((8 * name.count + (name.isEmpty ? 0 : Int(bytes[name.upperBound - 1]))) & 63)
        if nameBits & bit != 0 {
            let added = bytes.span.extracting(name)
            for other in ranges where bytes.span.extracting(other.name).equals(added) {
                throw .repeated(parameter: text(name))
            }
        }
        nameBits |= bit
        ranges.append((name, value))
    }

    /// Appends the decoded name or value of a parameter to the bytes.
    private mutating func decode(_ encoded: Span<UInt8>, of name: String) throws(RequestError) -> Range<Int> {
        guard let text = String(percentEncoded: encoded, plusIsSpace: true) else { throw .undecodable(parameter: name) }
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        return start..<bytes.count
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes.span.extracting(range)) }

    /// The value of the parameter of this name.
    public subscript(_ name: String) -> String? {
        ranges.first { bytes.span.extracting($0.name).equals(name.utf8.span) }.map { text($0.value) }
    }
}
