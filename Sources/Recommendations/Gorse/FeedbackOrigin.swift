import Bytes
import Catalogue

/// The store whose events and deletions are sent to a recommendation service.
///
/// `hearth recommender` over the same store has them already: it would log them again, and they would be sent again,
/// without end. It recognizes them by this field of the request, which other services ignore.
package struct FeedbackOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The name of the header field.
    package static let field = "X-Hearth-Store"

    /// The value of the header field: the store's ``ItemVersion/history`` in sixteen hexadecimal digits.
    package let description: String

    /// The origin of the store's current history.
    package init(_ store: any CatalogueStore) {
        description = Revision(rawValue: store.itemVersion.history).description
    }
}
