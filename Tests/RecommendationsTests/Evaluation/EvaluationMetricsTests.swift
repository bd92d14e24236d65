import Testing

@testable import Recommendations

/// Guards the figures of evaluations, by hand-computed examples.
@Suite struct `The figures of an evaluation` {
    /// Of three users, all opened `a`, one opened `b`, none opened `c`.
    private let sample = SampleLog("abcdefgh", ["u1": "a", "u2": "ab", "u3": "a"])

    private func metrics(_ recommended: String, targets: String, listLength: Int = 12) -> RankingMetrics {
        RankingMetrics(
            recommended.map { sample.row("\($0)") },
            targets: Set(targets.map { sample.row("\($0)") }),
            listLength: listLength,
            training: sample.training
        )
    }

    @Test func `recall is the share of the targets that were recommended`() {
        #expect(metrics("abc", targets: "c").recall == 1)
        #expect(metrics("abc", targets: "cd").recall == 0.5)
        #expect(metrics("abc", targets: "d").recall == 0)
        #expect(metrics("", targets: "d").recall == 0)
        #expect(metrics("ab", targets: "adefgh", listLength: 2).recall == 0.5)
    }

    @Test func `average precision counts early hits more`() {
        #expect(metrics("abc", targets: "a").averagePrecision == 1)
        #expect(metrics("abc", targets: "b").averagePrecision == 0.5)
        // Precision 1/2 at the second place and 2/3 at the third, of two targets.
        #expect(abs(metrics("abc", targets: "bc").averagePrecision - (0.5 + 2 / 3.0) / 2) < 1e-12)
        #expect(metrics("abc", targets: "ad").averagePrecision == 0.5)
        #expect(metrics("ab", targets: "adefgh", listLength: 2).averagePrecision == 0.5)
        #expect(metrics("abc", targets: "d").averagePrecision == 0)
    }

    @Test func `novelty is the mean information of the recommended items`() {
        // Shares with one more user who opened everything: 4/4, 2/4, 1/4.
        #expect(metrics("a", targets: "d").novelty == 0)
        #expect(metrics("b", targets: "d").novelty == 1)
        #expect(metrics("c", targets: "d").novelty == 2)
        #expect(metrics("bcab", targets: "d").novelty == 1)
        #expect(metrics("", targets: "d").novelty == nil)
    }

    @Test func `a mean has the interval of the normal distribution`() throws {
        // Standard deviation √(1/3), of four.
        let estimate = try #require(Estimate(meanOf: [0, 1, 1, 0]))
        #expect(estimate.value == 0.5)
        #expect(abs(try #require(estimate.margin) - 1.96 * 0.577_35 / 2) < 1e-4)
        #expect(Estimate(meanOf: [2, 2, 2]) == Estimate(value: 2, margin: 0))
        #expect(Estimate(meanOf: [2]) == Estimate(value: 2, margin: nil))
        #expect(Estimate(meanOf: []) == nil)
    }
}
