/// The home for one user, one device and one segment: the response of `GET /home`.
///
/// Only the members that this client draws are decoded, so that new members break nothing.
struct Home: Decodable, Sendable {
    let revision: String
    let segments: [Segment]
    /// The type of all texts, by the names in metrics.
    let textStyles: [String: TextStyle]
    /// In points.
    let contentHeight: Double
    let homeWidgets: [Widget]
    /// A token of the items in this document. The server leaves them out of what is loaded with it.
    let shown: String?

    /// A tab. The active one has no `href`.
    struct Segment: Decodable, Identifiable, Sendable {
        let id, title: String
        let active: Bool
        let href: String?
    }
}
