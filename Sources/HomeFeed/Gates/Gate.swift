import Catalogue
import HomeDocument

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

/// What gates are tried on; one object, since all of a home's gates are tried on it.
final class GateContext: Sendable {
    let request: HomeRequest
    /// What the store knows of the user; `nil` where it could not be read.
    let record: UserRecord?
    /// The language of the home (BCP 47).
    let locale: String?
    /// The moment of the request, in seconds after 1970-01-01 00:00 UTC.
    let now: Int64

    init(request: HomeRequest, record: UserRecord?, locale: String?, now: Int64) {
        self.request = request
        self.record = record
        self.locale = locale
        self.now = now
    }
}

/// The widgets of a segment that a request is for: their gates are open, and the client can draw them.
struct GateEvaluation: Sendable {
    /// In the config's order.
    let widgets: [WidgetConfig]
    /// The user's arms of the experiments that the segment's gates asked for, each once, in the order of their asking:
    /// also where the gate then was closed, since a widget that is not there is what an arm may be about.
    let arms: [ExperimentArm]

    init(of segment: SegmentConfig, _ context: GateContext) {
        var arms: [ExperimentArm] = []
        var widgets: [WidgetConfig] = []
        widgets.reserveCapacity(segment.widgets.count)
        for widget in segment.widgets where widget.layouts.first(knownTo: context.request.layouts) != nil {
            let isOpen = widget.gate?.isOpen(in: context) { condition in
                guard let arm = condition.arm(in: context), !arms.contains(arm) else { return }
                arms.append(arm)
            }
            if isOpen ?? true { widgets.append(widget) }
        }
        self.widgets = widgets
        self.arms = arms
    }
}
