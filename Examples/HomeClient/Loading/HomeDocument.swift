import Foundation

/// The bytes of a home, of which the server sends only the widgets that have changed.
struct HomeDocument {
    private let ranges: JSONRanges

    var data: Data { Data(ranges.bytes) }

    init(_ data: Data) { ranges = JSONRanges(bytes: Array(data)) }

    private var widgets: [Range<Int>] {
        ranges.value("homeWidgets", in: ranges.bytes.indices).map(ranges.elements) ?? []
    }

    /// The widgets as the value of the parameter `known`.
    var known: String {
        widgets.compactMap { widget in
            guard let id = ranges.value("id", in: widget), let content = ranges.value("contentRevision", in: widget)
            else { return nil }
            return "\(ranges.text(in: id)):\(ranges.text(in: content))"
        }.joined(separator: ",")
    }

    /// The whole home, byte for byte: each unchanged widget is the one in `old`, at its new position.
    /// - Throws: ``HomeError/unreadable(_:)`` if `old` does not have a widget.
    func completed(from old: HomeDocument) throws(HomeError) -> HomeDocument {
        var whole: [UInt8] = []
        var copied = 0
        for widget in widgets where ranges.value("unchanged", in: widget) != nil {
            whole += ranges.bytes[copied..<widget.lowerBound]
            whole += try old.widget(movedLike: widget, of: self)
            copied = widget.upperBound
        }
        whole += ranges.bytes[copied...]
        return HomeDocument(Data(whole))
    }

    /// The widget of the same id, at the position that `unchanged` has in `other`.
    private func widget(movedLike unchanged: Range<Int>, of other: HomeDocument) throws(HomeError) -> [UInt8] {
        let id = other.ranges.value("id", in: unchanged)
        guard let id, let widget = widgets.first(where: { self.id(of: $0) == other.ranges.bytes[id] }) else {
            throw .unreadable("an unchanged widget that is not known")
        }
        var moved: [UInt8] = []
        var copied = widget.lowerBound
        for (old, new) in zip(positions(in: widget), other.positions(in: unchanged)) {
            moved += ranges.bytes[copied..<old.lowerBound] + other.ranges.bytes[new]
            copied = old.upperBound
        }
        return moved + ranges.bytes[copied..<widget.upperBound]
    }

    /// The places of the widget's positions: of its header, its items and its footer, in this order.
    private func positions(in widget: Range<Int>) -> [Range<Int>] {
        [
            ranges.value("header", "metrics", "y", in: widget),
            ranges.value("metrics", "y", in: widget),
            ranges.value("footer", "metrics", "y", in: widget),
        ].compactMap(\.self)
    }

    private func id(of widget: Range<Int>) -> ArraySlice<UInt8>? {
        ranges.value("id", in: widget).map { ranges.bytes[$0] }
    }
}
