import HomeLayout

/// What stands above a widget's items, or above the whole page.
public struct Header: Sendable {
    /// What a header says.
    public enum Content: Hashable, Sendable {
        /// A title that leads to `href`.
        case tappable(title: String, subtitle: String? = nil, href: String)
        /// A title.
        case plain(title: String, subtitle: String? = nil)
        /// No header.
        case empty
    }

    /// What it says.
    public let content: Content
    /// Its height and padding, solved for the document's device.
    public let metrics: SolvedBar

    /// A header that says `content`.
    public init(_ content: Content, metrics: SolvedBar) {
        self.content = content
        self.metrics = metrics
    }
}

extension Header.Content {
    /// The kind of header.
    public var kind: HeaderKind {
        switch self {
        case .tappable: .tappable
        case .plain: .plain
        case .empty: .empty
        }
    }

    /// The title, where there is one.
    public var title: String? {
        switch self {
        case .tappable(let title, _, _), .plain(let title, _): title
        case .empty: nil
        }
    }

    /// The subtitle, where there is one.
    public var subtitle: String? {
        switch self {
        case .tappable(_, let subtitle, _), .plain(_, let subtitle): subtitle
        case .empty: nil
        }
    }

    /// Where the header leads, if anywhere.
    public var href: String? {
        if case .tappable(_, _, let href) = self { href } else { nil }
    }
}

/// What stands below a widget's items: a line that leads somewhere.
public struct Footer: Sendable {
    /// What it says.
    public let title: String
    /// Where it leads.
    public let href: String
    /// Its height and padding, solved for the document's device.
    public let metrics: SolvedBar

    /// A footer that says `title` and leads to `href`.
    public init(title: String, href: String, metrics: SolvedBar) {
        self.title = title
        self.href = href
        self.metrics = metrics
    }
}
