import Bytes

/// Names one representation of a resource: as long as the tag is the same, so are its bytes (a strong tag, RFC 9110 section
/// 8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    private let number: UInt64
    /// Whether it is that of the gzipped content: of other bytes, and hence another tag (RFC 9110 section 8.8.3.3).
    var isGzipped = false

    /// How many bytes ``description`` has at most.
    static let maximumCount = 32

    /// A tag of the number's sixteen hexadecimal digits, in lower case.
    public init(_ number: UInt64) {
        self.number = number
    }

    /// `"0123456789abcdef"`, and of the gzipped content `"0123456789abcdef-gzip"`.
    public var description: String {
        String(decoding: [UInt8](capacity: Self.maximumCount) { write(to: &$0) }, as: UTF8.self)
    }

    /// What stands between the quotes.
    var opaque: [UInt8] { [UInt8](capacity: Self.maximumCount) { writeOpaque(to: &$0) } }

    /// Appends ``description``.
    func write(to output: inout OutputSpan<UInt8>) {
        output.append("\"")
        writeOpaque(to: &output)
        output.append("\"")
    }

    private func writeOpaque(to output: inout OutputSpan<UInt8>) {
        output.append(hexadecimal: number)
        if isGzipped { output.append("-gzip") }
    }
}
