import Bytes
import HomeLayout

/// The texts and the link of a widget's header, which may be personal. Encoded once, since most are the config's.
final class Header: Sendable {
    let kind: HeaderKind
    let title: TextExtent
    let subtitle: TextExtent
    /// `,"title":"Homes nearby","href":"/search"`: members of the header after its kind.
    let members: [UInt8]
    /// Where the title ends in ``members``. The widget has the title, too, as an empty text without a header.
    let titleEnd: Int
    let revision: Revision

    static let empty = Header(.empty, title: "")

    /// - Parameter kind: `nil` for one with a text.
    init(_ kind: HeaderKind? = nil, title: String, subtitle: String? = nil, href: String? = nil) {
        var titleEnd = 0
        let members = JSONWriter.members(afterComma: true) {
            $0.member("title", title)
            titleEnd = $0.bytes.count
            if let subtitle { $0.member("subtitle", subtitle) }
            if let href { $0.member("href", href) }
        }
        self.kind = kind ?? (href == nil ? .plain : .tappable)
        self.title = TextExtent(title)
        self.subtitle = subtitle.map { TextExtent($0) } ?? .none
        self.members = members
        self.titleEnd = titleEnd
        revision = Revision { $0.combine(bytes: members.span) }
    }
}
