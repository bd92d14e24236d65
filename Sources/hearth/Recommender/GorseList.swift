import HTTPServer

/// The lists of items in Gorse's REST API.
enum GorseList: CaseIterable {
    /// Recommendations for a user.
    case recommended
    /// Items like an item.
    case neighbors
    /// The items that were listed last.
    case latest
    /// The items that most users opened.
    case popular
    /// A list by its name: ``popular``, all others are empty.
    case nonPersonalized

    /// The paths. As in Gorse, a final slash does not matter, and the category may also be in the query.
    var patterns: [String] { ["", "/", "/\(Self.categoryParameter)"].map { path + $0 } }

    private static let categoryParameter = "{category}"

    private var path: String {
        switch self {
        case .recommended: "/api/recommend/{user-id}"
        case .neighbors: "/api/item/{item-id}/neighbors"
        case .latest: "/api/latest"
        case .popular: "/api/popular"
        case .nonPersonalized: "/api/non-personalized/{name}"
        }
    }

    /// The category in the path of a request for a list; `nil` if it has none.
    static func category(in request: Request) -> String? {
        request.route.hasSuffix(categoryParameter) ? request.parameter("category") : nil
    }
}
