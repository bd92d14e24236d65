import Foundation
import SeededRandom
import Testing

@testable import Catalogue

@Suite struct `A number scale` {
    @Test func `of differences has a number's own place`() {
        for number: Float in [-3.5, 0, 1, 200_000_00] { #expect(NumberScale.linear.position(of: number) == number) }
    }

    @Test func `of differences has a finite place for numbers that a Float cannot hold, and NaN for NaN`() {
        let greatest = Float.greatestFiniteMagnitude
        #expect(NumberScale.linear.position(of: .infinity) == greatest)
        #expect(NumberScale.linear.position(of: -.infinity) == -greatest)
        #expect(NumberScale.octaves.position(of: .infinity).isFinite)
        #expect(NumberScale.linear.position(of: .nan).isNaN)
    }

    @Test func `of ratios is within a tenth of the logarithm, and exact at powers of two`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<10_000 {
            let number = exp2(Double.random(in: -20...60, using: &random))
            #expect(abs(Double(NumberScale.octaves.position(of: Float(number))) - log2(number)) < 0.1)
        }
        for exponent in -20...60 {
            #expect(
                NumberScale.octaves.position(of: Float(sign: .plus, exponent: exponent, significand: 1))
                    == Float(exponent)
            )
        }
    }

    @Test(arguments: [NumberScale.linear, .octaves])
    func `keeps the order of numbers`(scale: NumberScale) {
        var random = SplitMix64(seed: 2)
        let numbers = (0..<10_000).map { _ in Float.random(in: 0.001...100_000_000, using: &random) }.sorted()
        let places = numbers.map { scale.position(of: $0) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test(arguments: [0, -0.0, -1, .nan]) func `of ratios has no place for numbers that are not above zero`(
        number: Float
    ) {
        #expect(NumberScale.octaves.position(of: number).isNaN)
    }
}
