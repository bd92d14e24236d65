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

    /// Whether the gate is open.
    /// - Parameter note: is told of each condition as it is tried, the last of which decides.
    func isOpen(in context: GateContext, _ note: (Condition) -> Void = { _ in }) -> Bool {
        switch self {
        case .condition(let condition):
            note(condition)
            return condition.holds(in: context)
        case .not(let gate): return !gate.isOpen(in: context, note)
        case .all(let gates): return gates.allSatisfy { $0.isOpen(in: context, note) }
        case .any(let gates): return gates.contains { $0.isOpen(in: context, note) }
        }
    }

    /// What decides whether the gate is open, in words for a person: `platform is "android", not ios`.
    func reason(in context: GateContext) -> String? {
        var decisive: Condition?
        _ = isOpen(in: context) { decisive = $0 }
        return decisive?.finding(in: context)
    }
}
