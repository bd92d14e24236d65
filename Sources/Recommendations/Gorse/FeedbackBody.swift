import Bytes
import Catalogue
import Foundation

/// Feedback as Gorse reads it: `[{"FeedbackType","ItemId","Timestamp","UserId","Value"}, …]`.
struct FeedbackBody: Encodable {
    private let FeedbackType: String
    private let UserId: String
    private let ItemId: String
    private let Value = 1.0
    private let Timestamp: String

    static func bytes(_ events: some Sequence<UserEvent>) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: the values are texts and a finite number.
        return (try? encoder.encode(events.map(Self.init))).map(Array.init) ?? []
    }

    private init(_ event: UserEvent) {
        UserId = event.user.rawValue
        Timestamp = Date(timeIntervalSince1970: Double(event.at)).ISO8601Format()
        switch event.action {
        case .opened(let item):
            FeedbackType = "open"
            ItemId = item.description
        case .searched(let search):
            FeedbackType = "search"
            ItemId = "search:\(Revision { $0.combine(bytes: search.packed.span) })"
        }
    }
}
