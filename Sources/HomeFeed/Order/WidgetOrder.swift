import Catalogue
import JSON

/// Orders the widgets of a home for a user.
///
/// A user's own arrangement comes first. A segment may have a personal order for the rest: by the share of visits in
/// which the user opens an item of a widget, smoothed by that of all users. It changes between visits only.
struct WidgetOrder {
    let segment: SegmentConfig
    let context: FeedContext

    /// The weight of all users' share, in visits of the user.
    static let priorVisits = 10.0
    /// The assumed share of a widget that no user has seen yet, and its weight in visits.
    static let firstShare = (share: 0.1, visits: 20.0)

    /// Leaves out widgets that the user has dismissed or hidden.
    /// - Parameter widgets: Those whose gates are open, in the config's order.
    func order(_ widgets: [WidgetPlan]) -> [WidgetPlan] {
        var widgets = widgets
        if !context.record.dismissedWidgets.isEmpty {
            widgets.removeAll { context.record.hasDismissed(id(of: $0.config), at: context.now) }
        }
        let isPersonal = context.user != nil && segment.personalOrder?.isOpen(in: context) ?? false
        if isPersonal { widgets = personal(widgets) }
        guard let arrangement = context.record.arrangements[segment.id] else { return widgets }
        return arranged(widgets, by: arrangement)
    }

    private func id(of widget: WidgetConfig) -> WidgetID { WidgetID(segment: segment.id, widget: widget.id) }

    /// Hides widgets, and moves others to the top.
    private func arranged(_ widgets: [WidgetPlan], by arrangement: WidgetArrangement) -> [WidgetPlan] {
        var rest = widgets.filter { !arrangement.hidden.contains($0.config.id) }
        var first: [WidgetPlan] = []
        for id in arrangement.pinned + arrangement.order {
            if let index = rest.firstIndex(where: { $0.config.id == id }) { first.append(rest.remove(at: index)) }
        }
        return first + rest
    }

    /// Sorts the widgets that may move. Pinned ones keep their places, and others stay within their bounds.
    private func personal(_ widgets: [WidgetPlan]) -> [WidgetPlan] {
        let start = context.counts.visit(at: context.now).start
        let all = context.rates.counts(before: EventTotal.day(of: start))
        if all.isEmpty, context.counts.widgets.isEmpty { return widgets }
        var movable = widgets.enumerated().filter { !$0.element.config.isPinned }.map { place, widget in
            (place: place, widget: widget, share: share(of: widget.config, all, since: start))
        }
        movable.sort { $0.share == $1.share ? $0.place < $1.place : $0.share > $1.share }
        return widgets.enumerated().map { place, widget in
            if widget.config.isPinned { return widget }
            let next =
                movable.firstIndex { $0.widget.config.positions.upperBound <= place }
                ?? movable.firstIndex { $0.widget.config.positions.lowerBound <= place } ?? 0
            return movable.remove(at: next).widget
        }
    }

    /// The mean of the posterior distribution of the user's share of visits in which an item of the widget is opened,
    /// with a Beta prior. The current visit does not count.
    /// - Parameters:
    ///   - all: The visits of all users, by widget.
    ///   - start: Of the current visit.
    private func share(
        of widget: WidgetConfig,
        _ all: [WidgetID: EventTotal.Counts],
        since start: Instant
    ) -> Double {
        let id = id(of: widget)
        let all = all[id] ?? .zero
        let first = Self.firstShare
        let prior = (Double(all.opened) + first.share * first.visits) / (Double(all.shown) + first.visits)
        var (shown, opened) = (0, 0)
        if let own = context.counts.widgets.first(where: { $0.widget == id }) {
            shown = own.shown - (own.lastShown == start ? 1 : 0)
            opened = own.opened - (own.lastOpened == start ? 1 : 0)
        }
        return (Double(opened) + prior * Self.priorVisits) / (Double(shown) + Self.priorVisits)
    }
}

extension CheckedValue {
    /// Reads the `order` of a segment: `"personal"` for all users, or `{"kind": "personal", "when": {…}}`.
    func personalOrder(_ scope: ConfigScope) -> Gate? {
        let kinds = ["personal"]
        guard case .object = json else { return choice("order", among: kinds).map { _ in .open } }
        return object { object in
            _ = object.required("kind")?.choice("order", among: kinds)
            return object.optional("when").map { Gate(reading: $0, scope.experiments) } ?? .open
        }
    }
}
