import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `Counts of openings` {
    /// The weight of an event at an hour, seen from a later one.
    private func share(_ counts: OpeningCounts, of hour: Int, at present: Int) -> Float {
        counts.weight(at: hour) / counts.weight(at: present)
    }

    @Test(arguments: [1, 24, 4_320]) func `halves a weight after each half-life`(halfLife: Int) {
        let counts = OpeningCounts(halfLife: halfLife, landmark: 480_000)
        #expect(counts.weight(at: 480_000) == 1)
        for count in 0...20 {
            let present = 480_000 + count * halfLife
            #expect(share(counts, of: 480_000, at: present) == Float(sign: .plus, exponent: -count, significand: 1))
        }
        #expect(abs(share(counts, of: 480_000, at: 480_000 + 3 * halfLife / 2) - 0.353_553) < 0.3 / Float(halfLife))
    }

    @Test func `weighs events before the landmark less`() {
        let counts = OpeningCounts(halfLife: 10, landmark: 100)
        #expect(counts.weight(at: 90) == 0.5)
        #expect(counts.weight(at: 80) == 0.25)
        #expect(counts.weight(at: -1_000_000) < 1e-38)
    }

    @Test func `keeps the ratios of sums and weights when it is rescaled`() {
        var counts = OpeningCounts(halfLife: 10, landmark: 0)
        let sum = counts.weight(at: 5) + counts.weight(at: 300)
        let before = sum / counts.weight(at: 319)
        let (early, factor, again) = (counts.rescale(at: 319), counts.rescale(at: 320), counts.rescale(at: 320))
        #expect(early == nil)
        #expect(factor == Float(1) / 4_294_967_296)
        #expect(counts.landmark == 320)
        #expect(sum / 4_294_967_296 / counts.weight(at: 319) == before)
        #expect(again == nil)
        let before1970 = counts.rescale(at: -5_000)
        #expect(before1970 == nil)
    }

    @Test func `is rescaled over many half-lives at once, and keeps weights small`() {
        var counts = OpeningCounts(halfLife: 10, landmark: 0)
        let factor = counts.rescale(at: 975)
        #expect(factor == Float(sign: .plus, exponent: -96, significand: 1))
        #expect(counts.landmark == 960)
        for hour in stride(from: 975, to: 100_000, by: 77) {
            _ = counts.rescale(at: hour)
            #expect((1..<4_294_967_296).contains(counts.weight(at: hour)))
        }
        let greatest = counts.rescale(at: 1_000_000_000)
        #expect(greatest == 0)
        #expect(counts.weight(at: 1_000_000_000).isFinite)
    }

    @Test(
        arguments: [
            (0, 0), (3_599, 0), (3_600, 1), (7_200, 2), (-1, -1), (-3_600, -1), (-3_601, -2),
            (.distantFuture, 2_562_047_788_015_215),
            (.distantPast, -2_562_047_788_015_216),
        ] as [(Instant, Int)]
    )
    func `counts whole hours, the lower one of each time`(time: Instant, hour: Int) {
        #expect(time.hour == hour)
    }
}
