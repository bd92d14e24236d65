import Catalogue
import JSON

/// The ids in a response, the best first.
enum RankedIDs {
    /// Reads `["listing:1", …]`, `[{"Id": "listing:1", "Score": 0.5}, …]` or `null`. Texts that are no item's id are left out, and
    /// so are repetitions. Scores are ignored, since those of the service's fallbacks are on other scales: the order says all.
    /// - Parameter limit: how many are taken at most.
    /// - Returns: `nil` where the body is none of these.
    static func read(_ body: [UInt8], limit: Int) -> [CatalogueItem.ID]? {
        guard let json = try? JSONValue(parsing: body) else { return nil }
        if json == .null { return [] }
        guard case .array(let elements) = json else { return nil }
        var ids: [CatalogueItem.ID] = []
        var seen: Set<CatalogueItem.ID> = []
        for element in elements {
            guard let text = text(element) else { return nil }
            guard ids.count < limit, let id = CatalogueItem.ID(text), seen.insert(id).inserted else { continue }
            ids.append(id)
        }
        return ids
    }

    private static func text(_ element: JSONValue) -> String? {
        switch element {
        case .string(let id): id
        case .object(let members): if case .string(let id) = members["Id"] { id } else { nil }
        default: nil
        }
    }
}
