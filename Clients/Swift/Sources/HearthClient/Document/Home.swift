/// The home of one user, device and segment: the response of `GET /home`. All lengths are in points.
public struct Home: Decodable, Hashable, Sendable {
    public let revision, locale: String
    public let direction: Direction
    public let device: Device
    @Lossy public private(set) var textStyles: [String: TextStyle]
    /// By the names that backgrounds, separators and text styles have.
    @Lossy public private(set) var palette: [String: PaletteColor]
    public let header: Header
    @Lossy public private(set) var segments: [Segment]
    @Lossy public private(set) var experiments: [Experiment]
    /// The token of the items on the page: the server leaves them out of what is loaded with it.
    public internal(set) var shown: String?
    /// In seconds.
    public let refreshAfter, staleWhileRevalidate: Int
    public internal(set) var contentHeight: Double
    @Lossy public internal(set) var homeWidgets: [Widget]
}

public struct Device: Decodable, Hashable, Sendable { public let width, scale, textScale: Double }

/// A tab. The active one has no `href`.
public struct Segment: Decodable, Hashable, Identifiable, Sendable {
    public let id, title: String, active: Bool, href: String?
}

public struct Experiment: Decodable, Hashable, Identifiable, Sendable { public let id, arm: String }

/// Colours as `#rrggbb`.
public struct PaletteColor: Decodable, Hashable, Sendable { public let light, dark: String }

/// A weight of 400 is regular, 700 is bold.
public struct TextStyle: Decodable, Hashable, Sendable {
    public let size, lineHeight: Double, weight: Int, color: String?
}

/// A text that wraps into up to `maxLines` lines.
public struct TextLine: Decodable, Hashable, Sendable {
    public let style: String, lineHeight: Double, maxLines: Int

    var height: Double { lineHeight * Double(maxLines) }
}
