import Bytes
import HomeLayout

/// A widget's layout, metrics and footer, and the part of its header that is not personal: solved and encoded once for
/// all homes that draw the widget alike.
final class PlannedFrame: Sendable {
    struct Key: Equatable {
        var content = Content.items
        let header: HeaderKind
        var headerFit = BarFit()
        /// 0 where the geometry does not depend on it.
        var itemCount = 0
        var captions = LineCounts.one

        enum Content: Equatable {
            case items
            case card
            case message([TextExtent])
        }
    }

    struct Content {
        /// The widget's id, unique in the document and independent of its position.
        let id: String
        let headerKind: HeaderKind
        let header: BarMetrics
        var layout: Layout
        /// The configured layout, if the client does not support it and ``layout`` replaces it.
        var downgradedFrom: Layout?
        var backgrounds: Backgrounds
        /// Of a deferred widget those of all its items, so that little jumps when they arrive.
        let metrics: Metrics
        /// The row that loads more items, below them, where the layout is a list or a grid; `nil` elsewhere.
        var loadMore: BarMetrics?
        var footer: (config: FooterConfig, metrics: BarMetrics)?
    }

    /// A piece of planned JSON; members that are not planned follow it.
    enum Part: Int, CaseIterable {
        /// `{"id":"nearby"`
        case beforeTitle
        /// `,"layout":"productL",…,"state":"`
        case beforeState
        /// `,"header":{"kind":"tappable"`
        case beforeHeaderTexts
        /// `,"metrics":{…}}`
        case afterHeaderTexts
        /// `,"metrics":{…}`
        case metrics
        /// `,"metrics":{…}`; empty without the row that loads more.
        case loadMore
        /// `,"footer":{…}`; empty without a footer.
        case footer
    }

    let layout: Layout
    let form: ItemForm
    let metrics: Metrics
    let headerHeight: Points
    let headerRoom: BarRoom
    /// The lines of captions into which texts wrap, by their index.
    let wrappingLines: [(index: Int, line: LineRoom)]
    /// `nil` unless notes are in the caption.
    let noteLine: LineRoom?
    let loadMoreHeight: Points
    let footerHeight: Points?
    let revision: Revision
    /// All parts, one after the other: a home reads them in order.
    private let bytes: [UInt8]
    private let ends: InlineArray<7, Int>

    var length: Int { bytes.count }

    init(_ frame: Content) {
        layout = frame.layout
        form = ItemForm(frame.metrics)
        metrics = frame.metrics
        headerHeight = frame.header.height
        headerRoom = BarRoom(frame.header)
        let lines = frame.metrics.caption?.lines.prefix(Card.measuredLines) ?? []
        wrappingLines = lines.enumerated().filter(\.element.wraps).map { ($0.offset, $0.element.room) }
        noteLine = frame.metrics.caption.flatMap { _ in
            frame.metrics.note.flatMap { $0.position == .caption ? $0.line.room : nil }
        }
        loadMoreHeight = frame.loadMore?.height ?? 0
        footerHeight = frame.footer?.metrics.height
        var (bytes, ends) = ([] as [UInt8], InlineArray<7, Int>(repeating: 0))
        for part in Part.allCases {
            bytes += frame.encoded(part)
            ends[part.rawValue] = bytes.count
        }
        (self.bytes, self.ends) = (bytes, ends)
        revision = Revision { $0.combine(bytes: bytes.span) }
    }

    @inline(__always)
    func write(_ part: Part, to output: inout OutputSpan<UInt8>) {
        let start = part == .beforeTitle ? 0 : ends[part.rawValue - 1]
        output.append(copying: bytes, start..<ends[part.rawValue])
    }
}

extension PlannedFrame.Content {
    fileprivate func encoded(_ part: PlannedFrame.Part) -> [UInt8] {
        switch part {
        case .beforeTitle: Array("{".utf8) + JSONWriter.members { $0.member("id", id) }
        case .beforeState:
            JSONWriter.members(afterComma: true) {
                $0.member("layout", layout.rawValue)
                if let downgradedFrom { $0.member("downgradedFrom", downgradedFrom.rawValue) }
                if let background = backgrounds.section { $0.member("background", background) }
                if let background = backgrounds.selected { $0.member("selectedBackground", background) }
            } + Array(",\"state\":\"".utf8)
        case .beforeHeaderTexts: Array(",\"header\":{\"kind\":\"\(headerKind.rawValue)\"".utf8)
        case .afterHeaderTexts:
            JSONWriter.members(afterComma: true) {
                if let background = backgrounds.header { $0.member("background", background) }
                $0.object("metrics") { $0.members(of: header) }
            } + Array("}".utf8)
        case .metrics: JSONWriter.members(afterComma: true) { $0.object("metrics") { $0.members(of: metrics) } }
        case .loadMore:
            JSONWriter.members(afterComma: true) { writer in
                if let loadMore { writer.object("metrics") { $0.members(of: loadMore) } }
            }
        case .footer:
            JSONWriter.members(afterComma: true) { writer in
                guard let footer else { return }
                writer.object("footer") {
                    $0.member("title", footer.config.title)
                    $0.member("href", footer.config.href)
                    if let background = backgrounds.footer { $0.member("background", background) }
                    $0.object("metrics") { $0.members(of: footer.metrics) }
                }
            }
        }
    }
}
