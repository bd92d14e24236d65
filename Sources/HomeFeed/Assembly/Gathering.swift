import HomeDocument

/// Loads the sources of several widgets side by side.
struct Gathering: Sendable {
    let context: LoadContext
    let lastGood: LastGood
    /// When the home has to be sent.
    let end: ContinuousClock.Instant

    /// What became of each part of each widget, in their order. What is known need not be waited for.
    func load(_ widgets: [WidgetConfig]) async throws(Defect) -> [[PartOutcome]] {
        var outcomes = widgets.map { widget in widget.parts.map { PartOutcome(standing: $0, in: widget.id) } }
        var waiting: [(widget: Int, part: Int, load: PartLoad)] = []
        var taken = ItemCounts()
        for (index, widget) in widgets.enumerated() {
            for (number, part) in widget.parts.enumerated() where !part.isFixed {
                let load = PartLoad(
                    widget: widget.id,
                    part: part,
                    context: context,
                    lastGood: lastGood,
                    reserve: part.shares.reduce(0) { $0 + taken[$1] },
                    end: end
                )
                for kind in part.shares { taken[kind] += part.limit }
                if let outcome = try load.known() {
                    outcomes[index][number] = outcome
                } else {
                    waiting.append((index, number, load))
                }
            }
        }
        if waiting.isEmpty { return outcomes }
        let settled = await withTaskGroup(of: (widget: Int, part: Int, Result<PartOutcome, Defect>).self) { group in
            for (widget, part, load) in waiting {
                // What does not have to wait is done when this returns.
                group.addImmediateTask { (widget, part, await load.result()) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for (widget, part, outcome) in settled { outcomes[widget][part] = try outcome.get() }
        return outcomes
    }
}

/// How many items there are of each kind.
private struct ItemCounts {
    private var counts: [6 of Int] = .init(repeating: 0)

    subscript(kind: ItemKind) -> Int {
        get { counts[kind.ordinal] }
        set { counts[kind.ordinal] = newValue }
    }
}

extension ItemKind {
    fileprivate var ordinal: Int {
        switch self {
        case .listing: 0
        case .product: 1
        case .brand: 2
        case .banner: 3
        case .infoCard: 4
        case .loadMore: 5
        }
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
        content = SourceContent(candidates: part.fixed)
        if part.isFixed { state = .loaded }
    }
}
