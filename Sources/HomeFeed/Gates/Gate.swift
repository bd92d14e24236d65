/// What a widget is shown on: conditions, negated and combined.
///
/// Conditions are tried in the config's order, and no further than the answer needs: so an experiment that stands behind
/// a condition that fails does not count for the user.
indirect enum Gate: Hashable, Sendable {
    /// A single condition.
    case condition(Condition)
    /// The opposite.
    case not(Gate)
    /// All of these, at least one.
    case all([Gate])
    /// Any of these, at least one.
    case any([Gate])

    /// How deep gates may stand in each other.
    static let maximumDepth = 8
    /// How many conditions one widget may have.
    static let maximumConditions = 64

    /// Whether the gate is open, and why.
    func verdict(in context: GateContext) -> Verdict {
        switch self {
        case .condition(let condition):
            return Verdict(condition, in: context)
        case .not(let gate):
            return gate.verdict(in: context).opposite
        case .all(let gates):
            return Self.verdict(of: gates, until: false, in: context)
        case .any(let gates):
            return Self.verdict(of: gates, until: true, in: context)
        }
    }

    /// The first verdict that is `decisive`, otherwise the last one.
    private static func verdict(of gates: [Gate], until decisive: Bool, in context: GateContext) -> Verdict {
        var verdict = gates[0].verdict(in: context)
        for gate in gates.dropFirst() where verdict.isOpen != decisive {
            let arms = verdict.arms
            verdict = gate.verdict(in: context)
            verdict.arms = arms + verdict.arms
        }
        return verdict
    }
}
