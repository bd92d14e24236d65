import Bytes

/// A strong entity tag (RFC 9110 section 8.8.3): equal tags mean equal bytes.
public struct EntityTag: Hashable, Sendable {
    private let number: UInt64
    /// Whether the content is gzipped, which needs a tag of its own (RFC 9110 section 8.8.3.3).
    var isGzipped = false

    static let maximumCount = 32

    public init(_ number: UInt64) {
        self.number = number
    }

    /// Without the quotes: `0123456789abcdef`, or for gzipped content `0123456789abcdef-gzip`.
    var opaque: [UInt8] { [UInt8](capacity: Self.maximumCount) { writeOpaque(to: &$0) } }

    func writeOpaque(to output: inout OutputSpan<UInt8>) {
        output.append(hexadecimal: number)
        if isGzipped { output.append("-gzip") }
    }
}

/// Evaluates the lines of `If-Match` or `If-None-Match` (RFC 9110 sections 13.1.1 and 13.1.2): `*` or entity tags.
struct EntityTagCondition {
    /// How two tags are compared (RFC 9110 section 8.8.3.2).
    enum Comparison {
        /// Equal, and neither is weak.
        case strong
        /// Equal, weak or not.
        case weak
    }

    enum Result: Hashable {
        /// There is no such field, or no tag in it.
        case absent
        case matches
        case differs
        case malformed
    }

    /// The text between the quotes of the representation's strong tag; `nil` if it has none.
    let tag: [UInt8]?
    let comparison: Comparison
    var isAny = false
    var result = Result.absent

    /// Adds one line. A list without elements is no condition.
    mutating func add(_ value: Span<UInt8>) {
        guard !value.allSatisfy({ $0.isBlank || $0 == UInt8(ascii: ",") }) else { return }
        if value.equals("*"), result == .absent {
            isAny = true
            result = .matches
        } else if isAny {
            // A list has no `*`, and `*` stands alone.
            result = .malformed
        } else if result != .malformed {
            if result == .absent { result = .differs }
            readTags(in: value)
        }
    }

    /// Parses `#entity-tag`, in which elements may be empty and tags may contain commas.
    private mutating func readTags(in value: Span<UInt8>) {
        var index = 0
        while true {
            while index < value.count, value[index].isBlank || value[index] == UInt8(ascii: ",") { index += 1 }
            guard index < value.count else { return }
            let isWeak = value.extracting(index...).extracting(first: 2).equals("W/")
            if isWeak { index += 2 }
            guard index < value.count, value[index] == UInt8(ascii: "\"") else { return result = .malformed }
            let start = index + 1
            guard let end = value.firstIndex(of: UInt8(ascii: "\""), from: start),
                value.extracting(start..<end).allSatisfy(\.isEntityTag)
            else { return result = .malformed }
            if let tag, comparison == .weak || !isWeak, value.extracting(start..<end).equals(tag.span) {
                result = .matches
            }
            index = end + 1
            while index < value.count, value[index].isBlank { index += 1 }
            guard index == value.count || value[index] == UInt8(ascii: ",") else { return result = .malformed }
        }
    }
}
