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
        _ header: Header
    ) -> WidgetFrame {
        let count = items.isEmpty ? config.limit : items.count
        return fitting(items, header) { frame(config, layout, count, header.kind, $0, $1) }
    }

    /// The frame with as many lines as texts need: a second one only if they do not fit into one line each.
    private func fitting(
        _ items: borrowing ItemList,
        _ header: Header,
        _ frame: (BarFit, LineCounts) -> WidgetFrame
    ) -> WidgetFrame {
        let one = frame(BarFit(), .one)
        // References: the values are not copied.
        let (bar, metrics) = (one.content.header, one.content.metrics)
        let fit = bar.metrics.fit(of: header.title, header.subtitle)
        let lines = metrics.dependsOnTexts ? items.lineCounts(in: metrics.metrics, localizer) : .one
        return fit == BarFit() && lines == .one ? one : frame(fit, lines)
    }

    private func frame(
        _ config: WidgetConfig,
        _ layout: StyledLayout,
        _ itemCount: Int,
        _ header: HeaderKind,
        _ fit: BarFit,
        _ captions: LineCounts
    ) -> WidgetFrame {
        cache.frame(for: key(config, layout, itemCount, header, fit, captions)) {
            let metrics = metrics(layout, itemCount, captions)
            let hasLoadMore = metrics.metrics.scroll == .vertical && config.pagedSource != nil
            return WidgetFrame(
                .init(
                    id: config.id,
                    headerKind: header,
                    header: bar(config, header, fit),
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
    func message(_ config: WidgetConfig, _ layout: StyledLayout, _ texts: [String], _ header: Header) -> WidgetFrame {
        let texts = texts.map { TextExtent($0) }
        let full = frame(config, layout, [], header)
        let fit = full.content.header.metrics.fit(of: header.title, header.subtitle)
        return cache.frame(for: key(config, layout, 1, header.kind, fit, .one, .message(texts))) {
            var content = full.content
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

    private func bar(_ config: WidgetConfig, _ header: HeaderKind, _ fit: BarFit) -> EncodedBar {
        EncodedBar(BarMetrics(config.barStyle(of: header, localizer), on: device, fitting: fit))
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
    /// - Parameter header: Empty if the card replaces it, too.
    func replacement(
        of config: WidgetConfig,
        by card: ItemList,
        _ layout: StyledLayout,
        among layouts: LayoutChain,
        _ header: Header
    ) -> WidgetFrame {
        fitting(card, header) { fit, lines in
            cache.frame(for: key(config, layout, 1, header.kind, fit, lines, .card)) {
                var backgrounds = Backgrounds()
                if header.kind != .empty { backgrounds.header = config.backgrounds.header }
                return WidgetFrame(
                    .init(
                        id: config.id,
                        headerKind: header.kind,
                        header: bar(config, header.kind, fit),
                        layout: layout.layout,
                        downgradedFrom: layouts.preferred(insteadOf: layout),
                        backgrounds: backgrounds,
                        metrics: metrics(layout, 1, lines)
                    )
                )
            }
        }
    }

    private func metrics(_ layout: StyledLayout, _ itemCount: Int, _ captions: LineCounts) -> EncodedMetrics {
        EncodedMetrics(Metrics(layout.style, on: device, itemCount: itemCount, captions: captions))
    }

    private func key(
        _ config: WidgetConfig,
        _ layout: StyledLayout,
        _ itemCount: Int,
        _ header: HeaderKind,
        _ headerFit: BarFit,
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
            header: header,
            headerFit: headerFit,
            // Of the header, only a badge depends on more than the language of the config.
            locale: config.hasBadge ? localizer.revision : nil
        )
    }
}

extension WidgetConfig {
    func header(_ context: FeedContext, in direction: Localizer.Direction) -> Header {
        guard let title else { return header }
        var heading = Heading()
        for source in sources where !source.isFixed {
            let next = source.source.heading(context)
            heading.market = heading.market ?? next.market
            heading.item = heading.item ?? next.item
            heading.href = heading.href ?? next.href
        }
        return heading.isEmpty ? header : Header(heading, title, subtitle, href: href, in: direction)
    }

    func barStyle(of header: HeaderKind, _ localizer: Localizer) -> BarStyle {
        .header(
            header,
            hasSubtitle: subtitle != nil,
            longestBadge: hasBadge ? NewCount.longest(in: localizer) : nil,
            hasChips: !choices.isEmpty,
            padding: headerPadding,
            textStyles
        )
    }
}

extension Header {
    /// - Parameter href: The link where the heading has none.
    convenience init(
        _ heading: Heading,
        _ title: TitleTemplate,
        _ subtitle: String?,
        href: String?,
        in direction: Localizer.Direction = .leftToRight
    ) {
        self.init(title: title.text(in: direction, heading.text), subtitle: subtitle, href: heading.href ?? href)
    }
}
