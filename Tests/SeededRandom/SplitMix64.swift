/// Steele, Lea and Flood's SplitMix64 (2014): a seed gives the same numbers everywhere.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The generator of a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number, any of `UInt64` with the same probability.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }

    /// One of the values.
    public mutating func pick<Value>(_ values: Value...) -> Value {
        values[Int.random(in: values.indices, using: &self)]
    }
}
