import HomeDocument

/// Finds out why a home, or a widget alone, is as it is, once it is made.
struct Explaining {
    /// The widgets that are told of: all of the segment, or the one that was asked for.
    let widgets: [WidgetConfig]
    let gates: GateContext
    /// What was to be shown of those that were admitted, in their order, and with what items.
    let contents: [(widget: WidgetConfig, content: SelectedContent, made: Widget?)]
    let hydration: Hydration

    /// The reasons for each widget.
    var explanation: Explanation {
        let made = Dictionary(uniqueKeysWithValues: contents.map { ($0.widget.id, ($0.content, $0.made)) })
        return Explanation(
            widgets: widgets.map { widget in
                var explanation = WidgetExplanation(id: widget.id, state: "leftOut")
                explanation.gate = reason(for: widget)
                guard let (content, made) = made[widget.id] else { return explanation }
                if let made { explanation.state = made.state.word }
                explanation.loads = []
                for outcome in content.outcomes {
                    outcome.forEachLoad { explanation.loads.append(WidgetExplanation.Load($0)) }
                }
                explanation.fallback = content.fallback
                explanation.found = content.found
                explanation.elsewhere = content.elsewhere
                explanation.surplus = content.found - content.elsewhere - content.chosen.count
                explanation.gone = content.chosen.count { hydration.isGone(content.subject(of: $0)) }
                explanation.shown = made?.state == .empty ? 0 : made?.items.count ?? 0
                return explanation
            },
            cards: (hydration.count, hydration.rendered)
        )
    }

    private func reason(for widget: WidgetConfig) -> String? {
        guard widget.layouts.first(knownTo: gates.request.layouts) != nil else {
            return "the client knows no layout of it"
        }
        return widget.gate?.reason(in: gates)
    }
}

extension WidgetExplanation.Load {
    fileprivate init(_ load: SourceLoad) {
        self.init(
            source: load.source,
            state: load.state.rawValue,
            microseconds: load.nanoseconds / 1000,
            failure: load.failure
        )
    }
}
