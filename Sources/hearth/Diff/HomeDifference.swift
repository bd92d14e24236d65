import Catalogue
import HomeFeed
import JSON

/// The difference between the documents of two homes of one user, segment and device.
///
/// Only content counts: tokens, and revisions that cover them, make no difference.
struct HomeDifference: Encodable {
    let user: String?
    let segment: String
    /// Changes besides those of widgets, in words.
    let changes: [String]
    let height: Change
    let bytes: Change
    /// The widgets that differ: those of the second home in its order, then those that only the first one has.
    let widgets: [WidgetDifference]

    /// Clients show the same.
    var isEmpty: Bool { changes.isEmpty && widgets.isEmpty && height.before == height.after }

    /// - Throws: `JSONSyntaxError`, for documents that the program did not write.
    init(of request: HomeRequest, from before: HomeDocument, to after: HomeDocument) throws {
        (user, segment) = (request.user?.rawValue, request.segment ?? "")
        let (old, new) = (try JSONValue(parsing: before.bytes), try JSONValue(parsing: after.bytes))
        func tabs(_ home: JSONValue) -> [[JSONValue]] { home["segments"].elements.map { [$0["id"], $0["title"]] } }
        let page = ["header", "textStyles", "palette"]
        changes = [
            ("page", page.contains { old[$0] != new[$0] } || tabs(old) != tabs(new)),
            ("experiments", old["experiments"] != new["experiments"]),
        ].filter(\.1).map(\.0)
        height = Change(before: old["contentHeight"].number, after: new["contentHeight"].number)
        bytes = Change(before: Double(before.bytes.count), after: Double(after.bytes.count))
        widgets = WidgetDifference.all(from: old["homeWidgets"].elements, to: new["homeWidgets"].elements)
    }
}

struct WidgetDifference: Encodable {
    let id: String
    let changes: [String]
    let before: MeasuredWidget?
    let after: MeasuredWidget?
    let items: ItemDifference

    /// The members that are the state of a widget.
    private static let state = [
        "state", "age", "error", "badge", "filters", "sorts", "fallback", "mayShrink", "dismissible",
    ]

    fileprivate static func all(from old: [JSONValue], to new: [JSONValue]) -> [WidgetDifference] {
        let (oldIDs, newIDs) = (old.map(\.id), new.map(\.id))
        let moved = movedIDs(from: oldIDs, to: newIDs)
        let ids = newIDs + oldIDs.filter { !newIDs.contains($0) }
        return ids.map { WidgetDifference(of: $0, from: old, to: new, isMoved: moved.contains($0)) }
            .filter { !$0.changes.isEmpty }
    }

    private init(of id: String, from oldWidgets: [JSONValue], to newWidgets: [JSONValue], isMoved: Bool) {
        func find(in widgets: [JSONValue]) -> (measured: MeasuredWidget?, widget: JSONValue) {
            guard let index = widgets.firstIndex(where: { $0.id == id }) else { return (nil, .null) }
            return (MeasuredWidget(widgets[index], at: index), widgets[index])
        }
        let (before, old) = find(in: oldWidgets)
        let (after, new) = find(in: newWidgets)
        let items = ItemDifference(from: old["items"].elements, to: new["items"].elements)
        (self.id, self.before, self.after, self.items) = (id, before, after, items)
        if before == nil || after == nil {
            changes = [before == nil ? "added" : "removed"]
        } else {
            let hasOtherState =
                Self.state.contains { old[$0] != new[$0] } || (old["loadMore"] == .null) != (new["loadMore"] == .null)
            changes = [
                ("moved", isMoved), ("layout", old["layout"] != new["layout"]), ("items", !items.isEmpty),
                // The revision of header, geometry, backgrounds and footer.
                ("frame", old["revision"] != new["revision"]), ("state", hasOtherState),
            ].filter(\.1).map(\.0)
        }
    }

    /// The fewest ids in both lists whose removal leaves the rest in one order.
    private static func movedIDs(from before: [String], to after: [String]) -> Set<String> {
        let order = after.filter(before.contains).difference(from: before.filter(after.contains))
        return Set(order.removals.compactMap { if case .remove(_, let id, _) = $0 { id } else { nil } })
    }
}

struct MeasuredWidget: Encodable {
    /// The number of widgets above it.
    let position: Int
    let layout: String
    let state: String
    /// In points, with header, insets, the row that loads more, and footer.
    let height: Double
    let bytes: Int

    fileprivate init(_ widget: JSONValue, at position: Int) {
        self.position = position
        layout = widget["layout"].text
        state = widget["state"].text
        let (metrics, insets) = (widget["metrics"], widget["metrics"]["contentInsets"])
        let heights =
            ["header", "loadMore", "footer"].map { widget[$0]["metrics"]["height"] }
            + [metrics["height"], insets["top"], insets["bottom"]]
        // To the thousandth, as the lengths themselves.
        height = (heights.reduce(0) { $0 + $1.number } * 1_000).rounded() / 1_000
        bytes = widget.encodedLength
    }
}

struct ItemDifference: Encodable {
    let common: Int
    let removed: Int
    let added: Int
    /// ``common`` items that show something else, besides the sizes of images and the lines that a layout has room for.
    let changed: Int
    let reordered: Bool

    var isEmpty: Bool { removed == 0 && added == 0 && changed == 0 && !reordered }

    fileprivate init(from old: [JSONValue], to new: [JSONValue]) {
        let known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
        let kept = new.filter { known[$0.id] != nil }
        let ids = kept.map(\.id)
        common = kept.count
        removed = old.count - kept.count
        added = new.count - kept.count
        changed = kept.count { !$0.showsTheSame(as: known[$0.id] ?? .null) }
        reordered = old.map(\.id).filter(ids.contains) != ids
    }
}

extension JSONValue {
    /// `null` without such a member.
    fileprivate subscript(name: String) -> JSONValue {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    fileprivate var text: String { if case .string(let text) = self { text } else { "" } }

    fileprivate var id: String { self["id"].text }

    /// 0 without a number.
    fileprivate var number: Double {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: 0
        }
    }

    /// The layouts of both items may differ.
    fileprivate func showsTheSame(as other: JSONValue) -> Bool {
        guard case .object(var one) = self, case .object(var two) = other else { return false }
        let captions = (self["caption"].elements, other["caption"].elements)
        for member in ["revision", "tracking", "images", "caption"] { (one[member], two[member]) = (nil, nil) }
        return one == two && zip(captions.0, captions.1).allSatisfy(==)
    }

    /// In bytes, without white space.
    fileprivate var encodedLength: Int {
        switch self {
        case .null: 4
        case .bool(let value): value ? 4 : 5
        case .integer(let value): "\(value)".utf8.count
        case .number(let value): JSONWriter.members { $0.element(value) }.count
        case .string(let text): JSONWriter.members { $0.element(text) }.count
        case .array(let elements): elements.reduce(max(2, elements.count + 1)) { $0 + $1.encodedLength }
        case .object(let members):
            members.reduce(max(2, 2 * members.count + 1)) {
                $0 + JSONValue.string($1.key).encodedLength + $1.value.encodedLength
            }
        }
    }
}
