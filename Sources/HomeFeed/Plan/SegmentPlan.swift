import Bytes
import Catalogue
import HomeLayout
import Localization
import Synchronization

/// The parts of a segment's homes that depend on neither user nor items: made once for each language, device and set of
/// layouts that clients can draw.
final class SegmentPlan: Sendable {
    /// In the language of ``localizer``.
    let config: HomeConfig
    let segment: SegmentConfig
    let localizer: Localizer
    let device: Device
    /// The widgets that the client can draw, in the config's order.
    let widgets: [WidgetPlan]
    /// The document up to the experiments. Between two parts, the parameters end the URL of another tab.
    let head: [[UInt8]]
    let headRevision: Revision
    let segmentParameter: [UInt8]
    let headerHeight: Points
    /// Of language and image templates.
    let cardForm: Revision
    /// Of language, image templates and the brands' link.
    let brandForm: Revision
    private let armPlans = Mutex<[ArmPlan]>([])

    /// The most combinations of arms that are kept; each takes about 300 bytes per widget.
    private static let armCapacity = 64

    init(_ config: HomeConfig, _ segment: SegmentConfig, _ localizer: Localizer, _ client: ClientForm) {
        self.config = config
        self.segment = segment
        segmentParameter = HomeLinks.segment(segment.id)
        self.localizer = localizer
        device = client.device
        widgets = segment.widgets.compactMap { widget in
            widget.layouts.first(supportedBy: client.layouts).map {
                WidgetPlan(widget, $0, on: client.device, localizer)
            }
        }
        let header = BarMetrics(.pageHeader(config.styles.text), on: client.device, [TextExtent(config.title)])
        headerHeight = header.height
        head = Self.head(config, segment, localizer, client.device, header)
        headRevision = Revision { [head] in for part in head { $0.combine(bytes: part.span) } }
        cardForm = CardRenderer(localizer, config.images).form
        brandForm = Revision { [cardForm] in
            $0.combine(cardForm)
            $0.combine(config.brandLink.template)
        }
    }

    func armPlan(for arms: [EventOrigin.Arm]) -> ArmPlan {
        armPlans.withLock { plans in
            if let known = plans.first(where: { $0.arms == arms }) { return known }
            let plan = ArmPlan(arms, of: segment, config: config.revision)
            if plans.count == Self.armCapacity { plans = [] }
            plans.append(plan)
            return plan
        }
    }
}

/// The properties of a client that decide how a home is drawn.
struct ClientForm: Hashable {
    let device: Device
    let layouts: SupportedLayouts?
}

/// Makes and keeps the plans of a config's segments.
final class SegmentPlans: Sendable {
    private struct Key: Hashable {
        let segment: Int
        let language: Revision
        let client: ClientForm

        /// Adds the values that differ most; equality decides.
        func hash(into hasher: inout Hasher) {
            hasher.combine(language.rawValue &+ UInt64(client.device.width.thousandths &<< 8 &+ segment))
        }
    }

    /// The most plans that are kept; each takes about 4 KB, and 2 KB for each frame of its widgets.
    private static let capacity = 512

    private let plans = Mutex(LRUCache<Key, SegmentPlan>(capacity: SegmentPlans.capacity))

    /// Replaces the request's locale by the config's; by `nil` if the config does not have it.
    /// - Throws: ``FeedError/parameter(_:)`` if the segment does not exist.
    func plan(for request: inout HomeRequest, of config: borrowing HomeConfig) throws(FeedError) -> SegmentPlan {
        guard let segment = config.index(ofSegment: request.segment) else {
            let known = config.segmentIDs.map { "\"\($0)\"" }.joined(separator: ", ")
            throw .parameter(.invalid("segment", "one of \(known)", found: request.segment ?? ""))
        }
        let languages = config.languages
        let requested = request.locale.flatMap { languages.localizer(for: $0) }
        request.locale = requested?.locale
        let localizer = requested ?? languages.defaultLocalizer
        let client = ClientForm(device: request.device, layouts: request.layouts)
        let key = Key(segment: segment, language: localizer.revision, client: client)
        if let known = plans.withLock({ $0.value(for: key) }) { return known }
        let localized = config.localized(localizer)
        let plan = SegmentPlan(localized, localized.segments[segment], localizer, client)
        plans.withLock { $0.insert(plan, for: key) }
        return plan
    }
}

extension SegmentPlan {
    /// The version of the document's schema, the member `schema`.
    static let schema = 1

    private static func head(
        _ config: HomeConfig,
        _ segment: SegmentConfig,
        _ localizer: Localizer,
        _ device: Device,
        _ header: BarMetrics
    ) -> [[UInt8]] {
        // JSON has no such byte.
        let end: UInt8 = 0
        var writer = JSONWriter()
        writer.object {
            $0.member("schema", schema)
            $0.members(of: localizer)
            $0.object("device") {
                $0.member("width", device.width)
                $0.member("scale", room: JSONWriter.maximumNumberLength) { $0.append(device.scale) }
                $0.member("textScale", device.textScale)
            }
            $0.members(of: config.styles, on: device)
            $0.object("header") {
                $0.member("kind", HeaderKind.plain.rawValue)
                $0.member("title", config.title)
                $0.object("metrics") { $0.members(of: header) }
            }
            $0.objects("segments", config.segments) { writer, tab in
                writer.member("id", tab.id)
                writer.member("title", tab.title)
                writer.member("active", tab.id == segment.id)
                if tab.id != segment.id { writer.member("href", HomeLinks.start(ofSegment: tab.id) + [end]) }
            }
            $0.array("experiments") { _ in }
        }
        // Without the last brackets.
        return writer.finish().dropLast(2).split(separator: end).map { Array($0) }
    }
}

extension JSONWriter {
    mutating func members(of localizer: Localizer) {
        member("locale", localizer.language.description)
        member("direction", localizer.direction.rawValue)
    }

    fileprivate mutating func members(of styles: LayoutStyles, on device: Device) {
        object("textStyles") {
            for style in styles.text.all.map({ $0.scaled(for: device) }) {
                $0.key(style.name)
                $0.object {
                    $0.member("size", style.size)
                    $0.member("lineHeight", style.lineHeight)
                    $0.member("weight", style.weight)
                    if let color = style.color { $0.member("color", color) }
                }
            }
        }
        object("palette") {
            for (name, color) in styles.palette.colors.sorted(by: { $0.key < $1.key }) {
                $0.key(name)
                $0.object {
                    $0.member("light", "\(color.light)")
                    $0.member("dark", "\(color.dark)")
                }
            }
        }
    }
}
