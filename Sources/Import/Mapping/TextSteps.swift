/// The steps from a text to a value: `missing`, `split` and `pick`, `replace`, `table`, `as`.
struct TextSteps: Sendable {
    /// The texts that mean "no value", beside the empty one.
    let missing: Set<FieldBytes>
    let split: TextSplit?
    let transforms: [TextTransform]

    /// The elements of a list, or the text itself; `nil` if it is missing.
    func elements(of text: FieldBytes) throws(ValueError) -> [FieldBytes]? {
        guard isPresent(text) else { return nil }
        var elements: [FieldBytes] = []
        for part in split?.parts(of: text) ?? [text] {
            if let element = try transformed(part) { elements.append(element) }
        }
        return elements
    }

    func first(of text: FieldBytes) throws(ValueError) -> FieldBytes? {
        if split == nil { return try transformed(text) }
        return try elements(of: text)?.first
    }

    private func transformed(_ text: FieldBytes) throws(ValueError) -> FieldBytes? {
        guard isPresent(text) else { return nil }
        var text = text
        for transform in transforms { text = try transform.apply(to: text) }
        return text.isEmpty ? nil : text
    }

    private func isPresent(_ text: FieldBytes) -> Bool { !text.isEmpty && (missing.isEmpty || !missing.contains(text)) }
}

struct TextSplit: Sendable {
    enum Pick: String, CaseIterable {
        case first
        case last
    }

    let separator: [UInt8]
    /// The element to keep; `nil` for all.
    var pick: Pick?

    func parts(of text: FieldBytes) -> [FieldBytes] {
        let parts = text.split(on: separator[...]).map { $0.trimmingWhiteSpace() }
        return switch pick {
        case nil: parts
        case .first?: Array(parts.prefix(1))
        case .last?: Array(parts.suffix(1))
        }
    }
}

enum TextTransform: Sendable {
    case replace(FieldBytes, with: FieldBytes)
    /// Translates a text; other texts become `otherwise`, or are an error without it.
    case table([FieldBytes: FieldBytes], otherwise: FieldBytes?)
    /// A readable identifier: `comme-des-garcons`.
    case slug
    /// Sixteen hexadecimal digits that depend on the text alone.
    case hash
    case html

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
        case .html: return HTMLText.text(of: text)
        }
    }
}

extension FieldBytes {
    /// The standard library's split by a collection is generic: it made imports a quarter slower.
    /// - Parameter separator: Not empty.
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

    /// Without surrounding spaces, tabs, line feeds and carriage returns.
    func trimmingWhiteSpace() -> Self {
        var slice = self
        while let first = slice.first, first.isWhiteSpace { slice.removeFirst() }
        while let last = slice.last, last.isWhiteSpace { slice.removeLast() }
        return slice
    }
}

extension UInt8 {
    var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d }
}
