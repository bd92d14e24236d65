import Catalogue

extension PostgreSQLStore {
    public func eventTotals(since day: Int32) async throws(StoreError) -> [EventTotal] {
        try await read(.any, SQL.eventTotals(.int8(Int64(day))))[0].map { (row) throws(StoreError) in
            let key = EventTotal.Key(
                day: Int32(clamping: try row.int64(0)),
                widget: WidgetID(segment: try row.string(1), widget: try row.string(2)),
                arms: try row.string(3),
                rank: Int16(clamping: try row.int64(4))
            )
            let counts = EventTotal.Counts(
                shown: try row.int64(5),
                opened: try row.int64(6),
                saved: try row.int64(7),
                dismissed: try row.int64(8)
            )
            return EventTotal(key, counts)
        }
    }

    public func armTotals() async throws(StoreError) -> [ArmTotal] {
        try await read(.any, SQL.armTotals)[0].map { (row) throws(StoreError) in
            let arm = EventOrigin.Arm(experiment: try row.string(0), arm: try row.string(1))
            var columns: [Int64] = []
            for index in 2..<9 { columns.append(try row.int64(index)) }
            return ArmTotal(arm, ArmTotal.Sums(columns: columns))
        }
    }
}

extension EventTotals {
    var statements: [Statement] {
        let places = places.map { key, counts -> [Value] in
            let place: [Value] = [
                .int8(Int64(key.day)), .text(key.widget.segment), .text(key.widget.widget), .text(key.arms),
                .int8(Int64(key.rank)),
            ]
            return place + counts.columns.map { .int8($0) }
        }
        let arms = arms.map { arm, sums -> [Value] in
            [.text(arm.experiment), .text(arm.arm)] + sums.columns.map { .int8($0) }
        }
        return SQL.addEventTotals.each(places) + SQL.addArmTotals.each(arms)
    }
}
