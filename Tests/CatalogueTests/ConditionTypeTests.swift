import Testing

@testable import Catalogue

/// Kinds of item may declare attributes of one name and different types.
@Suite struct `A condition on an attribute` {
    private static let types: [(kind: String, type: AttributeType)] = [
        ("ring", .number(unit: nil)), ("shirt", .text(values: [])), ("gift", .flag), ("ticket", .instant),
        ("voucher", .money),
    ]

    /// For each kind, so many items that all have one of two sizes.
    private func snapshot(_ count: Int) throws -> CatalogueSnapshot {
        let kinds = Self.types.map { Kind(name: $0.kind, attributes: [Attribute(name: "size", type: $0.type)]) }
        var builder = try SnapshotBuilder(kinds: KindTable(kinds), memoryLimit: 16 << 20)
        var next: Int64 = 1
        for (kind, type) in Self.types {
            for number in 0..<count {
                var item = CatalogueItem(id: .init(kind: kind, id: "\(number)"), title: "")
                item.attributes["size"] =
                    switch type {
                    case .number: .number(Double(number % 2))
                    case .money: .money(Money(amount: Int64(number % 2), currency: "USD"))
                    case .text: .text(["s", "m"][number % 2])
                    case .flag: .flag(number % 2 == 0)
                    case .instant: .instant(Instant(seconds: number % 2))
                    }
                try builder.add(PackedItem(item, succeeding: nil, nextArrival: &next, at: 0).bytes.span, openedBy: 0)
            }
        }
        return try builder.snapshot(version: ItemVersion(history: 1, number: 1))
    }

    @Test(arguments: [20, 300]) func `is met by kinds alone that declare it with a type of the condition`(count: Int)
        throws
    {
        let snapshot = try snapshot(count)
        let conditions: [(condition: AttributeCondition, kinds: [String])] = [
            (.range(ClosedInterval(min: 1)), ["ring", "ticket", "voucher"]), (.anyOf(["s"]), ["shirt"]),
            (.anyOf(["m"]), ["shirt"]), (.flag(true), ["gift"]), (.flag(false), ["gift"]),
        ]
        for (condition, kinds) in conditions {
            let filter = ItemFilter(attributes: ["size": condition])
            let found = snapshot.find(ItemQuery(filter: filter), at: 0, limit: 10_000)
            #expect(found.count == kinds.count * count / 2, "\(condition)")
            #expect(Set(found.map { snapshot.id(of: $0.row).kind }) == Set(kinds), "\(condition)")
        }
    }
}
