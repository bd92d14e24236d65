import SeededRandom

extension SplitMix64 {
    /// A number in 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
