import Bytes

/// Permanent codes of texts that many items share, such as markets and brands.
struct TextDictionary: Sendable {
    static let none: UInt32 = 0

    private var texts: [String] = [""]
    /// Codes above 0.
    private var codes = HashIndex(capacity: 64)

    subscript(code: UInt32) -> String { texts[Int(code)] }

    func code(of text: String) -> UInt32? { code(of: text.utf8.span, hash: Self.hash(of: text.utf8.span)) }

    /// The code of a UTF-8 text, a new one if it has none; ``none`` for an empty text.
    mutating func code(of bytes: Span<UInt8>) -> UInt32 {
        if bytes.isEmpty { return Self.none }
        let hash = Self.hash(of: bytes)
        if let known = code(of: bytes, hash: hash) { return known }
        let code = texts.count
        if code > codes.capacity {
            codes = HashIndex(capacity: 2 * code)
            for known in 1..<code { codes.insert(known, hash: Self.hash(of: texts[known].utf8.span)) }
        }
        texts.append(bytes.text)
        codes.insert(code, hash: hash)
        return UInt32(code)
    }

    private func code(of bytes: Span<UInt8>, hash: UInt64) -> UInt32? {
        codes.first(hash: hash) { texts[$0].utf8.span.equals(bytes) }.map { UInt32($0) }
    }

    private static func hash(of bytes: Span<UInt8>) -> UInt64 { Revision { $0.combine(bytes: bytes) }.rawValue }
}

extension Span<UInt8> {
    /// The text in UTF-8; empty if it is invalid.
    var text: String {
        guard let text = try? UTF8Span(validating: self) else { return "" }
        return String(copying: text)
    }

    func isUTF8(_ range: Range<Int>) -> Bool { (try? UTF8Span(validating: extracting(range))) != nil }

    /// Whether these bytes are lexicographically less.
    func precedes(_ other: Span<UInt8>) -> Bool {
        for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
            return self[index] < other[index]
        }
        return count < other.count
    }
}
