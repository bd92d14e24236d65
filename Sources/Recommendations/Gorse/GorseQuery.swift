import Bytes
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
                ("recommend/\(user.rawValue.urlComponent)", offset, category)
            case .neighbors(let item): ("item/\(item.description.urlComponent)/neighbors", 0, nil)
            case .nonPersonalized(let name, let category): ("non-personalized/\(name.urlComponent)", 0, category)
            case .latest(let category): ("latest", 0, category)
            }
        return "\(service)/api/\(path)?n=\(count)" + (offset > 0 ? "&offset=\(offset)" : "")
            + (category.map { "&category=\($0.urlComponent)" } ?? "")
    }
}

extension String {
    /// The text as a path segment or a query value. Dots are encoded too: a segment of dots alone would mean another path.
    fileprivate var urlComponent: String { percentEncoded.replacing(".", with: "%2E") }
}
