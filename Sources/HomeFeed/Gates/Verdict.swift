import HomeDocument

/// Whether a gate is open for a request, and which of its conditions decided that.
struct Verdict: Sendable {
    let isOpen: Bool
    /// The condition that decided: the first that was enough, or the last where it took all of them.
    let decidedBy: Condition
    /// The user's arms of the experiments that were asked for until then, in that order.
    var arms: [ExperimentArm]

    init(_ condition: Condition, in context: GateContext) {
        isOpen = condition.holds(in: context)
        decidedBy = condition
        arms = condition.arm(in: context).map { [$0] } ?? []
    }

    private init(isOpen: Bool, decidedBy: Condition, arms: [ExperimentArm]) {
        self.isOpen = isOpen
        self.decidedBy = decidedBy
        self.arms = arms
    }

    /// That of a gate which is open where this one is closed.
    var opposite: Verdict { Verdict(isOpen: !isOpen, decidedBy: decidedBy, arms: arms) }

    /// What decided, in the context that it was tried on, for a person to read: `platform is "android", not ios`.
    func reason(in context: GateContext) -> String { decidedBy.finding(in: context) }
}
