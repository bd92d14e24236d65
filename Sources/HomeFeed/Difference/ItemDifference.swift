import Bytes

/// An item of a widget, and the revision of what it shows.
struct ComparedItem: Hashable {
    let id: String
    let revision: Revision
}

/// The difference between two lists of items.
public struct ItemDifference: Hashable, Sendable {
    /// The number of items in both lists.
    public let common: Int
    /// The number of items in the first list alone.
    public let removed: Int
    /// The number of items in the second list alone.
    public let added: Int
    /// The number of ``common`` items that show something else.
    public let changed: Int
    /// Whether the ``common`` items are in another order.
    public let isReordered: Bool

    /// Whether the lists show the same.
    public var isEmpty: Bool { removed == 0 && added == 0 && changed == 0 && !isReordered }

    /// - Parameter before, after: Lists in which each id occurs once.
    init(from before: [ComparedItem], to after: [ComparedItem]) {
        let revisions = Dictionary(before.map { ($0.id, $0.revision) }) { first, _ in first }
        let kept = after.filter { revisions[$0.id] != nil }
        let ids = Set(kept.map(\.id))
        common = kept.count
        removed = before.count - kept.count
        added = after.count - kept.count
        changed = kept.count { revisions[$0.id] != $0.revision }
        isReordered = before.map(\.id).filter(ids.contains) != kept.map(\.id)
    }
}
