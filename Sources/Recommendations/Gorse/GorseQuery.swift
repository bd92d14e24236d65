import Foundation
import Catalogue

/// What a service can be asked for: each is answered with a list of items.
enum GorseQuery: Hashable, Sendable {
    /// What the user may like, from the place `offset` on.
    case recommended(UserID, offset: Int, category: String?)
    /// What is like the item.
    case neighbors(CatalogueItem.ID)
    /// What a list of this name holds: what is popular, say.
    case nonPersonalized(String, category: String?)
    /// What came last.
    case latest(category: String?)

    /// The address of the question, for at most `count` items.
    func url(at service: ServiceURL, count: Int) -> String {
        let (path, offset, category): (String, Int, String?) =
            switch self {
            case .recommended(let user, let offset, let category):
                ("recommend/\(user.rawValue.percentEncoded)", offset, category)
            case .neighbors(let item): ("item/\(item.description.percentEncoded)/neighbors", 0, nil)
            case .nonPersonalized(let name, let category): ("non-personalized/\(name.percentEncoded)", 0, category)
            case .latest(let category): ("latest", 0, category)
            }
        return "\(service)/api/\(path)?n=\(count)" + (offset > 0 ? "&offset=\(offset)" : "")
            + (category.map { "&category=\($0.percentEncoded)" } ?? "")
    }
}

extension String {
    /// The text as it stands in one segment of a path, or as a value in a query: but for the unreserved characters (RFC 3986
    /// section 2.3), and for a dot, since a segment of dots alone would mean another path.
    fileprivate var percentEncoded: String {
        let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~"
        return addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: unreserved)) ?? ""
    }
}
