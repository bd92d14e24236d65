import Bytes
import SeededRandom
import Testing

/// Guards that numbers round as by the C library.
@Suite struct `A rounded integer` {
    @Test(arguments: [
        0, 0.5, 1.5, 2.5, 0.5.nextDown, 0.5.nextUp, 1e5 + 0.5, 20_040_000, 0x1p52 - 0.5, 0x1p52 + 1, 0x1p62,
    ])
    func `is the nearest one, halves away from zero`(number: Double) {
        #expect(Int(rounding: number) == Int(number.rounded()))
        #expect(Int(rounding: -number) == Int((-number).rounded()))
    }

    @Test func `is that of the C library for random numbers`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<10_000 {
            let number = Double.random(in: -1.8e7...1.8e7, using: &random)
            #expect(Int(rounding: number) == Int(number.rounded()))
        }
    }
}
