import Bytes
import SeededRandom
import Testing

/// A text parsed in all three ways.
private struct Reading: Equatable {
    let integer: Int?
    let thousandths: Int?
    /// The bit pattern, because zeros have signs.
    let double: UInt64?

    init?(_ text: String) {
        let bytes = text.utf8.span
        guard let number = DecimalNumber(bytes) else { return nil }
        integer = number.unsignedInteger
        thousandths = number.units(places: 3, in: 0...1_000_000_000)
        double = number.double(bytes)?.bitPattern
    }
}

/// Decimal numbers in requests are read exactly, and only in the documented syntax.
@Suite struct `A decimal number` {
    /// A random text: mostly decimal numbers, some of them malformed.
    private static func text(_ generator: inout SplitMix64) -> String {
        let sign = generator.pick("", "", "-")
        let most = generator.pick(1, 3, 9, 17, 24)
        let whole = (0..<Int.random(in: 0...most, using: &generator)).map { _ in
            Character("\(Int.random(in: 0...9, using: &generator))")
        }
        let fraction = (0..<Int.random(in: 0...most, using: &generator)).map { _ in
            Character("\(generator.pick(0, 4, 5, 9, Int.random(in: 0...9, using: &generator)))")
        }
        let odd = Int.random(in: 0..<20, using: &generator) == 0 ? generator.pick(".", "-", "e", " ", "+") : ""
        return sign + String(whole) + generator.pick("", ".", ".") + String(fraction) + odd
    }

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.count <= DecimalNumber.maximumLength && text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
    }

    @Test func `equals the standard library's, bit by bit`() throws {
        var generator = SplitMix64(seed: 1)
        var numbers = 0
        for _ in 0..<30_000 {
            let text = Self.text(&generator)
            let number = Reading(text)
            guard Self.isNumber(text) else {
                #expect(number == nil, "\(text)")
                continue
            }
            numbers += 1
            let expected = try #require(Double(text))
            #expect(number?.double == expected.bitPattern, "\(text)")
            let parts = text.split(separator: ".")
            let isWhole = !text.hasPrefix("-") && parts.dropFirst().allSatisfy { $0.allSatisfy { $0 == "0" } }
            #expect(number?.integer == (isWhole ? Int(parts[0]) : nil), "\(text)")
        }
        #expect(numbers > 10_000)
    }

    @Test(arguments: [
        "9007199254740992", "9007199254740993", "-9007199254740993", "9007199254.740993", "0.9007199254740993",
        "0.0000000000000000000001", "0.1", "0.3", "-0", "-0.0", "89.99999999999999999", "179.9999999",
        "999999999999999999999999", "00000000000000000000.100", "2.2250738585072014",
    ])
    func `is the nearest floating-point number in hard cases`(text: String) throws {
        #expect(try #require(Reading(text)).double == #require(Double(text)).bitPattern)
    }

    @Test func `has the value of its exponent`() throws {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<30_000 {
            let digits = String(Int.random(in: 0...999_999, using: &generator))
            let fraction = generator.pick("", ".\(Int.random(in: 0...9_999, using: &generator))")
            let exponent = Int.random(in: -8...8, using: &generator)
            let text =
                generator.pick("", "-") + digits + fraction + generator.pick("e", "E")
                + (exponent < 0 ? "" : generator.pick("", "+")) + "\(exponent)"
            let number = try #require(Reading(text), "\(text)")
            let expected = try #require(Double(text))
            #expect(number.double == expected.bitPattern, "\(text)")
            let isWhole = !text.hasPrefix("-") && expected == expected.rounded()
            #expect(number.integer == (isWhole ? Int(expected) : nil), "\(text)")
            if let thousandths = number.thousandths {
                #expect(abs(Double(thousandths) - expected * 1_000) <= 0.5 + expected * 1e-9, "\(text)")
            } else {
                #expect(text.hasPrefix("-") || expected > 999_999, "\(text)")
            }
        }
    }

    @Test(
        arguments: [
            ("-6.5E-5", -6.5e-5, nil), ("3.9e2", 390, 390_000), ("0e999", 0, 0), ("1e-999", 0, 0), ("5e-4", 0.0005, 1),
            ("4.9e-4", 0.00049, 0), ("1e999", .infinity, nil), ("1e9", 1e9, nil), ("123456e-30", 1.23456e-25, 0),
        ] as [(String, Double, Int?)]
    )
    func `takes exponents of any size`(text: String, double: Double, thousandths: Int?) throws {
        let number = try #require(Reading(text))
        #expect(number.double == double.bitPattern)
        #expect(number.thousandths == thousandths)
    }

    @Test func `is rounded to the thousandth by its fourth decimal`() throws {
        var generator = SplitMix64(seed: 2)
        var numbers = 0
        for _ in 0..<30_000 {
            let text = Self.text(&generator)
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let isBelowMillion =
                Self.isNumber(text) && !text.hasPrefix("-") && Int(parts[0]).map { $0 < 1_000_000 } ?? false
            var expected: Int?
            if isBelowMillion, let whole = Int(parts[0]) {
                let digits = Array((parts.count == 2 ? String(parts[1]) : "") + "0000").prefix(4)
                let places = try #require(Int(String(digits)))
                expected = whole * 1_000 + places / 10 + (places % 10 >= 5 ? 1 : 0)
                numbers += 1
            }
            #expect(Reading(text)?.thousandths == expected, "\(text)")
        }
        #expect(numbers > 5000)
    }

    @Test(arguments: [
        ("200", true), ("199.999999999999999999", false), ("200.0000000000000000000", true), ("199.9999", false),
        ("2048", true), ("2048.000000000000000001", false), ("2048.0000", true), ("2048.0001", false), ("-200", false),
    ])
    func `is checked against a range before it is rounded`(text: String, isWithin: Bool) throws {
        let bytes = text.utf8.span
        let read = DecimalNumber(bytes)
        let number = try #require(read)
        #expect((number.units(places: 3, in: 200_000...2_048_000) != nil) == isWithin)
    }

    @Test(arguments: [
        "", "-", ".", "-.", ".5", "-.5", "5.", "1.2.3", "--1", "1-", "+1", " 1", "1 ", "1e", "1e+", "e3", "1.e3",
        ".1e3", "1e3.5", "1e3e3", "1e 3", "1,5", "٣", "0x1",
        "1\u{0}",
        "0000000000000000000000001", "nan",
    ])
    func `has no other syntax`(text: String) {
        #expect(Reading(text) == nil)
    }

    @Test(arguments: [
        ("0", 0), ("007", 7), ("65535", 65_535), ("9223372036854775807", .max), ("9223372036854775808", .max),
        ("99999999999999999999999999", .max), ("", nil), ("-1", nil), ("1.0", nil), ("1 ", nil),
    ])
    func `may be an integer of any length, which saturates`(text: String, expected: Int?) {
        let number = text.utf8.span.saturatingDecimal
        #expect(number == expected)
    }

    @Test(arguments: [
        ("q=1", 1_000), ("Q=0.5", 500), ("q=0.125", 125), ("q=0.", 0), ("q=1.000", 1_000), ("q=1.001", nil),
        ("q=2", nil),
        ("q=0.1234", nil), ("q=", nil), ("q=.5", nil), ("p=1", nil), ("q=0,5", nil),
    ])
    func `may be a quality value of RFC 9110`(text: String, expected: Int?) {
        let weight = text.utf8.span.qualityValue
        #expect(weight == expected)
    }
}

@Suite struct `The shortest text of a number` {
    @Test func `is the standard library's, without a fraction of zero`() {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<30_000 {
            let scale = [1e-9, 1e-5, 1e-3, 1, 180, 1e5, 1e9, 1e17].randomElement(using: &generator)!
            let exact = Double.random(in: -scale...scale, using: &generator)
            let unit = [10, 1e3, 1e5, 1e7, 1e8].randomElement(using: &generator)!
            for number in [exact, (exact * unit).rounded() / unit] where number != number.rounded() {
                #expect(number.shortestDescription == "\(number)")
            }
        }
        for (number, text) in [(0, "0"), (-0.0, "0"), (3, "3"), (-83.5, "-83.5"), (0.001, "0.001"), (1e-5, "1e-05")] {
            #expect(number.shortestDescription == text)
        }
    }
}
