import Bytes
import Catalogue

enum GorseQuery: Hashable, Sendable {
    case recommended(UserID, offset: Int, category: String?)
    case neighbors(CatalogueItem.ID)
    /// A named list, such as the popular items.
    case nonPersonalized(String, category: String?)
    case latest(category: String?)

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
    /// The text as a path segment or a query value. Dots are encoded too: a segment of dots alone would mean another
    /// path.
    var urlComponent: String { percentEncoded.replacing(".", with: "%2E") }
}

/// The base URL of a service: `http://host:port` or `http://host:port/prefix`.
public struct ServiceURL: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public static let expectation = "http://HOST:PORT or https://HOST:PORT, with a path where the service has one"

    /// Parses a URL; `nil` if it is malformed, or has a query or credentials, which would show in logs.
    public init?(_ text: String) {
        let url = /(https?:\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]+))?(?:\/[A-Za-z0-9\/._~%-]*?)??)\/*/
        guard let match = text.wholeMatch(of: url) else { return nil }
        if let port = match.output.2, UInt16(port) ?? 0 == 0 { return nil }
        description = String(match.output.1)
    }
}
