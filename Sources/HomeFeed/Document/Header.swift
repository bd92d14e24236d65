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

    convenience init(title: String, subtitle: String? = nil, href: String? = nil) {
        self.init(href == nil ? .plain : .tappable, title: title, subtitle: subtitle, href: href)
    }

    private init(_ kind: HeaderKind, title: String, subtitle: String? = nil, href: String? = nil) {
        let length = title.utf8.count + (subtitle?.utf8.count ?? 0) + (href?.utf8.count ?? 0)
        var titleEnd = 0
        let members = [UInt8](capacity: 6 * length + 64) {
            $0.append(member: ",\"title\":", title)
            titleEnd = $0.count
            $0.append(member: ",\"subtitle\":", subtitle)
            $0.append(member: ",\"href\":", href)
        }
        self.kind = kind
        self.title = TextExtent(title)
        self.subtitle = subtitle.map { TextExtent($0) } ?? .none
        self.members = members
        self.titleEnd = titleEnd
        revision = Revision { $0.combine(bytes: members.span) }
    }
}

extension OutputSpan<UInt8> {
    /// Needs room for the key, which includes its comma and colon, and for six times the text's length.
    fileprivate mutating func append(member key: StaticString, _ text: String?) {
        guard let text else { return }
        append(key)
        append(jsonString: text.utf8.span)
    }
}
