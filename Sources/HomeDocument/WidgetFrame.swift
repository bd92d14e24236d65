import Bytes
import HomeLayout

/// What frames a widget's items: header, footer, layout and metrics, with how they are written. It is the same for all homes in
/// which the widget is drawn alike, whatever its items are.
public final class WidgetFrame: Sendable {
    /// The widget's id, unique in the document, stable between requests, independent of position.
    public let id: String
    /// What stands above the items.
    public let header: Header
    /// How the items are shown.
    public let layout: Layout
    /// The layout that the config asks for, where the client does not know it and ``layout`` stands in.
    public let downgradedFrom: Layout?
    /// The solved geometry, whatever the state: nothing jumps when the content comes.
    public let metrics: SolvedMetrics
    /// What stands below the items.
    public let footer: Footer?
    /// The revision of all of it.
    ///
    /// It does not cover the items, the state and the badge, so that a change of an item never animates the header; nor
    /// where the widget is on the page, so that a widget that grows does not change all those below it.
    public let revision: Revision

    /// The widget's first members, up to what its state is: `"id":"nearby",…,"state":"`.
    let beforeState: [UInt8]
    /// The members of the header, up to its metrics.
    let headerMembers: [UInt8]
    /// The members of the footer, up to its metrics.
    let footerMembers: [UInt8]

    /// Writes what frames the items of the widget `id` once and for all.
    public init(
        id: String,
        header: Header,
        layout: Layout,
        downgradedFrom: Layout? = nil,
        metrics: SolvedMetrics,
        footer: Footer? = nil
    ) {
        self.id = id
        self.header = header
        self.layout = layout
        self.downgradedFrom = downgradedFrom
        self.metrics = metrics
        self.footer = footer
        revision = Revision {
            $0.combine(header)
            $0.combine(footer) {
                $0.combine($1.title)
                $0.combine($1.href)
                $0.combine($1.metrics.metrics)
            }
            $0.combine(layout.rawValue)
            $0.combine(downgradedFrom) { $0.combine($1.rawValue) }
            $0.combine(metrics.metrics)
        }
        beforeState =
            JSONWriter.members {
                $0.member("id", id)
                $0.member("title", header.content.title ?? "")
                $0.member("layout", layout.rawValue)
                if let downgradedFrom { $0.member("downgradedFrom", downgradedFrom.rawValue) }
            } + Array(",\"state\":\"".utf8)
        headerMembers = JSONWriter.members { $0.members(of: header.content) }
        footerMembers = JSONWriter.members {
            guard let footer else { return }
            $0.member("title", footer.title)
            $0.member("href", footer.href)
        }
    }
}
