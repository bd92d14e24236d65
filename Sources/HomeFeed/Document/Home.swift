import HomeLayout
import Localization

/// The whole document for one user, one device and one segment.
public struct Home: Sendable {
    /// The device that all geometry is solved for.
    let device: Device
    public let localizer: Localizer
    /// The header of the page and the text styles.
    let frame: PageFrame
    /// The tabs, in order.
    public let segments: [Segment]
    /// The experiments that affect the segment, with the user's arms.
    let experiments: [ExperimentArm]
    /// The widgets of the active segment, from top to bottom.
    let widgets: [Widget]
    /// The token of the items that the client shows after it shows this home, as bytes that need no escaping.
    public let shown: [UInt8]
    /// How long the client can use the home.
    let freshness: Freshness
    /// The positions of ``widgets`` on the page.
    let placements: [Placement]
    let contentHeight: Points
    /// Why the home has this content; `nil` unless the request asks for it.
    public var explanation: Explanation?

    /// Stacks `widgets`, whose metrics must be solved for `device`.
    init(
        device: Device,
        localizer: Localizer,
        style: PageStyle = .standard,
        frame: PageFrame,
        segments: [Segment],
        experiments: [ExperimentArm],
        widgets: [Widget],
        shown: [UInt8],
        freshness: Freshness,
        explanation: Explanation? = nil
    ) {
        var page = PageLayout(style, on: device, header: frame.header.metrics.height)
        self.device = device
        self.localizer = localizer
        self.frame = frame
        self.segments = segments
        self.experiments = experiments
        self.widgets = widgets
        self.shown = shown
        self.freshness = freshness
        self.explanation = explanation
        var placements: [Placement] = []
        placements.reserveCapacity(widgets.count)
        for index in widgets.indices {
            let frame = widgets[index].frame
            let loadMore = widgets[index].loadMore == nil ? nil : frame.content.loadMore
            placements.append(
                page.add(
                    header: frame.content.header.metrics.height,
                    items: frame.content.metrics.metrics.height,
                    frame.content.metrics.metrics.contentInsets,
                    loadMore: loadMore?.metrics.height ?? 0,
                    footer: frame.content.footer?.metrics.metrics.height
                )
            )
        }
        self.placements = placements
        contentHeight = page.contentHeight
    }
}

/// One tab of a home.
public struct Segment: Hashable, Sendable {
    /// The id, unique in the home.
    public let id: String
    /// The text of the tab.
    public let title: String
    /// The URL of the segment; `nil` for the active one.
    public let href: String?
}

public struct ExperimentArm: Hashable, Sendable {
    public let experiment: String
    /// The arm's id, unique in the experiment.
    public let arm: String
}
