import HomeDocument

/// Whether a gate is open for a request, and which of its conditions decided that.
struct Verdict: Sendable {
    let isOpen: Bool
    /// The condition that decided: the first that was enough, or the last where it took all of them.
    let decidedBy: Condition
    /// What it was tried on.
    let context: GateContext
    /// The user's arms of the experiments that were asked for until then, in that order.
    var arms: [ExperimentArm]

    init(_ condition: Condition, in context: GateContext) {
        isOpen = condition.holds(in: context)
        decidedBy = condition
        self.context = context
        arms = condition.arm(in: context).map { [$0] } ?? []
    }

    private init(isOpen: Bool, decidedBy: Condition, context: GateContext, arms: [ExperimentArm]) {
        self.isOpen = isOpen
        self.decidedBy = decidedBy
        self.context = context
        self.arms = arms
    }

    /// That of a gate which is open where this one is closed.
    var opposite: Verdict { Verdict(isOpen: !isOpen, decidedBy: decidedBy, context: context, arms: arms) }

    /// What decided, for a person to read: `platform is "android", not ios`.
    var reason: String { decidedBy.finding(in: context) }
}
