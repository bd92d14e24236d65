import Bytes

/// Numbers that stand for texts which many items share, such as markets and brands. A text keeps its number.
struct TextDictionary: Sendable {
    /// The number of a missing text; no text has it.
    static let none: UInt32 = 0

    private var texts: [String] = [""]
    /// Codes by hash, with linear probing; 0 is free.
    private var slots: [UInt32] = Array(repeating: 0, count: 64)

    /// The text of a code.
    subscript(code: UInt32) -> String { texts[Int(code)] }

    /// How many codes are given, ``none`` included.
    var count: Int { texts.count }

    /// The code of a text, or `nil` where it has none yet.
    func code(of text: String) -> UInt32? {
        let code = slots[slot(of: text.utf8.span)]
        return code == 0 ? nil : code
    }

    /// The code of a text that `bytes` are in UTF-8, a new one where it has none yet; ``none`` for an empty text.
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

    /// Where the text stands, or would stand.
    private func slot(of bytes: Span<UInt8>) -> Int {
        var slot = Int(truncatingIfNeeded: Revision { $0.combine(bytes: bytes) }.rawValue) & (slots.count - 1)
        while slots[slot] != 0, !texts[Int(slots[slot])].utf8.span.isEqual(to: bytes) {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }
}

extension Span<UInt8> {
    /// The text whose UTF-8 these bytes are; empty where they are not UTF-8.
    var text: String {
        guard let text = try? UTF8Span(validating: self) else { return "" }
        return String(copying: text)
    }

    /// Whether both have the same bytes.
    func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }

    /// Whether these bytes come before the other ones.
    func precedes(_ other: Span<UInt8>) -> Bool {
        for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
            return self[index] < other[index]
        }
        return count < other.count
    }
}
