import Bytes
import HomeLayout

/// The parts of a widget's JSON that its frame knows, encoded once, one after the other: a home reads them in order.
struct FrameParts: Sendable {
    /// A part that ends where the header's texts, the widget's state, its position or its items follow.
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
        /// `,"footer":{…}`; empty without a footer.
        case footer
    }

    let bytes: [UInt8]
    /// The end of each part in ``bytes``.
    private var ends = InlineArray<6, Int>(repeating: 0)
    /// The revision of all parts, and of the row that loads more items.
    let revision: Revision

    /// The most bytes of all parts, with keys and numbers between them.
    var maximumLength: Int { bytes.count + 640 }

    init(_ frame: WidgetFrame.Content) {
        let identity = JSONWriter.members { $0.member("id", frame.id) }
        let layout = JSONWriter.members(afterComma: true) {
            $0.member("layout", frame.layout.rawValue)
            if let downgradedFrom = frame.downgradedFrom { $0.member("downgradedFrom", downgradedFrom.rawValue) }
            if let background = frame.backgrounds.section { $0.member("background", background) }
            if let background = frame.backgrounds.selected { $0.member("selectedBackground", background) }
        }
        let header = JSONWriter.members(afterComma: true) {
            if let background = frame.backgrounds.header { $0.member("background", background) }
            $0.object("metrics") { $0.members(of: frame.header.metrics) }
        }
        let metrics = Array(",\"metrics\":{".utf8) + frame.metrics.members + Array("}".utf8)
        let footer = JSONWriter.members(afterComma: true) {
            guard let footer = frame.footer else { return }
            $0.object("footer") {
                $0.member("title", footer.title)
                $0.member("href", footer.href)
                if let background = frame.backgrounds.footer { $0.member("background", background) }
                $0.object("metrics") { $0.members(of: footer.metrics.metrics) }
            }
        }
        let loadMore = frame.loadMore?.members ?? []
        revision = Revision {
            for part in [identity, layout, header, metrics, footer] { $0.combine(bytes: part.span) }
            $0.combine(bytes: loadMore.span)
        }
        let parts: [[UInt8]] = [
            Array("{".utf8) + identity,
            layout + Array(",\"state\":\"".utf8),
            Array(",\"header\":{\"kind\":\"\(frame.headerKind.rawValue)\"".utf8),
            header + Array("}".utf8),
            metrics,
            footer,
        ]
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for part in Part.allCases {
            bytes += parts[part.rawValue]
            ends[part.rawValue] = bytes.count
        }
        self.bytes = bytes
    }

    /// The range of a part in ``bytes``.
    @inline(__always)
    fileprivate func range(of part: Part) -> Range<Int> {
        (part == .beforeTitle ? 0 : ends[part.rawValue - 1])..<ends[part.rawValue]
    }
}

extension WidgetFrame {
    @inline(__always)
    func write(_ part: FrameParts.Part, to output: inout OutputSpan<UInt8>) {
        output.append(copying: parts.bytes, parts.range(of: part))
    }
}
