import Catalogue

extension StoreTransaction {
    /// The statements that write what has changed of items since the last call. The items have to be read again then.
    mutating func takeItemWrites() -> [Statement] {
        defer { items = [:] }
        let changed = items.filter(\.value.isChanged)
        let stored = changed.filter { $0.value.packed != nil }
        let removed = changed.filter { $0.value.packed == nil }
        let version = Value.int8(nextVersion)
        var statements: [Statement] = []
        if !stored.isEmpty {
            let (kinds, ids) = (Value.texts(stored.keys.map(\.kind)), Value.texts(stored.keys.map(\.id)))
            let (openedBy, packed) = (stored.values.map(\.openedBy), stored.values.compactMap(\.packed))
            statements.append(SQL.putItems(version, kinds, ids, .int8s(openedBy), .byteas(packed)))
            statements.append(SQL.removeTombstones(kinds, ids))
        }
        if !removed.isEmpty {
            let (kinds, ids) = (Value.texts(removed.keys.map(\.kind)), Value.texts(removed.keys.map(\.id)))
            statements.append(SQL.removeItems(kinds, ids))
            statements.append(SQL.putTombstones(version, .int8(now), kinds, ids))
        }
        return statements
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
