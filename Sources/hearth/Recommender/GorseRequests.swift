import Catalogue
import Foundation
import HTTPServer
import JSON

/// The requested part of a list: `n`, `offset` and `category` of a query.
struct GorsePage {
    /// The first index.
    let offset: Int
    /// The index after the last one.
    let end: Int
    /// The category, which is a market; all items without one.
    let filter: ItemFilter
    /// The time of the request, in Unix seconds. The items must be active then.
    let now = Int64(time(nil))

    /// As in Gorse.
    private static let defaultCount = 10
    /// The maximum of `end`.
    private static let maximum = 1000

    init(_ request: Request) throws(GorseError) {
        let parameters: QueryParameters
        do {
            parameters = try request.query
        } catch {
            throw GorseError(.badRequest, "the query cannot be read: \(error)")
        }
        func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
        func number(_ name: String, default fallback: Int) throws(GorseError) -> Int {
            guard let text = value(name), !text.isEmpty else { return fallback }
            guard let number = Int(text), number >= 0 else {
                throw GorseError(.badRequest, "\(name) is \"\(text)\": expected a whole number of at least 0")
            }
            return min(number, Self.maximum)
        }
        offset = try number("offset", default: 0)
        end = min(Self.maximum, offset + (try number("n", default: Self.defaultCount)))
        filter = ItemFilter(market: value("category").flatMap { $0.isEmpty ? nil : $0 })
    }
}

/// Validates feedback in Gorse's format: a list of `{"FeedbackType", "UserId", "ItemId", "Value", "Timestamp",
/// "Comment"}`.
enum GorseFeedback {
    /// In bytes.
    private static let maximumCommentLength = 4096

    /// - Returns: The number of events.
    static func validate(_ body: some Sequence<UInt8>) throws(GorseError) -> Int {
        do {
            let json = try JSONValue(parsing: body)
            return try CheckedValue.read(json) { value in
                value.array { $0.object { Self.validate(&$0) } }
            }.count
        } catch let error as JSONSyntaxError {
            throw GorseError(.badRequest, "the body is not JSON: \(error.reason)")
        } catch let error as ValidationErrors {
            throw GorseError(.badRequest, error.all.map(\.description).joined(separator: "; "))
        } catch {
            throw GorseError(.badRequest, "\(error)")
        }
    }

    private static func validate(_ object: inout CheckedObject) -> Void? {
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
        if let value = object.optional("Comment"), let text = value.string(), text.utf8.count > maximumCommentLength {
            value.report("expected at most \(maximumCommentLength) bytes")
        }
        return ()
    }
}

/// An error response of Gorse: a line of plain text.
struct GorseError: Error {
    let status: Status
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    var response: Response {
        Response(
            status: status,
            contentType: "text/plain; charset=utf-8",
            cacheControl: .unstored,
            body: Array(message.utf8)
        )
    }
}
