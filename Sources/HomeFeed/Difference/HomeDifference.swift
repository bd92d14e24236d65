import Bytes
import HomeLayout

/// The difference between two homes of one user, segment and device.
///
/// Only content counts: tokens, and revisions that cover them, make no difference. The sizes are those of the documents.
public struct HomeDifference: Sendable {
    /// Whether the page's header, the text styles or the tabs differ.
    public let hasPageChanged: Bool
    /// Whether the arms of experiments differ.
    public let haveArmsChanged: Bool
    /// The widgets that differ: those of the second home in its order, then those that only the first one has.
    public let widgets: [WidgetDifference]
    /// The heights of the pages, in points.
    public let height: Change<Points>
    /// The sizes of the documents, in bytes.
    public let bytes: Change<Int>

    /// Whether a client shows the same.
    public var isEmpty: Bool { !hasPageChanged && !haveArmsChanged && widgets.isEmpty && !height.isDifferent }

    public init(from before: Home, to after: Home) {
        hasPageChanged =
            before.frame.revision != after.frame.revision
            || before.segments.map(\.id) != after.segments.map(\.id)
            || before.segments.map(\.title) != after.segments.map(\.title)
        haveArmsChanged = before.experiments != after.experiments
        let (old, new) = (before.measuredWidgets, after.measuredWidgets)
        let places = Dictionary(uniqueKeysWithValues: old.indices.map { (old[$0].id, $0) })
        let moved = Self.movedIDs(from: old.map(\.id), to: new.map(\.id))
        let remaining = Set(new.map(\.id))
        widgets =
            new.compactMap { widget in
                let difference = WidgetDifference(
                    from: places[widget.id].map { old[$0] },
                    to: widget,
                    isMoved: moved.contains(widget.id)
                )
                return difference.isEmpty ? nil : difference
            }
            + old.filter { !remaining.contains($0.id) }.map { WidgetDifference(from: $0, to: nil, isMoved: false) }
        height = Change(before.contentHeight, after.contentHeight)
        bytes = Change(before.encodedLength, after.encodedLength)
    }

    /// The fewest ids in both lists whose removal leaves the rest in one order.
    private static func movedIDs(from before: [String], to after: [String]) -> Set<String> {
        let common = Set(before).intersection(after)
        let order = after.filter(common.contains).difference(from: before.filter(common.contains))
        return Set(
            order.removals.map { change in
                switch change {
                case .insert(_, let id, _), .remove(_, let id, _): id
                }
            }
        )
    }
}

extension Home {
    /// The number of bytes of the document.
    fileprivate var encodedLength: Int {
        var writer = JSONWriter(capacity: 65_536)
        _ = write(into: &writer)
        return writer.bytes.count
    }

    fileprivate var measuredWidgets: [MeasuredWidget] {
        widgets.indices.map { MeasuredWidget(widgets[$0], at: $0, placements[$0]) }
    }
}
