import Catalogue
import PostgreSQL

extension StoreTransaction {
    /// The statements that write what has changed of items since the last call. The items have to be read again then.
    mutating func takeItemWrites() -> [Statement] {
        defer { items = [:] }
        let changed = items.filter { $0.value.change != nil }
        func statement(
            _ changes: Set<TransactionItem.Change>,
            _ make: (_ kinds: Value, _ ids: Value, _ items: [TransactionItem]) -> Statement
        ) -> [Statement] {
            let chosen = changed.filter { changes.contains($0.value.change ?? .count) }
            if chosen.isEmpty { return [] }
            return [make(.texts(chosen.map(\.key.kind)), .texts(chosen.map(\.key.id)), chosen.map(\.value))]
        }
        let version = Value.int8(nextVersion)
        return statement([.add, .replace]) { kinds, ids, items in
            SQL.putItems(
                version,
                kinds,
                ids,
                .int8s(items.map(\.openedBy)),
                .byteas(items.map { $0.packed ?? [] })
            )
        }
            + statement([.count]) { kinds, ids, items in
                SQL.putOpenedBy(version, kinds, ids, .int8s(items.map(\.openedBy)))
            }
            + statement([.add]) { kinds, ids, _ in SQL.removeTombstones(kinds, ids) }
            + statement([.remove]) { kinds, ids, _ in SQL.removeItems(kinds, ids) }
            + statement([.remove]) { kinds, ids, _ in SQL.putTombstones(version, .int8(now), kinds, ids) }
    }

    /// The statements that write everything else, and announce it.
    /// - Parameter origin: the store that announces it.
    func finalWrites(by origin: String) -> [Statement] {
        var statements: [Statement] = []
        if !forgottenUsers.isEmpty {
            statements.append(SQL.removeEventsOfUsers(.texts(forgottenUsers.map(\.rawValue))))
        }
        if !events.isEmpty { statements.append(Self.adding(events)) }
        let changed = records.filter(\.value.isChanged)
        let stored = changed.compactMapValues(\.record)
        if !stored.isEmpty {
            statements.append(
                SQL.putRecords(.texts(stored.keys.map(\.rawValue)), .byteas(stored.values.map(\.packed)))
            )
        }
        let removed = changed.filter { $0.value.record == nil }.keys.map(\.rawValue)
        if !removed.isEmpty { statements.append(SQL.removeRecords(.texts(removed))) }
        if store != before { statements.append(store.saving) }
        if store.versions.items != before.versions.items {
            statements.append(SQL.removeExpiredTombstones(.int8(now - StoreLimits.tombstoneLifetime)))
        }
        if !changed.isEmpty { statements.append(SQL.announceUsers(.texts(changed.keys.map(\.rawValue)))) }
        if store.versions != before.versions { statements.append(SQL.announce(.text(origin))) }
        return statements
    }

    private static func adding(_ events: [UserEvent]) -> Statement {
        SQL.addEvents(
            .int8s(events.map(\.position)),
            .texts(events.map(\.user.rawValue)),
            .int8s(events.map { Int64($0.action.code) }),
            .byteas(events.map(\.action.packed)),
            .int8s(events.map(\.at))
        )
    }
}
