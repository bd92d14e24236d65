/// Mixes values into a `Revision`, eight bytes at a time.
///
/// Each word goes through a 64×64→128-bit multiplication whose halves are folded together (the mixing step of
/// wyhash). Every value carries its own length or presence, so that `"ab", "c"` and `"a", "bc"` differ.
public struct RevisionHasher: Sendable {
    @usableFromInline var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    /// A hasher that has seen nothing.
    @inlinable
    public init() {}

    /// Mixes in one word.
    @inlinable
    public mutating func combine(_ word: UInt64) {
        let product = (state ^ word ^ 0xa076_1d64_78bd_642f).multipliedFullWidth(by: 0xe703_7ed1_a0b4_28db)
        state = product.high ^ product.low &+ word
    }

    /// Mixes in an integer.
    @inlinable
    public mutating func combine(_ value: some FixedWidthInteger) {
        combine(UInt64(truncatingIfNeeded: value))
    }

    /// Mixes in a number by its bits; `-0.0` counts as `0.0`.
    public mutating func combine(_ value: Double) {
        combine((value == 0 ? 0 : value).bitPattern)
    }

    /// Mixes in a truth value.
    @inlinable
    public mutating func combine(_ value: Bool) {
        combine(value ? 1 as UInt64 : 2)
    }

    /// Mixes in another revision.
    @inlinable
    public mutating func combine(_ revision: Revision) {
        combine(revision.rawValue)
    }

    /// Mixes in a text by its UTF-8 bytes.
    @inlinable
    public mutating func combine(_ text: String) {
        combine(bytes: text.utf8.span)
    }

    /// Mixes in a text that may be missing, and whether it is.
    @inlinable
    public mutating func combine(_ text: String?) {
        combine(text != nil)
        if let text { combine(text) }
    }

    /// Mixes in a sequence of bytes.
    @inlinable
    public mutating func combine(bytes: Span<UInt8>) {
        let count = bytes.count
        let bytes = unsafe bytes.bytes
        combine(UInt64(count))
        var offset = 0
        while count - offset >= 8 {
            // Sound, here and below: that the bytes are there is checked, and any bytes are an integer.
            let next = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            combine(next.bigEndian)
            offset += 8
        }
        let rest = count - offset
        if rest == 0 { return }
        var word: UInt64 = 0
        if rest & 4 != 0 {
            let next = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
            word = UInt64(next.bigEndian)
            offset += 4
        }
        if rest & 2 != 0 {
            let next = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self)
            word = word << 16 | UInt64(next.bigEndian)
            offset += 2
        }
        if rest & 1 != 0 {
            let next = unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
            word = word << 8 | UInt64(next)
        }
        combine(word)
    }

    /// Mixes in a value that may be missing, and whether it is.
    @inlinable
    public mutating func combine<Value>(_ value: Value?, _ combine: (inout Self, Value) -> Void) {
        self.combine(value != nil)
        if let value { combine(&self, value) }
    }

    /// The revision of all that was mixed in.
    @inlinable
    public func finish() -> Revision {
        var value = state
        value = (value ^ value >> 32) &* 0xd6e8_feb8_6659_fd93
        value = (value ^ value >> 32) &* 0xd6e8_feb8_6659_fd93
        return Revision(rawValue: value ^ value >> 32)
    }
}
