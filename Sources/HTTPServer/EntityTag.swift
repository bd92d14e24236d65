import ByteOutput

/// Names one representation of a resource: as long as the tag is the same, so is the representation (RFC 9110 section
/// 8.8.3).
public struct EntityTag: Sendable, CustomStringConvertible {
    /// What stands between the quotes.
    private enum Opaque: Sendable {
        case text(String)
        case number(UInt64)
    }

    private let opaque: Opaque
    /// Whether equal tags promise the same meaning only, and not the same bytes.
    public let isWeak: Bool
    /// Whether it is that of the gzipped content: of other bytes, and hence another tag (RFC 9110 section 8.8.3.3).
    var isGzipped = false

    private static let gzipSuffix: StaticString = "-gzip"

    /// It is a mistake of the program to put a quote, a blank or a control character into a tag. A tag that ends with
    /// `-gzip` looks like the one that the server gives to the gzipped body of another.
    public init(_ opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy(\.isEntityTag), "an entity tag cannot have these characters: \(opaque)")
        self.opaque = .text(opaque)
        self.isWeak = isWeak
    }

    /// A tag of the number's sixteen hexadecimal digits, in lower case.
    public init(_ number: UInt64) {
        opaque = .number(number)
        isWeak = false
    }

    /// `"9f2c"`, or `W/"9f2c"` where it is weak.
    public var description: String {
        var text: [UInt8] = []
        text.append(addingCapacity: maximumCount) { write(to: &$0) }
        return String(decoding: text, as: UTF8.self)
    }

    /// How many bytes ``description`` has at most.
    var maximumCount: Int {
        switch opaque {
        case .text(let text): text.utf8.count + 16
        case .number: 32
        }
    }

    /// Appends ``description``.
    func write(to output: inout OutputSpan<UInt8>) {
        output.append(isWeak ? "W/\"" as StaticString : "\"")
        writeOpaque(to: &output)
        output.append(UInt8(ascii: "\""))
    }

    private func writeOpaque(to output: inout OutputSpan<UInt8>) {
        switch opaque {
        case .text(let text): output.append(copying: text.utf8.span)
        case .number(let number): output.append(hexadecimal: number)
        }
        if isGzipped { output.append(Self.gzipSuffix) }
    }

    /// Whether these bytes are what stands between its quotes.
    func hasOpaque(_ bytes: Span<UInt8>) -> Bool {
        var own: [UInt8] = []
        own.append(addingCapacity: maximumCount) { writeOpaque(to: &$0) }
        return bytes.equals(own.span)
    }
}
