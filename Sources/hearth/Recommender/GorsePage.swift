import Catalogue
import Glibc
import HTTPServer

/// The requested part of a list.
struct GorsePage {
    /// The first index: `offset`.
    let offset: Int
    /// The index after the last one: `offset` and `n`.
    let end: Int
    /// The items' category, in the path or as `category`; all items without one.
    let filter: ItemFilter
    /// The user whose opened items are left out: `user-id`.
    let user: UserID?
    /// The time of the request, in Unix seconds (UTC). The items must be available then.
    let now = Int64(time(nil))

    /// The default of `n`, as in Gorse.
    private static let defaultCount = 10
    /// The maximum of ``end``.
    private static let maximum = 1_000

    init(_ request: Request) throws(GorseError) {
        let parameters: QueryParameters
        do {
            parameters = try request.query
        } catch {
            throw GorseError(.badRequest, ErrorResponse(error).message)
        }
        func value(_ name: String) -> String? {
            parameters.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
        }
        func number(_ name: String, default fallback: Int) throws(GorseError) -> Int {
            guard let text = value(name) else { return fallback }
            guard let number = Int(text), number >= 0 else {
                throw GorseError(.badRequest, "\(name) is \"\(text)\": expected a whole number of at least 0")
            }
            return min(number, Self.maximum)
        }
        offset = try number("offset", default: 0)
        end = min(Self.maximum, offset + (try number("n", default: Self.defaultCount)))
        filter = ItemFilter(category: GorseList.category(in: request) ?? value("category"))
        user = try value("user-id").map { text throws(GorseError) in try UserID(gorse: text, "user-id") }
    }
}

extension UserID {
    /// - Parameter name: The name of the parameter, for the error message.
    init(gorse text: String, _ name: String) throws(GorseError) {
        guard let user = UserID(text) else {
            throw GorseError(.badRequest, "\(name) is \"\(text)\": expected \(Identifier.expectation)")
        }
        self = user
    }
}
