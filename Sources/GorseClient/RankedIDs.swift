import CheckedJSON
internal import Catalogue

/// The ids of an answer, the best first.
enum RankedIDs {
    /// Reads `["id", …]`, `[{"Id": "id", "Score": 0.5}, …]` or `null`. What is no listing's id is left out, and so is what
    /// was there before. Scores tell nothing that the order does not: those of the service's fallbacks are on other scales.
    /// - Parameter limit: how many are taken at most.
    /// - Returns: `nil` where the body is none of these.
    static func read(_ body: [UInt8], limit: Int) -> [String]? {
        guard let json = try? JSONValue(parsing: body) else { return nil }
        if json == .null { return [] }
        guard case .array(let elements) = json else { return nil }
        var ids: [String] = []
        var seen: Set<String> = []
        for element in elements {
            guard let id = id(element) else { return nil }
            guard ids.count < limit, Identifier.isValid(id), seen.insert(id).inserted else { continue }
            ids.append(id)
        }
        return ids
    }

    private static func id(_ element: JSONValue) -> String? {
        switch element {
        case .string(let id): id
        case .object(let members): if case .string(let id) = members["Id"] { id } else { nil }
        default: nil
        }
    }
}
