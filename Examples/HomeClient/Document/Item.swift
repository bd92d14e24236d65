/// One cell of a widget, of any kind.
struct Item: Decodable, Identifiable, Sendable {
    let id, kind, title: String
    /// A hash of all content, `isNew` included: equal revisions mean equal content.
    let revision: String
    let subtitle, text, href: String?
    let price: Price?
    /// The colour to draw in the place of the image until it is there: `#c8b9a6`.
    let placeholder: String?
    /// The images that the layout shows, the best first.
    let images: [Image]?
    let isNew: Bool?
    let accessibilityLabel: String
    let accessibilityValue: String?
    /// For the app's analytics. The revision does not cover it.
    let tracking: String

    struct Price: Decodable, Sendable { let formatted: String }

    /// An image, where its size is known in exactly that of the layout, in pixels.
    struct Image: Decodable, Sendable {
        let url: String
        let width, height: Int?
    }
}
