import Catalogue
import Foundation
import HTTPServer
import JSON

/// Feedback as Gorse accepts it: a list of `{"FeedbackType", "UserId", "ItemId", "Value", "Timestamp", "Comment"}`.
enum GorseFeedback {
    /// The longest comment, in bytes.
    private static let longestComment = 4096

    /// Checks a request's body.
    /// - Returns: the number of events.
    static func check(_ body: some Sequence<UInt8>) throws(TextError) -> Int {
        do {
            let json = try JSONValue(parsing: body)
            return try CheckedValue.read(json) { value in
                value.array { $0.object { Self.check(&$0) } }
            }.count
        } catch let error as JSONSyntaxError {
            throw TextError(.badRequest, "the body is no JSON: \(error.reason)")
        } catch let error as ValidationErrors {
            throw TextError(.badRequest, error.all.map(\.description).joined(separator: "; "))
        } catch {
            throw TextError(.badRequest, "\(error)")
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
        if let value = object.optional("Comment"), let text = value.string(), text.utf8.count > longestComment {
            value.report("expected at most \(longestComment) bytes")
        }
        return ()
    }
}
