@testable import Catalogue

/// A catalogue store of plain arrays and dictionaries.
struct Model {
    private(set) var items: [CatalogueItem.ID: CatalogueItem] = [:]
    private(set) var openedBy: [CatalogueItem.ID: UInt32] = [:]
    /// The ids of all items in order of arrival.
    private(set) var order: [CatalogueItem.ID] = []
    /// The ids of each collection's items in order of addition.
    private(set) var collections: [String: [CatalogueItem.ID]] = [:]
    private(set) var records: [UserID: UserRecord] = [:]
    private(set) var events: [Event] = []

    struct Event: Hashable {
        let user: UserID
        let action: UserAction
        let at: Instant
    }

    mutating func upsert(_ item: CatalogueItem) -> UpsertOutcome {
        var item = item
        item.collections = item.collections.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        let known = items[item.id]
        if known == item { return .unchanged }
        if known == nil {
            order.append(item.id)
            openedBy[item.id] = 0
        }
        for collection in known?.collections ?? [] where !item.collections.contains(collection) {
            collections[collection]?.removeAll { $0 == item.id }
        }
        for collection in item.collections where known?.collections.contains(collection) != true {
            collections[collection, default: []].append(item.id)
        }
        items[item.id] = item
        return known == nil ? .added : .changed
    }

    mutating func remove(_ ids: [CatalogueItem.ID]) -> Int {
        let known = Set(ids).intersection(items.keys)
        for id in known {
            items[id] = nil
            openedBy[id] = nil
            order.removeAll { $0 == id }
            for collection in collections.keys { collections[collection]?.removeAll { $0 == id } }
        }
        return known.count
    }

    /// Opens items and notes searches.
    /// - Returns: the indices of the actions with unknown items, which have no effect.
    mutating func append(_ actions: [UserAction], by user: UserID, at now: Instant) -> [Int] {
        var unknown: [Int] = []
        for (index, action) in actions.enumerated() {
            var record = records[user] ?? .empty
            switch action {
            case .searched(let search):
                if record.lastSearch == search { continue }
                record.lastSearch = search
            case .opened(let id, _):
                guard items[id] != nil else {
                    unknown.append(index)
                    continue
                }
                if !record.opened.contains(id) { openedBy[id, default: 0] += 1 }
                record.openings.insert(id, at: now, limit: .max)
                record.seen.removeAll { $0.id == id }
                record.seen.insert(UserRecord.SeenItem(id: id, at: now, price: nil), at: 0)
            default: continue
            }
            records[user] = record
            events.append(Event(user: user, action: action, at: now))
        }
        return unknown
    }

    mutating func forget(_ user: UserID, at now: Instant) {
        guard records[user] != nil || events.contains(where: { $0.user == user }) else { return }
        for id in records[user]?.opened ?? [] where (openedBy[id] ?? 0) > 0 { openedBy[id]? -= 1 }
        let opened = records[user]?.opened ?? []
        records[user] = nil
        events.removeAll { $0.user == user }
        events.append(Event(user: .erased, action: .forgotten(openings: opened.isEmpty ? nil : []), at: now))
    }

    mutating func deleteEvents(before moment: Instant) -> Int {
        let before = events.count
        events.removeAll { $0.at < moment }
        return before - events.count
    }
}
