/// A 64-bit hash of content: equal content has equal revisions, on every machine and in every run.
///
/// Not a cryptographic hash. Two different contents share a revision with a probability of about 2⁻⁶⁴.
public struct Revision: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt64

    /// A revision that was stored or received.
    @inlinable
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    @inlinable
    public init(_ combine: (inout RevisionHasher) -> Void) {
        var hasher = RevisionHasher()
        combine(&hasher)
        self = hasher.finish()
    }

    /// Sixteen lowercase hexadecimal digits.
    public var description: String {
        String(decoding: [UInt8](capacity: 16) { $0.append(hexadecimal: rawValue) }, as: UTF8.self)
    }
}

/// Hashes values into a ``Revision``, eight bytes at a time.
///
/// Each word passes a 64×64→128-bit multiplication whose halves are folded together (the mixing step of wyhash).
/// Lengths and the presence of optional values are hashed too, so that `"ab", "c"` and `"a", "bc"` differ.
public struct RevisionHasher: Sendable {
    @usableFromInline var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    @inlinable
    public init() {}

    @inlinable
    public mutating func combine(_ word: UInt64) {
        let product = (state ^ word ^ 0xa076_1d64_78bd_642f).multipliedFullWidth(by: 0xe703_7ed1_a0b4_28db)
        state = product.high ^ product.low &+ word
    }

    @inlinable
    public mutating func combine(_ value: some FixedWidthInteger) {
        combine(UInt64(truncatingIfNeeded: value))
    }

    /// `-0.0` counts as `0.0`.
    public mutating func combine(_ value: Double) {
        combine((value == 0 ? 0 : value).bitPattern)
    }

    @inlinable
    public mutating func combine(_ value: Bool) {
        combine(value ? 1 as UInt64 : 2)
    }

    @inlinable
    public mutating func combine(_ revision: Revision) {
        combine(revision.rawValue)
    }

    @inlinable
    public mutating func combine(_ text: String) {
        combine(bytes: text.utf8.span)
    }

    @inlinable
    public mutating func combine(_ text: StaticString) {
        // Sound: a literal lives as long as the program.
        combine(bytes: unsafe Span(_unsafeStart: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Adds bytes and their number.
    @inlinable
    public mutating func combine(bytes: Span<UInt8>) {
        let count = bytes.count
        let words = unsafe bytes.bytes
        // A copy, which stays in a register.
        var hasher = self
        defer { self = hasher }
        hasher.combine(UInt64(count))
        var offset = 0
        while offset < count & ~7 {
            // Sound, here and below: the number of bytes is checked, and any bytes are a valid integer.
            let next = unsafe words.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            hasher.combine(next.bigEndian)
            offset &+= 8
        }
        let rest = count - offset
        if rest == 0 { return }
        var word: UInt64 = 0
        if count > 8 {
            // The last eight bytes, without those that were added already.
            let last = unsafe words.unsafeLoadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
            word = last.bigEndian & (1 << UInt64(8 * rest) - 1)
        } else {
            for index in 0..<count { word = word << 8 | UInt64(bytes[index]) }
        }
        hasher.combine(word)
    }

    /// Adds the presence, too.
    @inlinable
    public mutating func combine<Value>(_ value: Value?, _ combine: (inout Self, Value) -> Void) {
        self.combine(value != nil)
        if let value { combine(&self, value) }
    }

    @inlinable
    public func finish() -> Revision {
        var value = state
        value = (value ^ value >> 32) &* 0xd6e8_feb8_6659_fd93
        value = (value ^ value >> 32) &* 0xd6e8_feb8_6659_fd93
        return Revision(rawValue: value ^ value >> 32)
    }
}
