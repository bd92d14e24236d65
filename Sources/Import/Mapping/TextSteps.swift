/// The steps from a text to a value: `missing`, `split` and `pick`, `replace`, `table`, `as`.
struct TextSteps: Sendable {
    typealias Transform = @Sendable (FieldBytes) throws(ValueError) -> FieldBytes
    typealias Split = @Sendable (FieldBytes) -> ArraySlice<FieldBytes>

    /// The texts that mean "no value", beside the empty one.
    let missing: Set<FieldBytes>
    /// `nil` for a single text.
    let split: Split?
    let transforms: [Transform]

    /// The elements of a list, or the text itself; `nil` if it is missing.
    func elements(of text: FieldBytes) throws(ValueError) -> [FieldBytes]? {
        guard isPresent(text) else { return nil }
        var elements: [FieldBytes] = []
        for part in split?(text) ?? [text] {
            if let element = try transformed(part.trimmingWhiteSpace()) { elements.append(element) }
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
        for transform in transforms { text = try transform(text) }
        return text.isEmpty ? nil : text
    }

    private func isPresent(_ text: FieldBytes) -> Bool { !text.isEmpty && (missing.isEmpty || !missing.contains(text)) }
}

extension FieldBytes {
    /// The standard library's split by a collection is generic: it made imports a quarter slower.
    /// - Parameter separator: Not empty.
    func split(on separator: FieldBytes) -> [FieldBytes] {
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
