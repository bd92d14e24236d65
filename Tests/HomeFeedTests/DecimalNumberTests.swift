import HomeLayout
import Testing

@testable import HomeFeed

/// What is read of a text.
private struct Reading: Equatable {
    let whole: Int?
    let fixedPoint: FixedPoint?
    /// In bits, since zeros have signs.
    let double: UInt64?

    init?(_ text: String) {
        let bytes = text.utf8.span
        guard let number = DecimalNumber(bytes) else { return nil }
        whole = number.whole
        fixedPoint = number.fixedPoint(in: 0...1_000_000)
        double = number.double(bytes)?.bitPattern
    }
}

@Suite struct `A decimal number` {
    /// A text of digits, most of them plain decimal numbers, and some that are nearly.
    private static func text(_ generator: inout Seeded) -> String {
        let sign = generator.pick("", "", "-")
        let most = generator.pick(1, 3, 9, 17, 24)
        let whole = (0..<Int.random(in: 0...most, using: &generator)).map { _ in
            Character("\(Int.random(in: 0...9, using: &generator))")
        }
        let fraction = (0..<Int.random(in: 0...most, using: &generator)).map { _ in
            Character("\(generator.pick(0, 4, 5, 9, Int.random(in: 0...9, using: &generator)))")
        }
        let odd = Int.random(in: 0..<20, using: &generator) == 0 ? generator.pick(".", "-", "e1", " ", "+") : ""
        return sign + String(whole) + generator.pick("", ".", ".") + String(fraction) + odd
    }

    /// Whether it is one, said in another way.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.count <= DecimalNumber.maximumCount && text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
    }

    @Test func `is the one that the standard library reads, bit by bit`() throws {
        var generator = Seeded(1)
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
            let whole = text.contains(".") || text.hasPrefix("-") ? nil : Int(text)
            #expect(number?.whole == whole, "\(text)")
        }
        #expect(numbers > 10_000)
    }

    @Test(arguments: [
        "9007199254740992", "9007199254740993", "-9007199254740993", "9007199254.740993", "0.9007199254740993",
        "0.0000000000000000000001", "0.1", "0.3", "-0", "-0.0", "89.99999999999999999", "179.9999999",
        "999999999999999999999999", "00000000000000000000.100", "2.2250738585072014",
    ])
    func `is the nearest, also where it is hard to say`(text: String) throws {
        #expect(try #require(Reading(text)).double == #require(Double(text)).bitPattern)
    }

    @Test func `is rounded to the thousandth by its fourth place`() throws {
        var generator = Seeded(2)
        var numbers = 0
        for _ in 0..<30_000 {
            let text = Self.text(&generator)
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let isBelowMillion =
                Self.isNumber(text) && !text.hasPrefix("-") && Int(parts[0]).map { $0 < 1_000_000 } ?? false
            var expected: FixedPoint?
            if isBelowMillion, let whole = Int(parts[0]) {
                let digits = Array((parts.count == 2 ? String(parts[1]) : "") + "0000").prefix(4)
                let places = try #require(Int(String(digits)))
                expected = FixedPoint(thousandths: whole * 1000 + places / 10 + (places % 10 >= 5 ? 1 : 0))
                numbers += 1
            }
            #expect(Reading(text)?.fixedPoint == expected, "\(text)")
        }
        #expect(numbers > 5000)
    }

    @Test(arguments: [
        ("200", true), ("199.999999999999999999", false), ("200.0000000000000000000", true), ("199.9999", false),
        ("2048", true), ("2048.000000000000000001", false), ("2048.0000", true), ("2048.0001", false), ("-200", false),
    ])
    func `is in a range before it is rounded`(text: String, isWithin: Bool) throws {
        let bytes = text.utf8.span
        let read = DecimalNumber(bytes)
        let number = try #require(read)
        #expect((number.fixedPoint(in: 200...2_048) != nil) == isWithin)
    }

    @Test(arguments: [
        "", "-", ".", "-.", ".5", "-.5", "5.", "1.2.3", "--1", "1-", "+1", " 1", "1 ", "1e3", "1,5", "٣", "0x1",
        "1\u{0}",
        "0000000000000000000000001", "nan",
    ])
    func `is nothing else`(text: String) {
        #expect(Reading(text) == nil)
    }
}
