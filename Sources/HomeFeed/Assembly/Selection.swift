import HomeDocument
import Recommendations

/// Which of the items that were loaded are shown: no item twice in a home, the widgets in their order having the choice.
struct Selection {
    private var shown: ShownItems
    /// Hashes of the items that the client shows already.
    private let excluded: Set<UInt64>

    /// - Parameters:
    ///   - capacity: how many items there will be at most, as far as that is known.
    ///   - excluding: what the client shows already.
    init(capacity: Int, excluding token: ShownToken) {
        shown = ShownItems(capacity: capacity)
        excluded = Set(token.hashes)
    }

    /// Makes one widget's content of what became of its parts: of each part as many items as its limit, those without
    /// a position one behind the other, then the others put in where they belong.
    ///
    /// Where anything was to be loaded and less of it than the widget's minimum is left to show, nothing is shown: not
    /// what stands in the config either, and what was found is left to the widgets behind.
    mutating func select(_ outcomes: ArraySlice<PartOutcome>, for widget: WidgetConfig) -> SelectedContent {
        let before = shown.count
        var result = SelectedContent(outcomes)
        result.chosen.reserveCapacity(widget.limit)
        var placed: [(position: Int, chosen: [Chosen])] = []
        var loaded = 0
        for (index, part) in widget.parts.enumerated() {
            let first = result.chosen.count
            take(index, of: part, &result)
            if !part.isFixed { loaded += result.chosen.count - first }
            guard let position = part.position else { continue }
            placed.append((position, Array(result.chosen[first...])))
            result.chosen.removeSubrange(first...)
        }
        if widget.pagedPart == nil || result.state != .loaded || result.fallback != nil { result.next = nil }
        guard loaded >= widget.minimum || widget.isFixed else {
            shown.remove(behind: before)
            result.chosen = []
            result.next = nil
            return result
        }
        var end = 0
        if placed.count > 1 { placed.sort { $0.position < $1.position } }
        for (position, chosen) in placed {
            // A part that is to stand among the items of another one comes right behind them.
            let index = min(max(position, end), result.chosen.count)
            result.chosen.insert(contentsOf: chosen, at: index)
            end = index + chosen.count
        }
        return result
    }

    /// One page of a widget that goes on: of one source, whatever is shown elsewhere.
    mutating func select(page outcome: PartOutcome, of part: SourcePart) -> SelectedContent {
        var result = SelectedContent([outcome])
        take(0, of: part, &result)
        return result
    }

    /// Takes of what has become of the part at `part` of the widget.
    private mutating func take(_ index: Int, of part: SourcePart, _ result: inout SelectedContent) {
        let content = result.outcomes[result.outcomes.startIndex + index].content
        let answer = content.answer
        let identities = answer.identities
        let before = result.chosen.count
        var fresh = 0
        func isShown(_ candidate: Int) -> Bool {
            if shown.contains(identities[candidate]) { return true }
            return !excluded.isEmpty && excluded.contains(ShownToken.hash(of: answer.subjects[candidate].itemID))
        }
        func show(_ candidate: Int) {
            shown.insert(identities[candidate])
            result.chosen.append(Chosen(part: index, index: candidate))
        }
        if part.source.mixes {
            var (fitting, similar) = (0, 0)
            for candidate in 0..<content.count where !isShown(candidate) {
                if answer.fits(at: candidate) { fitting += 1 } else { similar += 1 }
            }
            fresh = fitting + similar
            let places = Mix.places(part.limit, fitting: fitting, similar: similar)
            for (wanted, places) in [(true, places.fitting), (false, places.similar)] {
                var places = places
                for candidate in 0..<content.count
                where places > 0 && answer.fits(at: candidate) == wanted && !isShown(candidate) {
                    show(candidate)
                    places -= 1
                }
            }
        } else {
            for candidate in 0..<content.count where !isShown(candidate) {
                fresh += 1
                if fresh <= part.limit { show(candidate) }
            }
        }
        let count = result.chosen.count - before
        if 0 < count, count < fresh, let last = result.chosen.last {
            result.next = part.source.position(of: last.index, in: answer) ?? result.next
        }
        result.found += content.count
        result.elsewhere += content.count - fresh
    }
}

/// A candidate that is to be shown, by where it was found.
struct Chosen: Sendable {
    /// The part of the widget that found it.
    let part: Int
    /// Where it stands in the answer.
    let index: Int
}

/// What a widget is to show.
struct SelectedContent: Sendable {
    /// What became of its parts.
    let outcomes: ArraySlice<PartOutcome>
    var chosen: [Chosen] = []
    /// Behind what the widget's only source has more.
    fileprivate(set) var next: Position?
    /// How many candidates there were.
    fileprivate(set) var found = 0
    /// How many of them are shown by the widgets before it.
    fileprivate(set) var elsewhere = 0

    /// The count that stands beside the header.
    private(set) var badge: NewCount?
    /// How many seconds ago the oldest of it was loaded.
    private(set) var age = 0
    /// The kind of source that stands in for one that is of no use.
    private(set) var fallback: String?
    /// Why there is nothing to show, where that is not as it should be.
    private(set) var error: SourceError?
    private var isStale = false
    private var isDeferred = false
    private var isFailed = false

    init(_ outcomes: ArraySlice<PartOutcome>) {
        self.outcomes = outcomes
        for outcome in outcomes {
            badge = badge ?? outcome.content.badge
            age = max(age, outcome.age ?? 0)
            fallback = fallback ?? outcome.fallback
            switch outcome.state {
            case .stale: isStale = true
            case .deferred: isDeferred = true
            case .failed:
                isFailed = true
                error = error ?? outcome.error
            case .loading, .fallingBack, .loaded, .empty: break
            }
        }
    }

    /// What became of the part that has found it.
    func outcome(of chosen: Chosen) -> PartOutcome { outcomes[outcomes.startIndex + chosen.part] }

    /// What it is the item of.
    func subject(of chosen: Chosen) -> Subject { outcome(of: chosen).content.answer.subjects[chosen.index] }

    /// What the widget's state is: that of what it shows, or else why it shows nothing.
    var state: LoadState {
        if !chosen.isEmpty { return isStale ? .stale : .loaded }
        if isDeferred { return .deferred }
        return isFailed ? .failed : .empty
    }
}
