import HomeDocument

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
