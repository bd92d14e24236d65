import Catalogue

extension SQLiteStore {
    /// Reads the rows on the connection that reads the items, since there may be many.
    public func eventTotals(since day: Int32) async throws(StoreError) -> [EventTotal] {
        try itemReader.read { (connection) throws(StoreError) in
            try connection.prepare(.eventTotals, Int64(day)).all { row in
                let key = EventTotal.Key(
                    day: Int32(clamping: row.int64(0)),
                    widget: WidgetID(segment: row.text(1), widget: row.text(2)),
                    arms: row.text(3),
                    rank: Int16(clamping: row.int64(4))
                )
                let counts = EventTotal.Counts(
                    shown: row.int64(5),
                    opened: row.int64(6),
                    saved: row.int64(7),
                    dismissed: row.int64(8)
                )
                return EventTotal(key, counts)
            }
        }
    }

    public func armTotals() async throws(StoreError) -> [ArmTotal] {
        try itemReader.read { (connection) throws(StoreError) in
            try connection.prepare(.armTotals).all { row in
                let arm = EventOrigin.Arm(experiment: row.text(0), arm: row.text(1))
                return ArmTotal(arm, ArmTotal.Sums(columns: (2..<9).map { row.int64(Int32($0)) }))
            }
        }
    }
}

extension Connection {
    func writeTotals() throws(StoreError) {
        if totals.isEmpty { return }
        for (key, counts) in totals.places {
            let widget = key.widget
            try run(
                .addEventTotal,
                Int64(key.day),
                widget.segment,
                widget.widget,
                key.arms,
                Int64(key.rank),
                counts.shown,
                counts.opened,
                counts.saved,
                counts.dismissed
            )
        }
        for (arm, sums) in totals.arms {
            try run(
                .addArmTotal,
                arm.experiment,
                arm.arm,
                sums.users,
                sums.visits,
                sums.shown,
                sums.opened,
                sums.visitsSquared,
                sums.openedSquared,
                sums.visitsOpened
            )
        }
        totals = EventTotals()
    }
}
