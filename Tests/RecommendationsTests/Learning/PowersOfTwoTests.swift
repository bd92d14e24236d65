import Foundation
import Testing

@testable import Recommendations

@Suite struct `Powers of 2` {
    @Test func `are those of the system`() {
        for exponent in stride(from: -1_000.0, through: 1_000, by: 0.73) {
            let expected = pow(2, exponent)
            #expect(abs(PowersOfTwo.power(exponent) / expected - 1) < 1e-9)
        }
    }

    @Test func `are exact for whole exponents`() {
        for exponent in -1_000...1_000 {
            #expect(PowersOfTwo.power(Double(exponent)) == Double(sign: .plus, exponent: exponent, significand: 1))
        }
        #expect(PowersOfTwo.power(0.5) == 2.0.squareRoot())
        #expect(PowersOfTwo.power(-0.5) == 0.5.squareRoot())
    }

    @Test func `are finite and above 0 for all exponents`() {
        for exponent in [1_001, 1e9, .greatestFiniteMagnitude, .infinity] {
            #expect(PowersOfTwo.power(exponent) == PowersOfTwo.power(1_000))
            #expect(PowersOfTwo.power(-exponent) == PowersOfTwo.power(-1_000))
        }
        #expect(PowersOfTwo.power(1_000).isFinite)
        #expect(PowersOfTwo.power(-1_000) > 0)
    }

    @Test func `never fall with the exponent`() {
        var last = 0.0
        for exponent in stride(from: -3.0, through: 3, by: 0.000_37) {
            let power = PowersOfTwo.power(exponent)
            #expect(power >= last)
            last = power
        }
    }
}

@Suite struct `Logarithms to the base 2` {
    @Test func `are those of the system, to 24 binary places`() {
        for exponent in stride(from: -1_000.0, through: 1_000, by: 0.73) {
            let value = pow(2, exponent)
            let error = log2(value) - PowersOfTwo.logarithm(value)
            #expect((-1e-9..<1 / 16_777_216 + 1e-9).contains(error))
        }
    }

    @Test func `are exact for powers`() {
        for exponent in -1_000...1_000 {
            #expect(PowersOfTwo.logarithm(Double(sign: .plus, exponent: exponent, significand: 1)) == Double(exponent))
        }
    }

    @Test func `never fall with the value`() {
        var last = -Double.infinity
        for value in stride(from: 0.25, through: 9, by: 0.000_61) {
            let logarithm = PowersOfTwo.logarithm(value)
            #expect(logarithm >= last)
            last = logarithm
        }
    }
}
