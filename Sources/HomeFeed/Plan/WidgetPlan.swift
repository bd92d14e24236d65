import Bytes
import HomeLayout
import Localization
import Synchronization

/// The parts of a widget in one language on a device, in a layout that the client can draw, that depend on neither user
/// nor items.
final class WidgetPlan: Sendable {
    let config: WidgetConfig
    /// Compiled for the language.
    let gate: Gate
    let layout: StyledLayout
    /// `nil` if no source finds items around the phone.
    let nearbyDemand: NearbyDemand?
    /// Without parameters.
    let url: [UInt8]
    private let device: Device
    private let localizer: Localizer
    private let frames = Mutex<[(key: PlannedFrame.Key, frame: PlannedFrame)]>([])

    /// The most frames that are kept, by numbers of items and lines; each takes about 2 KB.
    private static let frameCapacity = 16

    init(_ config: WidgetConfig, _ layout: StyledLayout, on device: Device, _ localizer: Localizer) {
        self.config = config
        gate = (config.gate ?? .all([])).compiled(for: localizer.locale)
        self.layout = layout
        self.device = device
        self.localizer = localizer
        nearbyDemand = NearbyDemand(of: config.sources)
        url = HomeLinks.start(ofWidget: config.id)
    }

    /// Whether the height of its layout depends on the number of items.
    var isList: Bool { layout.style.scroll == .vertical }

    /// - Parameter itemCount: For a widget without items, that of the full one, so that little moves when they arrive.
    func frame(_ header: HeaderKind, itemCount: Int, _ fit: BarFit, _ captions: LineCounts) -> PlannedFrame {
        let key = PlannedFrame.Key(
            header: header,
            headerFit: fit,
            itemCount: isList ? itemCount : 0,
            captions: captions
        )
        return frame(key) {
            let metrics = Metrics(layout.style, on: device, itemCount: itemCount, captions: captions)
            var content = content(header, fit, metrics)
            if metrics.scroll == .vertical, config.pagedSource != nil {
                content.loadMore = BarMetrics(.loadMore(config.textStyles), on: device)
            }
            return content
        }
    }

    /// A message in place of the items. A list is as high as the message; other layouts keep their height.
    func message(_ texts: [String], _ header: HeaderKind, _ fit: BarFit) -> PlannedFrame {
        let texts = texts.map { TextExtent($0) }
        return frame(.init(content: .message(texts), header: header, headerFit: fit)) {
            let full = Metrics(layout.style, on: device, itemCount: config.limit)
            let metrics = Metrics(
                message: texts,
                inPlaceOf: layout.style,
                config.textStyles,
                on: device,
                atLeast: full.scroll == .vertical ? 0 : full.height
            )
            return content(header, fit, metrics)
        }
    }

    /// A card in place of the items, in one of the card's layouts.
    /// - Parameter header: Empty if the card replaces it, too.
    func replacement(
        _ layout: StyledLayout,
        among layouts: LayoutChain,
        _ header: HeaderKind,
        _ fit: BarFit,
        _ captions: LineCounts
    ) -> PlannedFrame {
        let key = PlannedFrame.Key(content: .card, header: header, headerFit: fit, captions: captions)
        return frame(key) {
            let metrics = Metrics(layout.style, on: device, itemCount: 1, captions: captions)
            var content = content(header, fit, metrics)
            content.layout = layout.layout
            content.downgradedFrom = layouts.preferred(insteadOf: layout)
            content.backgrounds = Backgrounds(header: header == .empty ? nil : config.backgrounds.header)
            content.footer = nil
            return content
        }
    }

    private func frame(_ key: PlannedFrame.Key, _ content: () -> PlannedFrame.Content) -> PlannedFrame {
        if let known = frames.withLock({ frames in frames.first { $0.key == key } }) { return known.frame }
        let frame = PlannedFrame(content())
        frames.withLock { frames in
            if frames.count == Self.frameCapacity { frames = [] }
            frames.append((key, frame))
        }
        return frame
    }

    private func content(_ header: HeaderKind, _ fit: BarFit, _ metrics: Metrics) -> PlannedFrame.Content {
        PlannedFrame.Content(
            id: config.id,
            headerKind: header,
            header: BarMetrics(config.barStyle(of: header, localizer), on: device, fitting: fit),
            layout: layout.layout,
            downgradedFrom: config.layouts.preferred(insteadOf: layout),
            backgrounds: config.backgrounds,
            metrics: metrics,
            footer: config.footer.map { footer in
                let style = BarStyle.footer(padding: footer.padding, config.textStyles)
                return (footer, BarMetrics(style, on: device, [TextExtent(footer.title)]))
            }
        )
    }
}

extension WidgetConfig {
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
