import Catalogue
import HomeFeed
import HomeLayout

extension ConfigDifference {
    /// Leaves out homes that do not differ.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { document in
            document.object("totals") {
                $0.member("homes", homes.count)
                $0.member("changed", changedHomes.count)
                if let meanBytes { $0.member("bytes", meanBytes) }
                if let meanHeight { $0.member("height", meanHeight) }
            }
            document.object("segments") {
                $0.member("removed", removedSegments)
                $0.member("added", addedSegments)
            }
            document.objects("homes", changedHomes) { object, home in
                if let user = home.user { object.member("user", user.rawValue) }
                object.member("segment", home.segment)
                object.members(of: home)
            }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func members(of home: HomeDifference) {
        member("changes", home.pageChanges)
        object("height") {
            $0.member("before", home.height.before)
            $0.member("after", home.height.after)
        }
        member("bytes", home.bytes)
        objects("widgets", home.widgets) { $0.members(of: $1) }
    }

    private mutating func members(of widget: WidgetDifference) {
        member("id", widget.id)
        member("changes", widget.changes)
        if let before = widget.before { object("before") { $0.members(of: before) } }
        if let after = widget.after { object("after") { $0.members(of: after) } }
        object("items") {
            $0.member("common", widget.items.common)
            $0.member("removed", widget.items.removed)
            $0.member("added", widget.items.added)
            $0.member("changed", widget.items.changed)
            $0.member("reordered", widget.items.isReordered)
        }
    }

    private mutating func members(of widget: MeasuredWidget) {
        member("position", widget.position)
        member("layout", widget.layout)
        member("state", widget.state)
        member("height", widget.height)
        member("bytes", widget.bytes)
    }

    fileprivate mutating func member(_ key: StaticString, _ change: Change<Int>) {
        object(key) {
            $0.member("before", change.before)
            $0.member("after", change.after)
        }
    }
}
