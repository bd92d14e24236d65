import Catalogue

/// What an answer comes to.
struct ResponseReading {
    let result: Result<[CatalogueItem.ID], RecommendationError>
    let outcome: GorseQueryOutcome
    /// Whether it speaks against the service's health: a refusal of this one question does not.
    let isFailure: Bool

    /// How much of an error's text is told.
    private static let longestReason = 120

    /// - Parameter limit: how many items are taken at most.
    init(_ result: Result<TransportResponse, TransportError>, limit: Int) {
        switch result {
        case .success(let response) where response.status == 200:
            if let items = RankedIDs.read(response.body, limit: limit) {
                self.init(.success(items), .answered, isFailure: false)
            } else {
                self.init(.failure(.unavailable("its answer is no list of items")), .failed, isFailure: true)
            }
        case .success(let response):
            // Errors are plain text, for whoever runs both.
            let text = String(decoding: response.body.prefix(Self.longestReason), as: UTF8.self)
                .filter { !$0.isNewline }
            let reason = "it answered \(response.status)" + (text.isEmpty ? "" : ": \(text)")
            let isRefusal = (400..<500).contains(response.status) && ![401, 403, 408, 429].contains(response.status)
            self.init(.failure(.unavailable(reason)), .refused, isFailure: !isRefusal)
        case .failure(let error):
            self.init(.failure(RecommendationError(error)), error == .timedOut ? .timedOut : .failed, isFailure: true)
        }
    }

    private init(
        _ result: Result<[CatalogueItem.ID], RecommendationError>,
        _ outcome: GorseQueryOutcome,
        isFailure: Bool
    ) {
        self.result = result
        self.outcome = outcome
        self.isFailure = isFailure
    }
}

extension RecommendationError {
    init(_ error: TransportError) {
        self =
            switch error {
            case .timedOut: .timedOut
            case .tooLong: .unavailable("its answer is too long")
            case .unreachable(let reason): .unavailable(reason)
            case .interrupted(let reason): .unavailable(reason)
            }
    }
}
