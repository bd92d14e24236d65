import HomeDocument

/// Explains a home, or a widget alone, once it is built.
struct ExplanationBuilder {
    let gates: GateContext
    /// The work of all sources.
    let loads: [SourceLoad]
    let cards: CardLookup

    /// The reasons for each widget.
    /// - Parameters:
    ///   - widgets: The widgets to explain: all of the segment, or the one that was asked for.
    ///   - selected: Those whose gates are open.
    ///   - built: Those that are shown.
    func explanation(of widgets: [WidgetConfig], _ selected: [SelectedWidget], _ built: [Widget]) -> Explanation {
        let selected = Dictionary(uniqueKeysWithValues: selected.map { ($0.config.id, $0) })
        let built = Dictionary(uniqueKeysWithValues: built.map { ($0.frame.id, $0) })
        return Explanation(
            widgets: widgets.map { widget in
                var explanation = WidgetExplanation(id: widget.id, state: "leftOut")
                explanation.gate = reason(for: widget)
                guard let selected = selected[widget.id] else { return explanation }
                let built = built[widget.id]
                if let built { explanation.state = built.state.word }
                explanation.loads = loads.filter { $0.widget == widget.id }.map(WidgetExplanation.Load.init)
                explanation.fallback = selected.fallback
                explanation.found = selected.candidateCount
                explanation.surplus = selected.candidateCount - selected.items.count
                explanation.shown = built?.state == .empty ? 0 : built?.items.count ?? 0
                return explanation
            },
            cards: (cards.count, cards.renderedCount)
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
            microseconds: Int(load.duration / .microseconds(1)),
            failure: load.failure
        )
    }
}
