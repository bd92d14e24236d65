import Bytes

/// What `If-Match` or `If-None-Match` say of the representation that was selected: `*` or a list of entity tags
/// (RFC 9110 sections 13.1.1 and 13.1.2), over as many lines as the request has of the field.
struct EntityTagCondition {
    /// How two tags are compared (RFC 9110 section 8.8.3.2).
    enum Comparison {
        /// Equal, and neither of them weak.
        case strong
        /// Equal, weak or not.
        case weak
    }

    enum Result: Hashable {
        /// The request has no such field, or no tag in it.
        case absent
        /// The representation is one of those named.
        case matches
        /// It is none of them.
        case differs
        /// It cannot be understood.
        case malformed
    }

    private let tag: [UInt8]?
    private let comparison: Comparison
    private var isAny = false
    private(set) var result = Result.absent

    /// A condition on the representation that has this strong tag, or none.
    /// - Parameter tag: what stands between its quotes.
    init(on tag: [UInt8]?, _ comparison: Comparison) {
        self.tag = tag
        self.comparison = comparison
    }

    /// Adds one line of the field. A list without elements is no condition.
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

    /// Reads `#entity-tag`, where elements may be empty. A comma may also stand within a tag.
    private mutating func readTags(in value: Span<UInt8>) {
        var index = 0
        while true {
            while index < value.count, value[index].isBlank || value[index] == UInt8(ascii: ",") { index += 1 }
            guard index < value.count else { return }
            let isWeak = value[index] == UInt8(ascii: "W")
            if isWeak {
                index += 1
                guard index < value.count, value[index] == UInt8(ascii: "/") else { return result = .malformed }
                index += 1
            }
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
