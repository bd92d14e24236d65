struct UserTally {
    private var counts: UserCounts
    private var items: [CatalogueItem.ID: UserCounts.ItemCounts]
    private var widgets: [WidgetID: UserCounts.WidgetCounts]
    private var arms: [EventOrigin.Arm: UserCounts.ArmCounts]

    init(_ counts: UserCounts) {
        self.counts = counts
        items = Dictionary(counts.items.map { ($0.id, $0) }) { $1 }
        widgets = Dictionary(counts.widgets.map { ($0.widget, $0) }) { $1 }
        arms = Dictionary(counts.arms.map { ($0.arm, $0) }) { $1 }
    }

    mutating func add(_ event: ReportedEvent, to totals: inout EventTotals) {
        var visit = counts.visit(at: event.at)
        visit.end = max(visit.end, event.at)
        counts.visit = visit
        var added = EventTotal.Counts.zero
        switch event.content {
        case .shown(let id):
            added.shown = 1
            items[id, default: UserCounts.ItemCounts(id: id)].countShown(at: event.at)
        case .action(.opened(let id, _)):
            added.opened = 1
            items[id]?.countOpened(at: event.at)
        case .action(.saved): added.saved = 1
        case .action(.dismissed), .action(.dismissedWidget): added.dismissed = 1
        case .action: return
        }
        guard let origin = event.origin else { return }
        var key = EventTotal.Key(
            day: EventTotal.day(of: event.at),
            widget: origin.widget,
            arms: origin.arms.sorted { ($0.experiment, $0.arm) < ($1.experiment, $1.arm) }
                .map { "\($0.experiment)=\($0.arm)" }.joined(separator: ","),
            rank: origin.rank.map { Int16(min($0, EventTotal.Key.greatestRank)) } ?? EventTotal.Key.wholeWidget
        )
        // Beside its dismissals, a widget counts once in each visit.
        if origin.rank != nil || added.dismissed > 0 { totals.places[key, default: .zero] += added }
        key.rank = EventTotal.Key.wholeWidget
        let ofVisit = widgets[origin.widget, default: UserCounts.WidgetCounts(widget: origin.widget)]
            .count(added, visit: visit.start)
        if ofVisit != .zero { totals.places[key, default: .zero] += ofVisit }
        for arm in origin.arms {
            arms[arm, default: UserCounts.ArmCounts(arm: arm)].count(added, visit: visit.start)
        }
    }

    /// - Parameter totals: Receives the changes of the arms' sums.
    func counts(addingTo totals: inout EventTotals) -> UserCounts {
        var counts = counts
        counts.items = items.values.latest(UserCounts.itemLimit) { ($0.lastShown, $0.id.id, $0.id.kind) }
        counts.widgets = widgets.values
            .latest(UserCounts.widgetLimit) { ($0.lastShown, $0.widget.widget, $0.widget.segment) }
        for before in counts.arms { totals.arms[before.arm, default: ArmTotal.Sums()] -= ArmTotal.Sums(before) }
        for after in arms.values { totals.arms[after.arm, default: ArmTotal.Sums()] += ArmTotal.Sums(after) }
        totals.arms = totals.arms.filter { $0.value != ArmTotal.Sums() }
        counts.arms = arms.values.latest(UserCounts.armLimit) { ($0.lastVisit, $0.arm.experiment, $0.arm.arm) }
        return counts
    }
}

extension Collection {
    /// The order is total, so that every store keeps the same ones.
    fileprivate func latest(_ limit: Int, by order: (Element) -> (Instant, String, String)) -> [Element] {
        sorted { order($0) < order($1) }.suffix(limit)
    }
}
