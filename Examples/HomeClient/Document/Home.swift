/// The home for one user, one device and one segment: the answer of `GET /home`.
///
/// What this client does not draw, it does not decode; a new member of the document breaks nothing here.
struct Home: Decodable, Sendable {
    let revision: String
    let segments: [Segment]
    /// In points.
    let contentHeight: Double
    let homeWidgets: [Widget]
    /// Names the items of this document to the server, which then leaves them out of what is loaded next.
    let shown: String?

    /// A tab. The active one has no `href`.
    struct Segment: Decodable, Identifiable, Sendable {
        let id, title: String
        let active: Bool
        let href: String?
    }
}
