import CheckedJSON
import Foundation
import Catalogue

/// Feedback as Gorse accepts it: a list of `{"FeedbackType", "UserId", "ItemId", "Value", "Timestamp", "Comment"}`.
enum GorseFeedback {
    /// Why a body is not feedback.
    struct Fault: Error {
        let message: String
    }

    /// The longest type and comment, in bytes.
    private static let longestText = 4096

    /// Checks a request's body.
    /// - Returns: the number of events.
    static func check(_ body: some Sequence<UInt8>) throws(Fault) -> Int {
        do {
            let json = try JSONValue(parsing: body)
            return try CheckedValue.read(json) { value in
                value.list { $0.object { Self.check(&$0) } }
            }.count
        } catch let error as MalformedJSON {
            throw Fault(message: "the body is no JSON: \(error.reason)")
        } catch let error as Findings {
            throw Fault(message: error.all.map(\.description).joined(separator: "; "))
        } catch {
            throw Fault(message: "\(error)")
        }
    }

    private static func check(_ object: inout CheckedObject) -> Void? {
        _ = object.required("FeedbackType")?.nonEmptyString()
        if let value = object.required("UserId"), let id = value.string(), !Identifier.isValid(id) {
            value.report("expected \(Identifier.expectation)")
        }
        if let value = object.required("ItemId"), let id = value.string(), CatalogueItem.ID(id) == nil {
            value.report("expected kind:id, such as listing:7129300520")
        }
        _ = object.optional("Value")?.number()
        if let value = object.optional("Timestamp"), let text = value.string(), !text.isEmpty,
            (try? Date(text, strategy: .iso8601)) == nil
        {
            value.report("expected a time such as 2024-02-29T23:59:59Z")
        }
        if let value = object.optional("Comment"), let text = value.string(), text.utf8.count > longestText {
            value.report("expected at most \(longestText) bytes")
        }
        return ()
    }
}
