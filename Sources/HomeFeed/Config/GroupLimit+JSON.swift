import Catalogue
import JSON
import Recommendations

extension GroupLimit {
    static let standard = GroupLimit(.brand, max: 3)

    /// Reads `{"attribute": "brand", "max": 3}`; the attribute is `brand`, `category` or a text attribute of a kind.
    init(reading object: inout CheckedObject, _ table: KindTable) {
        var groups: [String: Group] = [:]
        for attribute in table.kinds.flatMap(\.attributes) {
            if case .text = attribute.type { groups[attribute.name] = .attribute(attribute.name) }
        }
        groups["brand"] = .brand
        groups["category"] = .category
        let group = object.optional("attribute")?.choice("attribute", among: groups)
        let max = object.optional("max")?.count(in: 1...100)
        self.init(group ?? Self.standard.group, max: max ?? Self.standard.max)
    }
}
