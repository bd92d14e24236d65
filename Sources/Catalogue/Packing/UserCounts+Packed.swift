private let formatVersion: UInt8 = 1

extension UserCounts {
    public var packed: [UInt8] {
        var writer = PackedWriter()
        writer.write(formatVersion)
        writer.write(revision)
        writer.write(list: items) {
            $0.write($1.id)
            $0.write(count: $1.shown)
            $0.write(count: $1.shownSinceOpened)
            $0.write($1.lastShown)
            $0.write($1.lastOpened)
            $0.write(list: $1.times) { $0.write($1) }
        }
        writer.write(list: widgets) {
            $0.write($1.widget)
            $0.write(count: $1.shown)
            $0.write(count: $1.opened)
            $0.write($1.lastShown)
            $0.write($1.lastOpened)
        }
        writer.write(list: arms) {
            $0.write($1.arm.experiment)
            $0.write($1.arm.arm)
            $0.write(count: $1.visits)
            $0.write(count: $1.shown)
            $0.write(count: $1.opened)
            $0.write($1.lastVisit)
        }
        // At most one.
        writer.write(list: visit.map { [$0] } ?? []) {
            $0.write($1.start)
            $0.write($1.end)
            $0.write($1.previousEnd ?? .distantPast)
        }
        writer.write(Int64(dailyOpenings.day))
        writer.write(count: dailyOpenings.openings)
        writer.write(list: batches) {
            $0.write($1.id)
            $0.write($1.at)
        }
        return writer.bytes
    }

    package init(stored bytes: Span<UInt8>) throws(StoreError) {
        var reader = PackedReader(bytes)
        if reader.byte() != formatVersion { reader.fail() }
        revision = reader.int64()
        items = reader.list {
            var item = ItemCounts(id: $0.itemID())
            item.shown = $0.count()
            item.shownSinceOpened = $0.count()
            item.lastShown = $0.instant()
            item.lastOpened = $0.instant()
            item.times = $0.list { $0.instant() }
            return item
        }
        widgets = reader.list {
            var widget = WidgetCounts(widget: $0.widgetID())
            widget.shown = $0.count()
            widget.opened = $0.count()
            widget.lastShown = $0.instant()
            widget.lastOpened = $0.instant()
            return widget
        }
        arms = reader.list {
            var arm = ArmCounts(arm: EventOrigin.Arm(experiment: $0.text(), arm: $0.text()))
            arm.visits = $0.count()
            arm.shown = $0.count()
            arm.opened = $0.count()
            arm.lastVisit = $0.instant()
            return arm
        }
        visit =
            reader.list {
                let (start, end, previousEnd) = ($0.instant(), $0.instant(), $0.instant())
                return Visit(start: start, end: end, previousEnd: previousEnd == .distantPast ? nil : previousEnd)
            }.last
        dailyOpenings = DailyOpenings(day: Int32(truncatingIfNeeded: reader.int64()), openings: reader.count())
        batches = reader.list { RecentBatch(id: $0.text(), at: $0.instant()) }
        guard reader.isComplete else { throw .defect("cannot read the counts of a user") }
    }
}
