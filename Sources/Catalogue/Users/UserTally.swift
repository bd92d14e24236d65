struct UserTally {
    private var counts: UserCounts
    private var items: [CatalogueItem.ID: UserCounts.ItemCounts]
    private var widgets: [WidgetID: UserCounts.WidgetCounts]
    private var arms: [EventOrigin.Arm: (before: ArmTotal.Sums, counts: UserCounts.ArmCounts)]

    init(_ counts: UserCounts) {
        self.counts = counts
        items = Dictionary(counts.items.map { ($0.id, $0) }) { $1 }
        widgets = Dictionary(counts.widgets.map { ($0.widget, $0) }) { $1 }
        arms = Dictionary(counts.arms.map { ($0.arm, (ArmTotal.Sums($0), $0)) }) { $1 }
    }

    mutating func add(_ event: ReportedEvent, to totals: inout EventTotals) {
        var visit = counts.visit(at: event.at)
        visit.end = max(visit.end, event.at)
        counts.visit = visit
        var added = EventTotal.Counts()
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
            arms: origin.arms.sorted().map { "\($0.experiment)=\($0.arm)" }.joined(separator: ","),
            rank: origin.rank.map { Int16(min($0, EventTotal.Key.greatestRank)) } ?? EventTotal.Key.wholeWidget
        )
        // Beside its dismissals, a widget counts once in each visit.
        if origin.rank != nil || added.dismissed > 0 { totals.places[key, default: EventTotal.Counts()] += added }
        key.rank = EventTotal.Key.wholeWidget
        let ofVisit = widgets[origin.widget, default: UserCounts.WidgetCounts(widget: origin.widget)]
            .count(added, visit: visit.start)
        if ofVisit != EventTotal.Counts() { totals.places[key, default: EventTotal.Counts()] += ofVisit }
        for arm in origin.arms {
            arms[arm, default: (ArmTotal.Sums(), UserCounts.ArmCounts(arm: arm))].counts
                .count(added, visit: visit.start)
        }
    }

    /// - Parameter totals: Receives the changes of the arms' sums.
    func counts(addingTo totals: inout EventTotals) -> UserCounts {
        var counts = counts
        counts.items = items.values.latest(UserCounts.itemLimit) { ($0.lastShown, $0.id.id, $0.id.kind) }
        counts.widgets = widgets.values
            .latest(UserCounts.widgetLimit) { ($0.lastShown, $0.widget.widget, $0.widget.segment) }
        counts.arms = arms.values.map(\.counts)
            .latest(UserCounts.armLimit) { ($0.lastVisit, $0.arm.experiment, $0.arm.arm) }
        for (arm, (before, counts)) in arms {
            var change = ArmTotal.Sums(counts)
            change -= before
            if change != ArmTotal.Sums() { totals.arms[arm, default: ArmTotal.Sums()] += change }
        }
        return counts
    }
}

extension Collection {
    /// The order is total, so that every store keeps the same ones.
    fileprivate func latest(_ limit: Int, by order: (Element) -> (Instant, String, String)) -> [Element] {
        sorted { order($0) < order($1) }.suffix(limit)
    }
}

extension UserCounts.ItemCounts {
    fileprivate mutating func countShown(at time: Instant) {
        shown += 1
        if time >= lastOpened { shownSinceOpened += 1 }
        lastShown = max(lastShown, time)
        guard id.isCard else { return }
        times.append(time)
        times.sort()
        if times.count > Self.timeLimit { times.removeFirst() }
    }

    /// An opening before the item was last shown leaves that one time: when the others were is not known.
    fileprivate mutating func countOpened(at time: Instant) {
        if time < lastOpened { return }
        lastOpened = time
        shownSinceOpened = time < lastShown ? min(1, shownSinceOpened) : 0
    }
}

extension UserCounts.WidgetCounts {
    /// Counts an event in the visit that began at a time.
    /// - Returns: what to add to the totals.
    fileprivate mutating func count(_ event: EventTotal.Counts, visit start: Instant) -> EventTotal.Counts {
        var added = EventTotal.Counts()
        // What was opened was shown, even if that is reported later or never.
        if event.shown + event.opened > 0, lastShown != start {
            lastShown = start
            shown += 1
            added.shown = 1
        }
        if event.opened > 0, lastOpened != start {
            lastOpened = start
            opened += 1
            added.opened = 1
        }
        return added
    }
}

extension UserCounts.ArmCounts {
    fileprivate mutating func count(_ event: EventTotal.Counts, visit start: Instant) {
        if lastVisit != start {
            lastVisit = start
            visits += 1
        }
        shown += Int(event.shown)
        opened += Int(event.opened)
    }
}
