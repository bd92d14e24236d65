import Testing

@testable import HomeLayout

@Suite struct `A text in its lines` {
    private let device: Device

    init() throws { device = Device(width: 320) }

    private func title(_ text: String, _ kind: HeaderKind = .plain) throws -> TextFit {
        let header = BarMetrics(.header(kind, .standard), on: device)
        return try #require(header.lines.first).fit(of: TextExtent(text), .standard, on: device)
    }

    @Test func `fits if it needs no more lines than it may have`() throws {
        let short = try title("Nearby")
        #expect(short.isComplete && short.lines == 1 && short.maximumLines == 3)
        let long = try title("New homes in the middle of the town since last week")
        #expect(long.isComplete && long.lines == 3)
        let longer = try title(String(repeating: "New homes in the middle of the town ", count: 3))
        #expect(!longer.isComplete && longer.lines > 3)
    }

    @Test func `is as wide as its letters, in points`() throws {
        // Of 64 units of an em each letter "n" has 41. The title has 22 points, and bold type is an eighth wider.
        let fit = try title("nnnnnnnnnn")
        #expect(abs(fit.width.thousandths - 410 * 22_000 / 64 * 9 / 8) <= 2)
        #expect(abs(fit.lineWidth.thousandths - 288_000) < 500)
        #expect(abs(try title("n", .tappable).lineWidth.thousandths - 264_000) < 500)
    }

    @Test func `has the width of a badge or a chip without its ends`() throws {
        let style = BarStyle.header(.plain, longestBadge: TextExtent("12 new"), hasChips: true, .standard)
        let header = BarMetrics(style, on: device, [TextExtent("Nearby")])
        let text = TextExtent("Under $100,000 and near a school with places")
        let chip = try #require(header.chips).line.fit(of: text, .standard, on: device)
        #expect(abs(chip.lineWidth.thousandths - 264_000) < 500 && chip.maximumLines == 1 && !chip.isComplete)
        let badge = try #require(header.badge).line.fit(of: text, .standard, on: device)
        #expect(abs(badge.lineWidth.thousandths - 272_000) < 500 && badge.maximumLines == 3 && badge.isComplete)
    }
}
