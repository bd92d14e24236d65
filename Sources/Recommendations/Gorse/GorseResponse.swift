import Catalogue
import JSON

struct GorseResponse {
    let result: Result<[CatalogueItem.ID], RecommendationError>
    let outcome: GorseQueryOutcome
    /// Whether it counts as a failure of the service: a rejection of this one query does not.
    let isFailure: Bool

    /// The longest part of an error response that is reported, in bytes.
    private static let maxReasonLength = 120

    init(_ result: Result<TransportResponse, RecommendationError>, limit: Int) {
        switch result {
        case .success(let response) where response.status == 200:
            let ids = Self.ids(in: Array(response.body.utf8), limit: limit)
            self.result = ids.map { .success($0) } ?? .failure(.unavailable("its response is not a list of items"))
            outcome = ids == nil ? .failed : .answered
            isFailure = ids == nil
        case .success(let response):
            // Gorse's errors are plain text.
            let text = String(decoding: response.body.utf8.prefix(Self.maxReasonLength), as: UTF8.self)
                .filter { !$0.isNewline }
            let reason = "it answered \(response.status)" + (text.isEmpty ? "" : ": \(text)")
            self.result = .failure(.unavailable(reason))
            outcome = .refused
            isFailure = !(400..<500).contains(response.status) || [401, 403, 408, 429].contains(response.status)
        case .failure(let error):
            self.result = .failure(error)
            outcome = error == .timedOut ? .timedOut : .failed
            isFailure = true
        }
    }

    /// Reads `["listing:1", …]`, `[{"Id": "listing:1", "Score": 0.5}, …]` or `null`, the best first, without repeated
    /// and invalid ids.
    ///
    /// Scores are ignored: those of the service's fallbacks are on other scales.
    /// - Returns: at most `limit` ids; `nil` if the body is malformed.
    static func ids(in body: [UInt8], limit: Int) -> [CatalogueItem.ID]? {
        guard let json = try? JSONValue(parsing: body) else { return nil }
        if json == .null { return [] }
        guard case .array(let elements) = json else { return nil }
        var ids: [CatalogueItem.ID] = []
        var seen: Set<CatalogueItem.ID> = []
        for element in elements {
            let id = if case .object(let members) = element { members["Id"] } else { element as JSONValue? }
            guard case .string(let text)? = id else { return nil }
            guard ids.count < limit, let id = CatalogueItem.ID(text), seen.insert(id).inserted else { continue }
            ids.append(id)
        }
        return ids
    }
}
