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
            let arm = EventPlace.Arm(experiment: try row.string(0), arm: try row.string(1))
            var columns: [Int64] = []
            for index in 2..<9 { columns.append(try row.int64(index)) }
            return ArmTotal(arm, ArmTotal.Sums(columns: columns))
        }
    }
}

extension EventTotals {
    var statements: [Statement] {
        var statements: [Statement] = []
        if !places.isEmpty {
            let (keys, counts) = (Array(places.keys), places.values.map(\.columns))
            statements.append(
                SQL.addEventTotals.with(
                    [
                        .int8s(keys.map { Int64($0.day) }), .texts(keys.map(\.widget.segment)),
                        .texts(keys.map(\.widget.widget)), .texts(keys.map(\.arms)),
                        .int8s(keys.map { Int64($0.rank) }),
                    ] + (0..<4).map { column in .int8s(counts.map { $0[column] }) }
                )
            )
        }
        if !arms.isEmpty {
            let (keys, sums) = (Array(arms.keys), arms.values.map(\.columns))
            statements.append(
                SQL.addArmTotals.with(
                    [.texts(keys.map(\.experiment)), .texts(keys.map(\.arm))]
                        + (0..<7).map { column in .int8s(sums.map { $0[column] }) }
                )
            )
        }
        return statements
    }
}
