import Foundation
import HTTPServer

/// Which part of a list is asked for: `n`, `offset` and `category` of a query.
struct GorsePage {
    /// From which place on.
    let offset: Int
    /// Up to which place.
    let end: Int
    /// Of which market alone.
    let category: String?
    /// When it is asked for, in Unix seconds: what is not on offer then is in no list.
    let now = Int64(time(nil))

    /// How many items there are where the query does not say: Gorse's own default.
    private static let defaultCount = 10
    /// The last place that can be asked for.
    private static let maximum = 1000

    init(_ request: Request) throws(TextError) {
        let parameters: DecodedQuery
        do {
            parameters = try request.query.decoded()
        } catch {
            throw .badRequest("the query cannot be read: \(error)")
        }
        func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
        func number(_ name: String, default fallback: Int) throws(TextError) -> Int {
            guard let text = value(name), !text.isEmpty else { return fallback }
            guard let number = Int(text), number >= 0 else {
                throw .badRequest("\(name) is \"\(text)\": expected a whole number of at least 0")
            }
            return min(number, Self.maximum)
        }
        offset = try number("offset", default: 0)
        end = min(Self.maximum, offset + (try number("n", default: Self.defaultCount)))
        category = value("category").flatMap { $0.isEmpty ? nil : $0 }
    }
}
