import Catalogue
import JSON

/// The body of `POST /users/{user}/opened`: `{"items": ["listing:7129300520", "product:fj5089"]}`.
public struct OpenedBody: Sendable {
    /// The items that the user opened, at least one.
    public let items: [CatalogueItem.ID]

    /// How many items one request may name.
    public static let maximumItems = 1000

    /// Reads the body.
    /// - Parameter kinds: The kinds that an item can be of.
    /// - Throws: ``BodyError`` with all that is wrong.
    public init(body: some Sequence<UInt8>, kinds: KindTable) throws(BodyError) {
        items = try BodyError.reading(body) { value in
            value.object { object in
                object.required("items")?.array(of: "items", 1...Self.maximumItems) { $0.itemID(of: kinds) }
            }
        }
    }
}

extension CheckedValue {
    fileprivate func itemID(of kinds: KindTable) -> CatalogueItem.ID? {
        guard case .string(let text) = json, let item = CatalogueItem.ID(text), kinds[item.kind] != nil else {
            return mismatch("an item such as \"listing:7129300520\" or \"product:fj5089\"")
        }
        return item
    }
}
