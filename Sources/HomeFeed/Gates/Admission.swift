import HomeDocument

/// The widgets of a segment that a request is for: their gates are open, and the client can draw them.
struct Admission: Sendable {
    /// In the config's order.
    let widgets: [WidgetConfig]
    /// The user's arms of the experiments that the segment's gates asked for, each once, in the order of their asking:
    /// also where the gate then was closed, since a widget that is not there is what an arm may be about.
    let arms: [ExperimentArm]

    init(to segment: SegmentConfig, _ context: GateContext) {
        var arms: [ExperimentArm] = []
        widgets = segment.widgets.filter { widget in
            guard widget.layouts.first(knownTo: context.request.layouts) != nil else { return false }
            guard let verdict = widget.gate?.verdict(in: context) else { return true }
            for arm in verdict.arms where !arms.contains(arm) { arms.append(arm) }
            return verdict.isOpen
        }
        self.arms = arms
    }
}
