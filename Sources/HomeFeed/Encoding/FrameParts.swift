import Bytes
import HomeLayout

/// The parts of a widget's JSON that its frame knows, encoded once, one after the other: a home reads them in order.
struct FrameParts: Sendable {
    /// A part that ends where the widget's position, its state or its items follow.
    enum Part: Int, CaseIterable {
        /// `{"id":"nearby",…,"state":"`
        case beforeState
        /// `","revision":"…","contentRevision":"`
        case afterState
        /// `,"header":{…,"metrics":{"y":` and `,"height":44,…}}`
        case beforeHeaderY, afterHeaderY
        /// `,"metrics":{"y":` and `,"height":171.333,…}`
        case beforeY, afterY
        /// `,"footer":{…,"metrics":{"y":` and `,"height":44,…}}`; both empty without a footer.
        case beforeFooterY, afterFooterY
    }

    let bytes: [UInt8]
    /// The end of each part in ``bytes``.
    private var ends = InlineArray<8, Int>(repeating: 0)

    /// The most bytes of all parts, with keys and numbers between them.
    var maximumLength: Int { bytes.count + 640 }

    init(
        id: String,
        _ header: Header,
        _ layout: Layout,
        _ downgradedFrom: Layout?,
        background: String?,
        _ metrics: EncodedMetrics,
        _ footer: Footer?,
        revision: Revision
    ) {
        let identity = JSONWriter.members {
            $0.member("id", id)
            $0.member("title", header.content.title ?? "")
            $0.member("layout", layout.rawValue)
            if let downgradedFrom { $0.member("downgradedFrom", downgradedFrom.rawValue) }
            if let background { $0.member("background", background) }
        }
        let headerMembers = JSONWriter.members { $0.members(of: header) }
        let footerMembers = JSONWriter.members {
            guard let footer else { return }
            $0.member("title", footer.title)
            $0.member("href", footer.href)
            if let background = footer.background { $0.member("background", background) }
        }
        let y = Array(",\"metrics\":{\"y\":".utf8)
        let parts: [[UInt8]] = [
            Array("{".utf8) + identity + Array(",\"state\":\"".utf8),
            Array("\",\"revision\":\"\(revision)\",\"contentRevision\":\"".utf8),
            Array(",\"header\":{".utf8) + headerMembers + y,
            Array(",".utf8) + header.metrics.members + Array("}}".utf8),
            y,
            Array(",".utf8) + metrics.members + Array("}".utf8),
            footer == nil ? [] : Array(",\"footer\":{".utf8) + footerMembers + y,
            footer.map { Array(",".utf8) + $0.metrics.members + Array("}}".utf8) } ?? [],
        ]
        bytes = Array(parts.joined())
        var end = 0
        for part in Part.allCases {
            end += parts[part.rawValue].count
            ends[part.rawValue] = end
        }
    }

    /// The range of a part in ``bytes``.
    @inline(__always)
    func range(of part: Part) -> Range<Int> {
        (part == .beforeState ? 0 : ends[part.rawValue - 1])..<ends[part.rawValue]
    }
}

extension WidgetFrame {
    @inline(__always)
    func write(_ part: FrameParts.Part, to output: inout OutputSpan<UInt8>) {
        output.append(copying: parts.bytes, parts.range(of: part))
    }

    /// Appends a part, a position, and the part after it; without a position neither it nor its key.
    @inline(__always)
    func write(_ part: FrameParts.Part, y: Points?, _ next: FrameParts.Part, to output: inout OutputSpan<UInt8>) {
        let (before, after) = (parts.range(of: part), parts.range(of: next))
        if before.isEmpty { return }
        if let y {
            output.append(copying: parts.bytes, before)
            output.append(y)
            output.append(copying: parts.bytes, after)
        } else {
            output.append(copying: parts.bytes, before.lowerBound..<before.upperBound - "\"y\":".utf8.count)
            output.append(copying: parts.bytes, after.lowerBound + 1..<after.upperBound)
        }
    }
}
