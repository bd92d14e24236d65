/// The devices for which a style changes: those from a width, from a text scale, or from both.
public struct StyleThreshold: Hashable, Sendable {
    /// The least width of the screen; `nil` for any.
    let width: Points?
    /// The least text scale, within ``Device/textScales``; `nil` for any.
    let textScale: FixedPoint?

    /// Devices must reach both.
    public init(width: Points? = nil, textScale: FixedPoint? = nil) {
        self.width = width
        self.textScale = textScale
    }
}

/// A style leaves no room: on a screen of this width, an item would be narrower than ``LayoutStyle/minimumItemWidth``.
public struct NoRoom: Error, Hashable, CustomStringConvertible {
    let width: Points

    public var description: String {
        "on a screen \(width) points wide the insets and spacings leave an item less than "
            + "\(LayoutStyle.minimumItemWidth) points"
    }
}
