import Catalogue
import Foundation
import HTTPServer

/// The part of a list that is requested: `n`, `offset` and `category` of a query.
struct GorsePage {
    /// The first place.
    let offset: Int
    /// The place behind the last one.
    let end: Int
    /// The items of the category, which is a market; all without one.
    let filter: ItemFilter
    /// The time of the request, in Unix seconds (UTC), at which the items have to be on offer.
    let now = Int64(time(nil))

    /// The number of items by default, as in Gorse.
    private static let defaultCount = 10
    /// The end of the last page.
    private static let maximum = 1000

    init(_ request: Request) throws(TextError) {
        let parameters: QueryParameters
        do {
            parameters = try request.query
        } catch {
            throw TextError(.badRequest, "the query cannot be read: \(error)")
        }
        func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
        func number(_ name: String, default fallback: Int) throws(TextError) -> Int {
            guard let text = value(name), !text.isEmpty else { return fallback }
            guard let number = Int(text), number >= 0 else {
                throw TextError(.badRequest, "\(name) is \"\(text)\": expected a whole number of at least 0")
            }
            return min(number, Self.maximum)
        }
        offset = try number("offset", default: 0)
        end = min(Self.maximum, offset + (try number("n", default: Self.defaultCount)))
        filter = ItemFilter(market: value("category").flatMap { $0.isEmpty ? nil : $0 })
    }
}
