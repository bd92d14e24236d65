/// A random number generator whose numbers depend on a seed alone: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// One of several independent generators of a seed.
    init(seed: UInt64, stream: Int) {
        state = seed &+ UInt64(truncatingIfNeeded: stream) &* 0xd134_2543_de82_ef95
        state = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}
