import Catalogue

/// How the users of an experiment's arms differ.
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
    }

    /// - Parameter totals: The arms of the experiment, each once.
    init(_ experiment: String, _ totals: [ArmTotal]) {
        self.experiment = experiment
        let sorted = totals.sorted { one, other in
            let (isOne, isOther) = (one.arm.arm == Self.controlName, other.arm.arm == Self.controlName)
            return isOne != isOther ? isOne : one.arm.arm < other.arm.arm
        }
        let rates = sorted.map { OpeningsPerVisit($0.sums) }
        arms = zip(sorted, rates).enumerated().map { index, arm in
            let (total, rate) = arm
            var comparison: ArmComparison?
            if index > 0, let rate, let first = rates[0] { comparison = ArmComparison(rate, with: first) }
            return ArmReport(
                arm: total.arm.arm,
                sums: total.sums,
                openingsPerVisit: rate?.estimate,
                comparison: comparison
            )
        }
    }
}
