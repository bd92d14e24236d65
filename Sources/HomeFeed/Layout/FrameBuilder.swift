import HomeDocument
import HomeLayout

/// Makes the frames of one home's widgets: header, footer and solved geometry.
struct FrameBuilder {
    private let device: Device
    private let layouts: LayoutCache
    private let frames: FrameCache
    /// The headers and footers on the device.
    let bars: Bars

    init(device: Device, _ tables: BuilderCaches) {
        self.device = device
        layouts = tables.layouts
        frames = tables.frames
        bars = tables.layouts.bars(on: device)
    }

    /// The frame of a widget in one of its layouts.
    func frame(
        _ config: WidgetConfig,
        _ link: LayoutFallbackChain.Link,
        itemCount: Int,
        _ context: FeedContext
    ) -> WidgetFrame {
        let heading = config.heading(context)
        return frames.frame(for: key(config, link, itemCount, heading)) {
            made(config, link, of: config.layouts, config.header(heading), itemCount, footer: config.footer)
        }
    }

    /// The frame of the one card, in one of its layouts, that stands in for a widget.
    func standIn(for config: WidgetConfig, _ link: LayoutFallbackChain.Link, of layouts: LayoutFallbackChain)
        -> WidgetFrame
    {
        frames.frame(for: key(config, link, 1, Heading(), isStandIn: true)) {
            made(config, link, of: layouts, .empty, 1)
        }
    }

    private func key(
        _ config: WidgetConfig,
        _ link: LayoutFallbackChain.Link,
        _ itemCount: Int,
        _ heading: Heading,
        isStandIn: Bool = false
    ) -> FrameCache.Key {
        FrameCache.Key(
            widget: ObjectIdentifier(config),
            isStandIn: isStandIn,
            layout: link.layout,
            device: device,
            itemCount: link.style.dependsOnItemCount ? itemCount : nil,
            heading: heading
        )
    }

    private func made(
        _ config: WidgetConfig,
        _ link: LayoutFallbackChain.Link,
        of layouts: LayoutFallbackChain,
        _ header: Header.Content,
        _ itemCount: Int,
        footer: FooterConfig? = nil
    ) -> WidgetFrame {
        WidgetFrame(
            id: config.id,
            header: Header(header, metrics: bars.header(header.kind)),
            layout: link.layout,
            downgradedFrom: layouts.wanted(insteadOf: link),
            metrics: self.layouts.metrics(for: link.style, on: device, itemCount: itemCount),
            footer: footer.map { Footer(title: $0.title, href: $0.href, metrics: bars.footer) }
        )
    }
}

extension WidgetConfig {
    /// The text of the widget's sources in its header.
    fileprivate func heading(_ context: FeedContext) -> Heading {
        var heading = Heading()
        if title == nil { return heading }
        for source in sources {
            let next = source.source.heading(context)
            heading.market = heading.market ?? next.market
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
