import Foundation
internal import Catalogue
internal import Revisions

/// Feedback as Gorse reads it: `[{"FeedbackType","ItemId","Timestamp","UserId","Value"}, …]`.
struct FeedbackBody: Encodable {
    private let FeedbackType: String
    private let UserId: String
    private let ItemId: String
    private let Value = 1.0
    private let Timestamp: String

    static func bytes(_ feedback: some Sequence<Feedback>) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Nothing in it can fail to be encoded: there are texts, and one number that is one.
        return (try? encoder.encode(feedback.map(Self.init))).map(Array.init) ?? []
    }

    private init(_ feedback: Feedback) {
        UserId = feedback.user.rawValue
        Timestamp = Date(timeIntervalSince1970: Double(feedback.at)).ISO8601Format()
        switch feedback.event {
        case .opened(let item):
            FeedbackType = "open"
            // The service's items are the listings; what else was opened is told from them by its kind.
            ItemId = item.kind == .listing ? item.id : item.description
        case .searched(let search):
            FeedbackType = "search"
            ItemId = "search:\(search.revision)"
        }
    }
}

extension SearchCriteria {
    /// A hash of the conditions: the same search has the same one, whoever searched for it and wherever.
    var revision: Revision {
        Revision {
            $0.combine(market) { $0.combine($1) }
            $0.combine(types.reduce(0 as UInt64) { $0 | 1 << UInt64($1.code) })
            $0.combine(price) { $0.combine($1) }
            $0.combine(bedrooms) { $0.combine($1) }
            $0.combine(bathrooms) { $0.combine($1) }
            $0.combine(area) { $0.combine($1) }
            $0.combine(place) {
                $0.combine($1.center.latitude)
                $0.combine($1.center.longitude)
                $0.combine($1.radius)
            }
        }
    }
}

extension RevisionHasher {
    fileprivate mutating func combine<Bound>(
        _ interval: ClosedInterval<Bound>,
        _ combine: (inout Self, Bound) -> Void
    ) {
        self.combine(interval.min, combine)
        self.combine(interval.max, combine)
    }
}
