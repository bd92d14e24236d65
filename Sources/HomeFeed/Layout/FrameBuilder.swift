import Bytes
import HomeDocument
import HomeLayout

/// Builds the frames of one home's widgets: header, footer and solved geometry.
struct FrameBuilder {
    private let device: Device
    private let cache: FrameCache
    /// The headers and footers of the device.
    let bars: EncodedBars

    init(device: Device, _ cache: FrameCache) {
        self.device = device
        self.cache = cache
        bars = cache.bars(on: device)
    }

    /// The frame of a widget in one of its layouts.
    func frame(
        _ config: WidgetConfig,
        _ layout: StyledLayout,
        itemCount: Int,
        _ context: FeedContext
    ) -> WidgetFrame {
        frame(config, layout, itemCount, config.heading(context))
    }

    private func frame(
        _ config: WidgetConfig,
        _ layout: StyledLayout,
        _ itemCount: Int,
        _ heading: Heading
    ) -> WidgetFrame {
        cache.frame(for: key(config, layout, itemCount, heading)) {
            let header = config.header(heading)
            return WidgetFrame(
                id: config.id,
                header: Header(header, metrics: bars.header(header.kind)),
                layout: layout.layout,
                downgradedFrom: config.layouts.preferred(insteadOf: layout),
                // Headings may be personal: their frames share the metrics of the frame without one.
                metrics: heading == Heading()
                    ? metrics(layout, itemCount) : frame(config, layout, itemCount, Heading()).metrics,
                footer: config.footer.map { Footer(title: $0.title, href: $0.href, metrics: bars.footer) }
            )
        }
    }

    /// The frame of the card shown in place of an empty widget, in one of the card's layouts.
    func replacement(of config: WidgetConfig, _ layout: StyledLayout, among layouts: LayoutChain)
        -> WidgetFrame
    {
        cache.frame(for: key(config, layout, 1, Heading(), isReplacement: true)) {
            WidgetFrame(
                id: config.id,
                header: Header(.empty, metrics: bars.header(.empty)),
                layout: layout.layout,
                downgradedFrom: layouts.preferred(insteadOf: layout),
                metrics: metrics(layout, 1)
            )
        }
    }

    private func metrics(_ layout: StyledLayout, _ itemCount: Int) -> EncodedMetrics {
        EncodedMetrics(Metrics(layout.style, on: device, itemCount: itemCount))
    }

    private func key(
        _ config: WidgetConfig,
        _ layout: StyledLayout,
        _ itemCount: Int,
        _ heading: Heading,
        isReplacement: Bool = false
    ) -> FrameCache.Key {
        FrameCache.Key(
            widget: ObjectIdentifier(config),
            isReplacement: isReplacement,
            layout: layout.layout,
            device: device,
            itemCount: layout.style.dependsOnItemCount ? itemCount : nil,
            heading: heading.revision
        )
    }
}

extension WidgetConfig {
    /// The header texts that come from the widget's sources.
    fileprivate func heading(_ context: FeedContext) -> Heading {
        var heading = Heading()
        if title == nil { return heading }
        for source in sources where !source.isFixed {
            let next = source.source.heading(context)
            heading.market = heading.market ?? next.market
            heading.item = heading.item ?? next.item
            heading.href = heading.href ?? next.href
        }
        return heading
    }

    fileprivate func header(_ heading: Heading) -> Header.Content {
        guard let title = title?.text(heading.text) else { return .empty }
        guard let href = heading.href ?? href else { return .plain(title: title, subtitle: subtitle) }
        return .tappable(title: title, subtitle: subtitle, href: href)
    }
}
