import HomeDocument
import Recommendations

/// Which of the items that were loaded are shown: no item twice in a home, the widgets in their order having the choice.
struct Selection {
    private var shown: ShownItems

    /// - Parameter capacity: how many items there will be at most, as far as that is known.
    init(capacity: Int) {
        shown = ShownItems(capacity: capacity)
    }

    /// Makes one widget's content of what became of its parts: of each part as many items as its limit, those without
    /// a position one behind the other, then the others put in where they belong.
    ///
    /// Where anything was to be loaded and less of it than the widget's minimum is left to show, nothing is shown: not
    /// what stands in the config either, and what was found is left to the widgets behind.
    mutating func select(_ outcomes: [PartOutcome], for widget: WidgetConfig) -> SelectedContent {
        let before = shown.count
        var result = SelectedContent(outcomes)
        var placed: [(position: Int, candidates: [Chosen])] = []
        var loaded = 0
        for (part, outcome) in zip(widget.parts, outcomes) {
            let first = result.candidates.count
            take(outcome, of: part, &result)
            if !part.isFixed { loaded += result.candidates.count - first }
            guard let position = part.position else { continue }
            placed.append((position, Array(result.candidates[first...])))
            result.candidates.removeSubrange(first...)
        }
        if widget.pagedPart == nil || result.state != .loaded || result.fallback != nil { result.next = nil }
        guard loaded >= widget.minimum || widget.isFixed else {
            shown.remove(behind: before)
            result.candidates = []
            result.next = nil
            return result
        }
        var end = 0
        for (position, candidates) in placed.sorted(by: { $0.position < $1.position }) {
            // A part that is to stand among the items of another one comes right behind them.
            let index = min(max(position, end), result.candidates.count)
            result.candidates.insert(contentsOf: candidates, at: index)
            end = index + candidates.count
        }
        return result
    }

    /// One page of a widget that goes on: of one source, whatever is shown elsewhere.
    mutating func select(page outcome: PartOutcome, of part: SourcePart) -> SelectedContent {
        var result = SelectedContent([outcome])
        take(outcome, of: part, &result)
        return result
    }

    private mutating func take(_ outcome: PartOutcome, of part: SourcePart, _ result: inout SelectedContent) {
        let content = outcome.content
        let source = outcome.fallback ?? part.kind
        let before = result.candidates.count
        result.candidates.reserveCapacity(before + min(part.limit, content.count))
        var fresh = 0
        if part.source.mixes {
            var (fitting, similar) = (0, 0)
            for index in 0..<content.count where isFree(content, index) {
                if fits(content, index) { fitting += 1 } else { similar += 1 }
            }
            fresh = fitting + similar
            var places = Mix.places(part.limit, fitting: fitting, similar: similar)
            for index in 0..<content.count where places.fitting > 0 && fits(content, index) && isFree(content, index) {
                show(content[index], from: source, &result)
                places.fitting -= 1
            }
            for index in 0..<content.count where places.similar > 0 && !fits(content, index) && isFree(content, index) {
                show(content[index], from: source, &result)
                places.similar -= 1
            }
        } else {
            for index in 0..<content.count where isFree(content, index) {
                fresh += 1
                if fresh <= part.limit { show(content[index], from: source, &result) }
            }
        }
        let chosen = result.candidates.count - before
        if 0 < chosen, chosen < fresh, let last = result.candidates.last {
            result.next = part.source.position(of: last.candidate) ?? result.next
        }
        result.found += content.count
        result.elsewhere += content.count - fresh
    }

    private func isFree(_ content: SourceContent, _ index: Int) -> Bool {
        !shown.contains(content.answer.identities[index])
    }

    /// Whether the last search itself would have found it, as far as that is a question.
    private func fits(_ content: SourceContent, _ index: Int) -> Bool {
        let match = content.answer.mark(at: index).match
        return match == .fits || match == nil
    }

    private mutating func show(_ candidate: Candidate, from source: String, _ result: inout SelectedContent) {
        shown.insert(candidate.subject.identity)
        result.candidates.append(Chosen(candidate: candidate, source: source))
    }
}

/// A candidate that is to be shown.
struct Chosen: Sendable {
    let candidate: Candidate
    /// The kind of the source that found it.
    let source: String

    /// Its item, with the card that it has.
    func item(_ card: Card) -> Item { Item(card, candidate.marks, source: source) }
}

/// What a widget is to show.
struct SelectedContent: Sendable {
    /// What became of its parts.
    let outcomes: [PartOutcome]
    var candidates: [Chosen] = []
    /// Behind what the widget's only source has more.
    fileprivate(set) var next: Position?
    /// How many candidates there were.
    fileprivate(set) var found = 0
    /// How many of them are shown by the widgets before it.
    fileprivate(set) var elsewhere = 0

    init(_ outcomes: [PartOutcome]) {
        self.outcomes = outcomes
    }

    /// The count that stands beside the header.
    var badge: NewCount? { outcomes.lazy.compactMap(\.content.badge).first }

    /// How many seconds ago the oldest of it was loaded.
    var age: Int { Int(outcomes.lazy.compactMap(\.age).max() ?? 0) }

    /// The kind of source that stands in for one that is of no use.
    var fallback: String? { outcomes.lazy.compactMap(\.fallback).first }

    /// Why there is nothing to show, where that is not as it should be.
    var error: SourceError? { outcomes.lazy.filter { $0.state == .failed }.compactMap(\.error).first }

    /// What the widget's state is: that of what it shows, or else why it shows nothing.
    var state: LoadState {
        if !candidates.isEmpty { return outcomes.contains { $0.state == .stale } ? .stale : .loaded }
        if outcomes.contains(where: { $0.state == .deferred }) { return .deferred }
        return outcomes.contains { $0.state == .failed } ? .failed : .empty
    }
}
