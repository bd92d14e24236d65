/// What is done with a text on its way from the file to the item.
enum TextTransform: Sendable {
    /// Another text for each place where a text stands.
    case replace(FieldBytes, with: FieldBytes)
    /// Other words for words; a word that is not among them becomes `otherwise`, or is refused where there is none.
    case table([FieldBytes: FieldBytes], otherwise: FieldBytes?)
    /// An identifier that can be read: `comme-des-garcons`.
    case slug
    /// Sixteen hexadecimal digits that depend on nothing but the text.
    case hash

    func apply(to text: FieldBytes) throws(ValueError) -> FieldBytes {
        switch self {
        case .table(let words, let otherwise):
            guard let word = words[text] ?? otherwise else {
                throw ValueError("expected a word of the table", found: quoted(text))
            }
            return word
        case .replace(let part, let other):
            return FieldBytes(text.split(on: part).joined(separator: other)).trimmingWhiteSpace()
        case .slug: return FieldBytes(Slug.of(String(decoding: text, as: UTF8.self)).utf8)
        case .hash: return FieldBytes(Slug.hash(of: text).utf8)
        }
    }
}

/// A text that is a list.
struct TextSplit: Sendable {
    enum Pick: String, CaseIterable {
        case first
        case last
    }

    let separator: [UInt8]
    /// The part to take; `nil` for all of them.
    var pick: Pick?

    /// The parts to take, without the white space around them.
    func parts(of text: FieldBytes) -> [FieldBytes] {
        let parts = text.split(on: separator[...]).map { $0.trimmingWhiteSpace() }
        return switch pick {
        case nil: parts
        case .first?: Array(parts.prefix(1))
        case .last?: Array(parts.suffix(1))
        }
    }
}

extension FieldBytes {
    /// What stands before, between and behind the places where `separator` stands, which is not empty.
    fileprivate func split(on separator: FieldBytes) -> [FieldBytes] {
        var parts: [FieldBytes] = []
        var start = startIndex
        var index = start
        while index < endIndex {
            if self[index...].starts(with: separator) {
                parts.append(self[start..<index])
                index += separator.count
                start = index
            } else {
                index += 1
            }
        }
        parts.append(self[start...])
        return parts
    }

    /// Without the white space around it.
    func trimmingWhiteSpace() -> Self {
        var slice = self
        while let first = slice.first, first.isWhiteSpace { slice.removeFirst() }
        while let last = slice.last, last.isWhiteSpace { slice.removeLast() }
        return slice
    }
}

extension UInt8 {
    /// Whether the byte is a space, a tab, a line feed or a carriage return.
    fileprivate var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d }
}
