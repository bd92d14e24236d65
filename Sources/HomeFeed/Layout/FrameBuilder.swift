import Bytes
import HomeLayout
import Localization

/// Builds the frames of one home's widgets: header, footer and solved geometry.
struct FrameBuilder {
    private let device: Device
    private let localizer: Localizer
    private let cache: FrameCache

    init(device: Device, _ localizer: Localizer, _ cache: FrameCache) {
        self.device = device
        self.localizer = localizer
        self.cache = cache
    }

    /// The frame of the page of a config in one language.
    func page(_ config: HomeConfig) -> PageFrame {
        let key = FrameCache.PageKey(device: device, config: config.revision, language: localizer.revision)
        return cache.page(for: key) {
            PageFrame(title: config.title, config.styles.text, config.styles.palette, on: device)
        }
    }

    /// The frame of a widget in one of its layouts.
    /// - Parameter items: What the widget shows; if empty, the geometry is that of the full widget with one line for each
    ///   text, so that little moves when they arrive.
    func frame(
        _ config: WidgetConfig,
        _ layout: StyledLayout,
        _ items: borrowing ItemList,
        _ context: FeedContext
    ) -> WidgetFrame {
        let heading = config.heading(context)
        let count = items.isEmpty ? config.limit : items.count
        let frame = frame(config, layout, count, heading, .one)
        let metrics = frame.content.metrics.metrics
        guard metrics.dependsOnTexts else { return frame }
        let lines = items.lineCounts(in: metrics, localizer)
        return lines == .one ? frame : self.frame(config, layout, count, heading, lines)
    }

    private func frame(
        _ config: WidgetConfig,
        _ layout: StyledLayout,
        _ itemCount: Int,
        _ heading: Heading,
        _ captions: LineCounts
    ) -> WidgetFrame {
        cache.frame(for: key(config, layout, itemCount, heading, captions)) {
            // Headings may be personal: their frames share the metrics of the frame without one.
            let metrics =
                heading == Heading()
                ? metrics(layout, itemCount, captions)
                : frame(config, layout, itemCount, Heading(), captions).content.metrics
            let hasLoadMore = metrics.metrics.scroll == .vertical && config.pagedSource != nil
            return WidgetFrame(
                .init(
                    id: config.id,
                    header: header(config, heading),
                    layout: layout.layout,
                    downgradedFrom: config.layouts.preferred(insteadOf: layout),
                    backgrounds: config.backgrounds,
                    metrics: metrics,
                    loadMore: hasLoadMore ? loadMore(config) : nil,
                    footer: config.footer.map { footer($0, config) }
                )
            )
        }
    }

    /// The frame of a widget with a message in place of its items: a list is as high as the message, other layouts keep
    /// their height.
    func message(_ config: WidgetConfig, _ layout: StyledLayout, _ texts: [String], _ context: FeedContext)
        -> WidgetFrame
    {
        let heading = config.heading(context)
        let texts = texts.map { TextExtent($0) }
        return cache.frame(for: key(config, layout, 1, heading, .one, .message(texts))) {
            var content = frame(config, layout, config.limit, heading, .one).content
            let metrics = content.metrics.metrics
            content.metrics = EncodedMetrics(
                Metrics(
                    message: texts,
                    inPlaceOf: layout.style,
                    config.textStyles,
                    on: device,
                    atLeast: metrics.scroll == .vertical ? 0 : metrics.height
                )
            )
            content.loadMore = nil
            return WidgetFrame(content)
        }
    }

    private func header(_ config: WidgetConfig, _ heading: Heading) -> Header {
        let content = config.header(heading, in: localizer.direction)
        return Header(
            content,
            background: config.backgrounds.header,
            metrics: EncodedBar(config.metrics(of: content, on: device, localizer))
        )
    }

    private func loadMore(_ config: WidgetConfig) -> EncodedBar {
        EncodedBar(BarMetrics(.loadMore(config.textStyles), on: device))
    }

    private func footer(_ footer: FooterConfig, _ config: WidgetConfig) -> Footer {
        Footer(
            title: footer.title,
            href: footer.href,
            metrics: EncodedBar(
                BarMetrics(
                    .footer(padding: footer.padding, config.textStyles),
                    on: device,
                    [TextExtent(footer.title)]
                )
            )
        )
    }

    /// The frame of the card shown in an empty widget, in one of the card's layouts.
    /// - Parameter context: `nil` if the card replaces the widget's header, too.
    func replacement(
        of config: WidgetConfig,
        by card: ItemList,
        _ layout: StyledLayout,
        among layouts: LayoutChain,
        _ context: FeedContext?
    ) -> WidgetFrame {
        let heading = context.map(config.heading)
        return cache.frame(for: key(config, layout, 1, heading, .one, .card)) {
            let one = Metrics(layout.style, on: device, itemCount: 1)
            let empty = Header(.empty, metrics: EncodedBar(config.metrics(of: .empty, on: device, localizer)))
            return WidgetFrame(
                .init(
                    id: config.id,
                    header: heading.map { header(config, $0) } ?? empty,
                    layout: layout.layout,
                    downgradedFrom: layouts.preferred(insteadOf: layout),
                    metrics: metrics(layout, 1, card.lineCounts(in: one, localizer))
                )
            )
        }
    }

    private func metrics(_ layout: StyledLayout, _ itemCount: Int, _ captions: LineCounts) -> EncodedMetrics {
        EncodedMetrics(Metrics(layout.style, on: device, itemCount: itemCount, captions: captions))
    }

    private func key(
        _ config: WidgetConfig,
        _ layout: StyledLayout,
        _ itemCount: Int,
        _ heading: Heading?,
        _ captions: LineCounts,
        _ content: FrameCache.Key.Content = .items
    ) -> FrameCache.Key {
        FrameCache.Key(
            widget: ObjectIdentifier(config),
            content: content,
            layout: layout.layout,
            device: device,
            itemCount: layout.style.dependsOnItemCount ? itemCount : nil,
            captions: captions,
            heading: heading?.revision,
            // Of the header, only a badge depends on more than the language of the config.
            locale: config.hasBadge ? localizer.revision : nil
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

    func header(_ heading: Heading, in direction: Localizer.Direction = .leftToRight) -> Header.Content {
        guard let title = title?.text(in: direction, heading.text) else { return .empty }
        guard let href = heading.href ?? href else { return .plain(title: title, subtitle: subtitle) }
        return .tappable(title: title, subtitle: subtitle, href: href)
    }

    /// The solved geometry of a header with these texts.
    func metrics(of header: Header.Content, on device: Device, _ localizer: Localizer) -> BarMetrics {
        let style = BarStyle.header(
            header.kind,
            hasSubtitle: header.subtitle != nil,
            longestBadge: hasBadge ? NewCount.longest(in: localizer) : nil,
            hasChips: !choices.isEmpty,
            padding: headerPadding,
            textStyles
        )
        return BarMetrics(style, on: device, [header.title, header.subtitle].compactMap { $0.map { TextExtent($0) } })
    }
}
