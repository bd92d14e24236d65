/// The type of a text, at the phone's text scale: `UIFont.systemFont(ofSize:weight:)` and a paragraph's line height.
struct TextStyle: Decodable, Hashable, Sendable {
    /// In points.
    let size, lineHeight: Double
    /// 400 is regular, 700 is bold.
    let weight: Int
}

/// A text, which wraps into up to `maxLines` lines.
struct TextLine: Decodable, Hashable, Sendable {
    /// A name in ``Home/textStyles``.
    let style: String
    /// In points.
    let lineHeight: Double
    let maxLines: Int
}

/// The texts of an item.
struct Caption: Decodable, Hashable, Sendable {
    let position: Position
    /// With the padding.
    let height: Double
    let padding: Insets
    let lines: [TextLine]

    /// Below the image, or over its lower edge.
    enum Position: String, Decodable, Sendable { case below, over }
}
