/// Explains a home or a widget that was built: why each widget is shown, is empty or was left out.
struct ExplanationBuilder {
    let gates: GateContext
    let loads: [SourceLoad]
    let cards: CardLookup

    /// The explanation of each widget.
    /// - Parameters:
    ///   - widgets: The widgets to explain.
    ///   - selected: Those whose gates are open.
    ///   - built: Those that are shown.
    func explanation(of widgets: [WidgetConfig], _ selected: [SelectedWidget], _ built: [Widget]) -> Explanation {
        let selected = Dictionary(uniqueKeysWithValues: selected.map { ($0.config.id, $0) })
        let built = Dictionary(uniqueKeysWithValues: built.map { ($0.frame.content.id, $0) })
        return Explanation(
            widgets: widgets.map { explanation(of: $0, selected[$0.id], built[$0.id]) },
            cards: (cards.count, cards.renderedCount)
        )
    }

    private func explanation(of widget: WidgetConfig, _ selected: SelectedWidget?, _ built: Widget?)
        -> WidgetExplanation
    {
        var explanation = WidgetExplanation(id: widget.id, state: built?.state.name ?? "leftOut")
        explanation.gate =
            widget.layouts.first(supportedBy: gates.request.layouts) == nil
            ? "the client knows no layout of it" : widget.gate?.reason(in: gates)
        guard let selected else { return explanation }
        explanation.loads = loads.filter { $0.widget == widget.id }.map { load in
            WidgetExplanation.Load(
                source: load.source,
                state: load.state.name,
                microseconds: Int(load.duration / .microseconds(1)),
                failure: load.failure
            )
        }
        explanation.fallback = selected.fallback.map { "\($0)" }
        explanation.found = selected.candidateCount
        let failures = selected.items.count { $0.candidate.content == .failure }
        explanation.surplus = selected.candidateCount - selected.items.count + failures
        switch built?.state {
        case nil, .empty, .error: break
        default: explanation.shown = (built?.items.count ?? 0) - failures
        }
        for item in built?.items ?? [] { explanation.addReason(of: item.marks) }
        return explanation
    }
}
