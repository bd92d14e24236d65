import HomeDocument

/// Loads the sources of several widgets side by side.
struct Gathering: Sendable {
    private static let kindCount = ItemKind.allCases.count

    let context: LoadContext
    let lastGood: LastGood
    /// How many items the client shows already: every source loads as many more, so that enough are left.
    var reserve = 0
    /// When the home has to be sent.
    let end: Instant

    /// What became of the widgets' parts, one behind the other, where all of it is known; `nil` where it is not.
    func known(_ widgets: [WidgetConfig]) throws(FeedError) -> [PartOutcome]? {
        let (outcomes, waiting) = try begin(widgets)
        return waiting.isEmpty ? outcomes : nil
    }

    /// What became of the widgets' parts, one behind the other.
    func load(_ widgets: [WidgetConfig]) async throws(FeedError) -> [PartOutcome] {
        var (outcomes, waiting) = try begin(widgets)
        if waiting.isEmpty { return outcomes }
        let settled = await withTaskGroup(of: (Waiting, Result<PartOutcome, Defect>).self) { group in
            for part in waiting {
                // What does not have to wait is done when this returns.
                group.addImmediateTask { (part, await part.load.result()) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for (part, outcome) in settled {
            do {
                outcomes[part.index] = try outcome.get()
            } catch {
                throw .defect(error)
            }
        }
        return outcomes
    }

    /// A part that is not known, and its place among all.
    private struct Waiting {
        let index: Int
        let load: PartLoad
    }

    /// What is known of each part, and the parts that have to be waited for.
    private func begin(_ widgets: [WidgetConfig]) throws(FeedError) -> ([PartOutcome], waiting: [Waiting]) {
        var outcomes: [PartOutcome] = []
        outcomes.reserveCapacity(widgets.reduce(0) { $0 + $1.parts.count })
        var waiting: [Waiting] = []
        /// How many items of each kind those before may take.
        var taken = [Int](repeating: 0, count: Self.kindCount)
        var start = Instant.now
        for widget in widgets {
            for part in widget.parts {
                if part.isFixed {
                    outcomes.append(part.standing)
                    continue
                }
                let load = PartLoad(
                    widget: widget.id,
                    part: part,
                    context: context,
                    lastGood: lastGood,
                    reserve: part.shares.reduce(reserve) { $0 + taken[$1] },
                    end: end
                )
                for kind in part.shares { taken[kind] += part.limit }
                do {
                    let outcome = try load.known(from: &start)
                    if outcome == nil { waiting.append(Waiting(index: outcomes.count, load: load)) }
                    outcomes.append(outcome ?? .unsettled)
                } catch {
                    throw .defect(error)
                }
            }
        }
        return (outcomes, waiting)
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
