import Bytes

/// Permanent codes of texts that many items share, such as markets and brands.
struct TextDictionary: Sendable {
    static let none: UInt32 = 0

    private var texts: [String] = [""]
    /// Codes by hash, with linear probing; 0 is free.
    private var slots: [UInt32] = Array(repeating: 0, count: 64)

    subscript(code: UInt32) -> String { texts[Int(code)] }

    func code(of text: String) -> UInt32? {
        let code = slots[slot(of: text.utf8.span)]
        return code == 0 ? nil : code
    }

    /// The code of a UTF-8 text, a new one if it has none; ``none`` for an empty text.
    mutating func code(of bytes: Span<UInt8>) -> UInt32 {
        if bytes.isEmpty { return Self.none }
        let slot = slot(of: bytes)
        if slots[slot] != 0 { return slots[slot] }
        let code = UInt32(texts.count)
        texts.append(bytes.text)
        slots[slot] = code
        if texts.count * 2 > slots.count { grow() }
        return code
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: slots.count * 2)
        for code in 1..<texts.count { slots[slot(of: texts[code].utf8.span)] = UInt32(code) }
    }

    /// The slot of a text, or where it belongs.
    private func slot(of bytes: Span<UInt8>) -> Int {
        var slot = Int(truncatingIfNeeded: Revision { $0.combine(bytes: bytes) }.rawValue) & (slots.count - 1)
        while slots[slot] != 0, !texts[Int(slots[slot])].utf8.span.isEqual(to: bytes) {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }
}

extension Span<UInt8> {
    /// The text in UTF-8; empty if it is invalid.
    var text: String {
        guard let text = try? UTF8Span(validating: self) else { return "" }
        return String(copying: text)
    }

    func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }

    /// Whether these bytes are lexicographically less.
    func precedes(_ other: Span<UInt8>) -> Bool {
        for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
            return self[index] < other[index]
        }
        return count < other.count
    }
}
