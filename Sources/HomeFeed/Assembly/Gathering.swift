import HomeDocument

/// Loads the sources of several widgets side by side.
struct Gathering: Sendable {
    let context: LoadContext
    let lastGood: LastGood
    /// When the home has to be sent.
    let end: ContinuousClock.Instant

    /// What became of each part of each widget, in their order.
    func load(_ widgets: [WidgetConfig]) async throws(Defect) -> [[PartOutcome]] {
        var outcomes = widgets.map { widget in widget.parts.map { PartOutcome(standing: $0, in: widget.id) } }
        let settled = await withTaskGroup(of: (widget: Int, part: Int, Result<PartOutcome, Defect>).self) { group in
            var taken: [ItemKind: Int] = [:]
            for (index, widget) in widgets.enumerated() {
                for (number, part) in widget.parts.enumerated() where !part.isFixed {
                    let load = PartLoad(
                        widget: widget.id,
                        part: part,
                        context: context,
                        lastGood: lastGood,
                        reserve: part.shares.reduce(0) { $0 + taken[$1, default: 0] },
                        end: end
                    )
                    for kind in part.shares { taken[kind, default: 0] += part.limit }
                    // What does not have to wait is done when this returns.
                    group.addImmediateTask { (index, number, await load.result()) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for (widget, part, outcome) in settled { outcomes[widget][part] = try outcome.get() }
        return outcomes
    }
}

extension PartLoad {
    fileprivate func result() async -> Result<PartOutcome, Defect> {
        do throws(Defect) {
            return .success(try await run())
        } catch {
            return .failure(error)
        }
    }
}

extension PartOutcome {
    /// What stands in the config is there at once.
    fileprivate init(standing part: SourcePart, in widget: String) {
        self.init(widget: widget)
        content = SourceContent(candidates: part.source.cards.prefix(part.limit).map { Candidate($0) })
        if part.isFixed { state = .loaded }
    }
}
