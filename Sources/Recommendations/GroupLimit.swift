import Catalogue

/// The most recommended items with the same text, such as the same brand, so that a widget shows different ones.
public struct GroupLimit: Hashable, Sendable {
    public enum Group: Hashable, Sendable {
        case brand
        case category
        case attribute(String)
    }

    /// What the items of a group have in common. Items without it are in no group.
    public let group: Group
    /// The most items of a group, from 1 on, as long as there are enough others.
    public let max: Int

    public init(_ group: Group, max: Int) {
        self.group = group
        self.max = max
    }
}

extension CatalogueSnapshot {
    /// The code of the group that an item is in; 0 for none.
    func code(of group: GroupLimit.Group, _ row: ItemRow) -> UInt32 {
        switch group {
        case .brand: code(.brand, of: row)
        case .category: code(.category, of: row)
        case .attribute(let name):
            kinds.column(of: name, kind: kindCode(of: row)).map { code(.attribute($0), of: row) } ?? 0
        }
    }
}
