@testable import Catalogue

/// A catalogue that answers queries by looking at every item: what the snapshot has to equal.
struct NaiveCatalogue {
    /// A class, so that looking at one copies nothing.
    final class Entry {
        let packed: PackedItem
        let item: CatalogueItem
        let openedBy: UInt32

        init(packed: PackedItem, openedBy: UInt32) {
            self.packed = packed
            item = packed.item
            self.openedBy = openedBy
        }
    }

    private(set) var entries: [CatalogueItem.ID: Entry] = [:]
    private var nextArrival: Int64 = 1

    mutating func upsert(_ item: CatalogueItem) -> Entry {
        let previous = entries[item.id]
        let packed = PackedItem(item, succeeding: previous?.packed, nextArrival: &nextArrival, at: 0)
        let entry = Entry(packed: packed, openedBy: previous?.openedBy ?? 0)
        entries[item.id] = entry
        return entry
    }

    mutating func setOpenedBy(_ count: UInt32, _ id: CatalogueItem.ID) {
        if let entry = entries[id] { entries[id] = Entry(packed: entry.packed, openedBy: count) }
    }

    mutating func remove(_ id: CatalogueItem.ID) { entries[id] = nil }

    /// An item in the order of a query: less comes first.
    struct Found: Comparable {
        let primary: Double
        let listedAt: Instant
        let id: CatalogueItem.ID

        static func < (one: Found, other: Found) -> Bool {
            if one.primary != other.primary { return one.primary < other.primary }
            if one.listedAt != other.listedAt { return one.listedAt > other.listedAt }
            if one.id.id != other.id.id { return one.id.id.utf8.lexicographicallyPrecedes(other.id.id.utf8) }
            return one.id.kind < other.id.kind
        }
    }

    /// The first items that the query asks for, behind `position`.
    func find(_ query: ItemQuery, behind position: Found?, at now: Instant, limit: Int) -> [Found] {
        var found: [Found] = []
        for item in candidates(of: query, at: now) {
            if let position, item <= position { continue }
            if found.count == limit, let last = found.last, last < item { continue }
            let index = found.firstIndex { item < $0 } ?? found.count
            found.insert(item, at: index)
            if found.count > limit { found.removeLast() }
        }
        return found
    }

    /// All items that the query asks for, in no order.
    func candidates(of query: ItemQuery, at now: Instant) -> [Found] {
        let currency = currency(of: query)
        return entries.values.compactMap { candidate($0, query, currency, at: now) }
    }

    private func candidate(_ entry: Entry, _ query: ItemQuery, _ currency: String?, at now: Instant) -> Found? {
        let filter = query.filter
        guard query.kinds.isEmpty || query.kinds.contains(entry.item.id.kind), entry.item.isAvailable(at: now) else {
            return nil
        }
        if let listedAfter = query.listedAfter, entry.item.newAt <= listedAfter || entry.item.newAt > now { return nil }
        if let market = filter.market, entry.item.market != market { return nil }
        if let brand = filter.brand, entry.item.brand?.id != brand { return nil }
        if let category = filter.category, entry.item.category != category { return nil }
        if let collection = filter.collection, !entry.item.collections.contains(collection) { return nil }
        if let area = filter.place {
            guard let place = entry.item.place, area.center.distance(to: place) <= area.radius else { return nil }
        }
        if filter.price.isBounded {
            guard let price = entry.item.price, price.currency == currency, filter.price.contains(price.amount) else {
                return nil
            }
        }
        for (name, condition) in filter.attributes where !meets(condition, entry.item.attributes[name]) { return nil }
        guard let primary = primary(entry, query, currency) else { return nil }
        return Found(primary: primary, listedAt: entry.item.newAt, id: entry.item.id)
    }

    private func meets(_ condition: AttributeCondition, _ value: AttributeValue?) -> Bool {
        switch (condition, value) {
        case (.range(let range), .number(let number)): range.contains(number)
        case (.anyOf(let texts), .text(let text)): texts.contains(text)
        case (.flag(let flag), .flag(let value)): flag == value
        default: false
        }
    }

    private func primary(_ entry: Entry, _ query: ItemQuery, _ currency: String?) -> Double? {
        switch query.sort {
        case .newest:
            return -Double(entry.item.newAt.seconds)
        case .arrival:
            let collection = query.filter.collection.flatMap { entry.item.collections.firstIndex(of: $0) }
            return Double(collection.map { entry.packed.collectionArrivals[$0] } ?? entry.packed.arrival)
        case .price(let order):
            guard let price = entry.item.price, price.currency == currency else { return nil }
            return order == .ascending ? Double(price.amount) : -Double(price.amount)
        case .distance(let center):
            return entry.item.place.map { center.distance(to: $0) }
        case .popularity:
            return entry.openedBy == 0 ? nil : -Double(entry.openedBy)
        case .attribute(let name, let order):
            guard case .number(let number) = entry.item.attributes[name] else { return nil }
            return order == .ascending ? number : -number
        }
    }

    /// The currency in which prices are compared.
    private func currency(of query: ItemQuery) -> String? {
        if let currency = query.filter.currency { return currency }
        var counts: [String: Int] = [:]
        for entry in entries.values {
            guard let price = entry.item.price, query.kinds.isEmpty || query.kinds.contains(entry.item.id.kind),
                query.filter.market == nil || query.filter.market == entry.item.market
            else { continue }
            counts[price.currency, default: 0] += 1
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

extension CatalogueItem {
    /// Whether the item is available at `now`, in Unix seconds (UTC).
    func isAvailable(at now: Instant) -> Bool {
        status == .active && startsAt.map { $0 <= now } ?? true && expiresAt.map { now < $0 } ?? true
    }

    /// When it was listed, or began if that is later.
    var newAt: Instant { max(listedAt, startsAt ?? .distantPast) }
}
