import HomeLayout
import Localization

/// The whole document for one user, one device, one segment.
public struct Home: Sendable {
    /// The device that everything in it is measured for.
    public let device: Device
    /// The words that all of it is in.
    public let localizer: Localizer
    /// What stands above the first widget.
    public let header: Header
    /// The tabs, in order.
    public let segments: [Segment]
    /// The experiments that counted in what is shown, and the user's arms.
    public let experiments: [ExperimentArm]
    /// The widgets of the active segment, from the top of the page to its bottom.
    public let widgets: [Widget]
    /// The token that says which items the client shows, once it shows this home.
    public let shown: String
    /// Where each widget is, in the order of ``widgets``.
    public let placements: [Placement]
    /// How high the page is.
    public let contentHeight: Points

    /// Why it is as it is, where that was asked for.
    public var explanation: Explanation?

    /// Stacks `widgets`, whose metrics must be solved for `device`, to a page.
    public init(
        device: Device,
        localizer: Localizer,
        style: PageStyle = .standard,
        header: Header,
        segments: [Segment],
        experiments: [ExperimentArm],
        widgets: [Widget],
        shown: String
    ) {
        var page = PageLayout(style, on: device, header: header.metrics.metrics)
        self.device = device
        self.localizer = localizer
        self.header = header
        self.segments = segments
        self.experiments = experiments
        self.widgets = widgets
        self.shown = shown
        var placements: [Placement] = []
        placements.reserveCapacity(widgets.count)
        for index in widgets.indices {
            let frame = widgets[index].frame
            placements.append(
                page.add(
                    header: frame.header.metrics.metrics,
                    frame.metrics.metrics,
                    footer: frame.footer?.metrics.metrics
                )
            )
        }
        self.placements = placements
        contentHeight = page.contentHeight
    }
}

/// One tab of a home.
public struct Segment: Hashable, Sendable {
    /// The segment's id, unique among the home's segments.
    public let id: String
    /// What the tab says.
    public let title: String
    /// What loads the segment; `nil` for the active one, which this document holds.
    public let href: String?

    /// The tab `id` that says `title`; `href` loads it, where it is not the active one.
    public init(id: String, title: String, href: String?) {
        self.id = id
        self.title = title
        self.href = href
    }
}
