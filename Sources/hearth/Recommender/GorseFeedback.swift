import Catalogue
import HTTPServer
import Import
import JSON

/// An event in Gorse's format.
struct GorseFeedback {
    /// Gorse's `FeedbackType`, such as `open`.
    let type: String
    let user: UserID
    /// The item, which may not exist.
    let item: CatalogueItem.ID
    /// Unix seconds (UTC).
    let at: Int64

    /// The maximum number of events in one request.
    static let maximumCount = 1_000
    /// The maximum size of a request's body, in bytes.
    static let maximumBodySize = 1 << 20
    /// In bytes.
    private static let maximumCommentLength = 4_096
    /// The number of errors that a response names.
    private static let reportedErrors = 10

    /// Reads a list of `{"FeedbackType", "UserId", "ItemId", "Timestamp", "Value", "Labels", "Comment"}`. The last four
    /// are optional, and only the timestamp of them is used: an ``EventTime``.
    /// - Parameter now: The time of events without a timestamp, and of those with a later one; Unix seconds (UTC).
    static func read(_ body: some Sequence<UInt8>, at now: Int64) throws(GorseError) -> [GorseFeedback] {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: body)
        } catch {
            throw GorseError(.badRequest, "the body is not JSON: \(error.reason)")
        }
        do {
            return try CheckedValue.read(json) { value in
                value.array(of: "events", 0...maximumCount) { $0.object { GorseFeedback(&$0, at: now) } }
            }
        } catch {
            let (named, count) = (error.all.prefix(reportedErrors), error.all.count)
            let rest = count > named.count ? "; and \(count - named.count) more" : ""
            throw GorseError(.badRequest, named.map(\.description).joined(separator: "; ") + rest)
        }
    }

    private init?(_ object: inout CheckedObject, at now: Int64) {
        let type = object.required("FeedbackType")?.nonEmptyString()
        let user = object.required("UserId")?.user()
        let item = object.required("ItemId")?.item()
        let at = object.value("Timestamp", default: now) { $0.time(default: now) }
        _ = object.optional("Value")?.number()
        _ = object.optional("Labels")
        if let comment = object.optional("Comment"), let text = comment.string(),
            text.utf8.count > Self.maximumCommentLength
        {
            comment.report("expected at most \(Self.maximumCommentLength) bytes")
        }
        guard let type, let user, let item, let at else { return nil }
        self.type = type
        self.user = user
        self.item = item
        self.at = min(at, now)
    }
}

extension CheckedValue {
    fileprivate func user() -> UserID? {
        guard let text = string() else { return nil }
        return UserID(text) ?? mismatch(Identifier.expectation)
    }

    fileprivate func item() -> CatalogueItem.ID? {
        guard let text = string() else { return nil }
        return CatalogueItem.ID(text) ?? mismatch("kind:id, such as listing:7129300520")
    }

    fileprivate func time(default fallback: Int64) -> Int64? {
        guard let text = string() else { return nil }
        if text.isEmpty { return fallback }
        return EventTime.seconds(of: Array(text.utf8)[...]) ?? mismatch(EventTime.expectation)
    }
}
