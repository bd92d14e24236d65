/// A part of a record's bytes, or a text computed from it.
typealias FieldBytes = ArraySlice<UInt8>

extension FieldBytes {
    /// `nil` if the text is empty or one of `missing`.
    func nilIfEmpty(or missing: [FieldBytes] = []) -> FieldBytes? { isEmpty || missing.contains(self) ? nil : self }

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

    func replacing(_ part: FieldBytes, with other: FieldBytes) -> FieldBytes {
        FieldBytes(split(on: part).joined(separator: other))
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
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")

    var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d }
}
