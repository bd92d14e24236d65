/// Mixes values into a `Revision`, eight bytes at a time.
///
/// Each word goes through a 64×64→128-bit multiplication whose halves are folded together (the mixing step of
/// wyhash). Every value carries its own length or presence, so that `"ab", "c"` and `"a", "bc"` differ.
public struct RevisionHasher: Sendable {
    private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    /// A hasher that has seen nothing.
    public init() {}

    /// Mixes in one word.
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
    public mutating func combine(_ value: Bool) {
        combine(value ? 1 as UInt64 : 2)
    }

    /// Mixes in another revision.
    public mutating func combine(_ revision: Revision) {
        combine(revision.rawValue)
    }

    /// Mixes in a text by its UTF-8 bytes.
    public mutating func combine(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        combine(bytes: text.utf8.span)
    }

    /// Mixes in a sequence of bytes.
    public mutating func combine(bytes: Span<UInt8>) {
        combine(UInt64(bytes.count))
        var word: UInt64 = 0
        for index in bytes.indices {
            word = word << 8 | UInt64(bytes[index])
            if index % 8 == 7 {
                combine(word)
                word = 0
            }
        }
        if bytes.count % 8 != 0 { combine(word) }
    }

    /// Mixes in a value that may be missing, and whether it is.
    @inlinable
    public mutating func combine<Value>(_ value: Value?, _ combine: (inout Self, Value) -> Void) {
        self.combine(value != nil)
        if let value { combine(&self, value) }
    }

    /// The revision of all that was mixed in.
    public func finish() -> Revision {
        var value = state
        value = (value ^ value >> 32) &* 0xd6e8_feb8_6659_fd93
        value = (value ^ value >> 32) &* 0xd6e8_feb8_6659_fd93
        return Revision(rawValue: value ^ value >> 32)
    }
}
