import Catalogue

struct ExperimentReport: Hashable, Sendable {
    let experiment: String
    /// By name, but ``controlName`` first.
    let arms: [ArmReport]

    /// Other arms are compared with this one. Without such an arm, they are compared with the first by name.
    static let controlName = "control"

    struct ArmReport: Hashable, Sendable {
        let arm: String
        let sums: ArmTotal.Sums
        /// `nil` without visits.
        let openingsPerVisit: IntervalEstimate?
        /// The comparison with the first arm; `nil` for the first arm, and if one of both has no visits.
        let comparison: ArmComparison?

        /// In the order of tables and JSON.
        var counts: [(name: StaticString, count: Int64)] {
            [("users", sums.users), ("visits", sums.visits), ("shown", sums.shown), ("opened", sums.opened)]
        }
    }

    init(_ experiment: String, _ totals: [ArmTotal]) {
        self.experiment = experiment
        func order(_ total: ArmTotal) -> (Int, String) { (total.arm.arm == Self.controlName ? 0 : 1, total.arm.arm) }
        let sorted = totals.sorted { order($0) < order($1) }
        let first = sorted.first.flatMap { OpeningsPerVisit($0.sums) }
        arms = sorted.enumerated().map { index, total in
            let rate = OpeningsPerVisit(total.sums)
            var comparison: ArmComparison?
            if index > 0, let rate, let first { comparison = ArmComparison(rate, with: first) }
            return ArmReport(
                arm: total.arm.arm,
                sums: total.sums,
                openingsPerVisit: rate?.estimate,
                comparison: comparison
            )
        }
    }
}
