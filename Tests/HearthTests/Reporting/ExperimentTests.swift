import Testing

@testable import Catalogue
@testable import hearth

/// Guards the comparison of arms: simulated experiments with a known truth.
@Suite struct `The comparison of two arms` {
    private static let experiments = 200
    private static let users = 300

    private static func comparisons(_ scales: (control: Double, other: Double)) throws -> [ArmComparison] {
        try (1...experiments).map { seed in
            let report = ExperimentReport("x", SimulatedUsers.experiment(users, scales: scales, seed: UInt64(seed)))
            return try #require(report.arms[1].comparison)
        }
    }

    /// The share of experiments in which an interval that takes visits for independent holds `truth`.
    private static func naiveCoverage(_ scales: (control: Double, other: Double), truth: Double) -> Double {
        let covered = (1...experiments).count { seed in
            let shares = SimulatedUsers.experiment(users, scales: scales, seed: UInt64(seed)).map { total in
                (value: Double(total.sums.opened) / Double(total.sums.visits), visits: Double(total.sums.visits))
            }
            let variance = shares.reduce(0) { $0 + $1.value * (1 - $1.value) / $1.visits }
            return abs(shares[1].value - shares[0].value - truth) <= 1.96 * variance.squareRoot()
        }
        return Double(covered) / Double(experiments)
    }

    @Test func `holds the true difference and lift in 95% of the experiments`() throws {
        let scales = (control: 0.8, other: 1.0)
        let rates = (
            control: SimulatedUsers.openingsPerVisit(scale: scales.control),
            other: SimulatedUsers.openingsPerVisit(scale: scales.other)
        )
        let comparisons = try Self.comparisons(scales)
        let (truth, lift) = (rates.other - rates.control, rates.other / rates.control - 1)
        let covered = comparisons.count { $0.difference.interval?.contains(truth) == true }
        #expect((180...199).contains(covered), "\(covered)")
        let coveredLifts = comparisons.count { $0.lift?.interval?.contains(lift) == true }
        #expect((180...199).contains(coveredLifts), "\(coveredLifts)")
        // The effect is large enough to be found in many of them.
        let found = comparisons.count { $0.excludesZero == true }
        #expect(found > 40, "\(found)")
        let mean = comparisons.reduce(0) { $0 + $1.difference.value } / Double(comparisons.count)
        #expect(abs(mean - truth) < 0.005)
        // The openings of a user are alike, which an interval over visits ignores.
        #expect(Self.naiveCoverage(scales, truth: truth) < 0.85)
    }

    @Test func `reports no difference between equal arms in 95% of the experiments`() throws {
        let scales = (control: 0.9, other: 0.9)
        let reported = try Self.comparisons(scales).count { $0.excludesZero != false }
        #expect((1...20).contains(reported), "\(reported)")
        #expect(1 - Self.naiveCoverage(scales, truth: 0) > 0.15)
    }

    @Test func `reports a lift if and only if it reports a difference`() throws {
        var seen: Set<Bool> = []
        for comparison in try Self.comparisons((control: 0.7, other: 0.9)) {
            let difference = try #require(comparison.difference.interval)
            let lift = try #require(comparison.lift?.interval)
            #expect(difference.contains(0) == lift.contains(0))
            #expect(comparison.excludesZero == !lift.contains(0))
            let value = try #require(comparison.lift).value
            #expect(lift.lowerBound < lift.upperBound && lift.contains(value))
            seen.insert(lift.contains(0))
        }
        #expect(seen == [false, true])
    }

    @Test func `gives a lift no interval if the first arm may have no openings`() throws {
        let rare = SimulatedUsers.sums([(5, 1)] + [(Int64, Int64)](repeating: (5, 0), count: 20))
        let often = SimulatedUsers.sums([(5, 1), (5, 2), (5, 3), (4, 4)])
        let comparison = ArmComparison(
            try #require(OpeningsPerVisit(often)),
            with: try #require(OpeningsPerVisit(rare))
        )
        #expect(comparison.excludesZero == true)
        let lift = try #require(comparison.lift)
        #expect(lift.value > 1 && lift.interval == nil)
    }
}

@Suite struct `A report of an experiment` {
    private static func total(_ arm: String, _ users: [(Int64, Int64)]) -> ArmTotal {
        ArmTotal(arm: EventOrigin.Arm(experiment: "x", arm: arm), sums: SimulatedUsers.sums(users.map { ($0.0, $0.1) }))
    }

    @Test func `compares with the control, or else with the first arm by name`() {
        let users: [(Int64, Int64)] = [(2, 1), (3, 0)]
        let withControl = ExperimentReport("x", ["zoo", "control", "a"].map { Self.total($0, users) })
        #expect(withControl.arms.map(\.arm) == ["control", "a", "zoo"])
        let without = ExperimentReport("x", ["zoo", "map", "a"].map { Self.total($0, users) })
        #expect(without.arms.map(\.arm) == ["a", "map", "zoo"])
        #expect(without.arms.map { $0.comparison != nil } == [false, true, true])
        #expect(without.arms[1].comparison?.difference.value == 0)
        #expect(without.arms[1].comparison?.lift?.value == 0)
        #expect(without.arms[1].comparison?.excludesZero == false)
    }

    @Test func `has no comparison without visits, and no lift without openings`() {
        let report = ExperimentReport(
            "x",
            [Self.total("a", []), Self.total("b", [(2, 1), (3, 0)]), Self.total("c", [])]
        )
        #expect(report.arms.allSatisfy { $0.comparison == nil })
        #expect(report.arms.map { $0.openingsPerVisit?.value } == [nil, 0.2, nil])
        let none = ExperimentReport("x", [Self.total("a", [(2, 0), (1, 0)]), Self.total("b", [(2, 1), (3, 0)])])
        #expect(none.arms[1].comparison?.difference == IntervalEstimate(value: 0.2, interval: nil))
        #expect(none.arms[1].comparison?.lift == nil && none.arms[1].comparison?.excludesZero == nil)
        #expect(ExperimentReport("x", []).arms.isEmpty)
    }
}
