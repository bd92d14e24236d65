import Catalogue
import HomeFeed
import HomeLayout
import JSON

struct Change<Value: Equatable> {
    let before: Value
    let after: Value

    init(_ before: Value, _ after: Value) {
        self.before = before
        self.after = after
    }

    var isDifferent: Bool { before != after }
}

/// The difference between the documents of two homes of one user, segment and device.
///
/// Only content counts: tokens, and revisions that cover them, make no difference.
struct HomeDifference {
    let user: UserID?
    let segment: String
    /// Changes besides those of widgets, in words.
    let pageChanges: [String]
    /// The widgets that differ: those of the second home in its order, then those that only the first one has.
    let widgets: [WidgetDifference]
    let height: Change<Points>
    let bytes: Change<Int>

    /// Clients show the same.
    var isEmpty: Bool { pageChanges.isEmpty && widgets.isEmpty && !height.isDifferent }

    /// - Throws: `JSONSyntaxError`, for documents that the program did not write.
    init(of request: HomeRequest, from before: HomeDocument, to after: HomeDocument) throws {
        (user, segment) = (request.user, request.segment ?? "")
        let (old, new) = (try JSONValue(parsing: before.bytes), try JSONValue(parsing: after.bytes))
        func tabs(_ home: JSONValue) -> [[JSONValue?]] { home["segments"].elements.map { [$0["id"], $0["title"]] } }
        let page = ["header", "textStyles", "palette"]
        pageChanges = [
            ("page", page.contains { old[$0] != new[$0] } || tabs(old) != tabs(new)),
            ("experiments", old["experiments"] != new["experiments"]),
        ].filter(\.1).map(\.0)
        widgets = WidgetDifference.all(
            from: old["homeWidgets"].elements.enumerated().map { MeasuredWidget($1, at: $0) },
            to: new["homeWidgets"].elements.enumerated().map { MeasuredWidget($1, at: $0) }
        )
        height = Change(old["contentHeight"].points, new["contentHeight"].points)
        bytes = Change(before.bytes.count, after.bytes.count)
    }
}

struct WidgetDifference {
    let before: MeasuredWidget?
    let after: MeasuredWidget?
    /// Whether its place among the widgets of both homes differs.
    let isMoved: Bool
    let items: ItemDifference

    var id: String { (after ?? before)?.id ?? "" }
    var height: Change<Points> { Change(before?.height ?? 0, after?.height ?? 0) }
    var bytes: Change<Int> { Change(before?.bytes ?? 0, after?.bytes ?? 0) }

    var changes: [String] {
        guard let before else { return ["added"] }
        guard let after else { return ["removed"] }
        let changes = [
            ("moved", isMoved), ("layout", before.layout != after.layout), ("items", !items.isEmpty),
            ("frame", before.frame != after.frame), ("state", before.content != after.content),
        ]
        return changes.filter(\.1).map(\.0)
    }

    private init(_ before: MeasuredWidget?, _ after: MeasuredWidget?, isMoved: Bool = false) {
        self.before = before
        self.after = after
        self.isMoved = isMoved
        items = ItemDifference(from: before, to: after)
    }

    fileprivate static func all(from old: [MeasuredWidget], to new: [MeasuredWidget]) -> [WidgetDifference] {
        let moved = movedIDs(from: old.map(\.id), to: new.map(\.id))
        let differences =
            new.map { widget in
                WidgetDifference(old.first { $0.id == widget.id }, widget, isMoved: moved.contains(widget.id))
            }
            + old.filter { widget in !new.contains { $0.id == widget.id } }.map { WidgetDifference($0, nil) }
        return differences.filter { !$0.changes.isEmpty }
    }

    /// The fewest ids in both lists whose removal leaves the rest in one order.
    private static func movedIDs(from before: [String], to after: [String]) -> Set<String> {
        let common = Set(before).intersection(after)
        let order = after.filter(common.contains).difference(from: before.filter(common.contains))
        return Set(
            order.removals.compactMap { change -> String? in if case .remove(_, let id, _) = change { id } else { nil }
            }
        )
    }
}

struct MeasuredWidget {
    let id: String
    /// The number of widgets above it.
    let position: Int
    let layout: String
    let state: String
    /// With header, insets, the row that loads more, and footer.
    let height: Points
    let bytes: Int
    fileprivate let items: [JSONValue]
    /// The revision of header, geometry, backgrounds and footer.
    fileprivate let frame: JSONValue?
    fileprivate let content: [JSONValue?]

    private static let contentMembers = [
        "state", "age", "error", "badge", "filters", "sorts", "fallback", "mayShrink", "dismissible",
    ]

    fileprivate init(_ widget: JSONValue, at position: Int) {
        id = widget["id"]?.text ?? ""
        self.position = position
        layout = widget["layout"]?.text ?? ""
        state = widget["state"]?.text ?? ""
        let (metrics, insets) = (widget["metrics"], widget["metrics"]["contentInsets"])
        let heights =
            ["header", "loadMore", "footer"].map { widget[$0]["metrics"]["height"] }
            + [metrics["height"], insets["top"], insets["bottom"]]
        height = Points(thousandths: heights.reduce(0) { $0 + $1.points.thousandths })
        bytes = widget.encodedLength
        items = widget["items"].elements
        frame = widget["revision"]
        content = Self.contentMembers.map { widget[$0] } + [widget["loadMore"].map { _ in .bool(true) }]
    }
}

struct ItemDifference {
    let common: Int
    let removed: Int
    let added: Int
    /// ``common`` items that show something else, besides the sizes of images and the lines that a layout has room for.
    let changed: Int
    let isReordered: Bool

    var isEmpty: Bool { removed == 0 && added == 0 && changed == 0 && !isReordered }

    fileprivate init(from before: MeasuredWidget?, to after: MeasuredWidget?) {
        let (old, new) = (before?.items ?? [], after?.items ?? [])
        let known = Dictionary(old.map { ($0["id"]?.text ?? "", $0) }) { first, _ in first }
        let kept = new.filter { known[$0["id"]?.text ?? ""] != nil }
        let ids = Set(kept.compactMap { $0["id"]?.text })
        common = kept.count
        removed = old.count - kept.count
        added = new.count - kept.count
        changed = kept.count { item in !item.showsTheSame(as: known[item["id"]?.text ?? ""] ?? .null) }
        isReordered = old.compactMap { $0["id"]?.text }.filter(ids.contains) != kept.compactMap { $0["id"]?.text }
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The layouts of both items may differ.
    fileprivate func showsTheSame(as other: JSONValue) -> Bool {
        guard case .object(var one) = self, case .object(var other) = other else { return false }
        let lines = min(one["caption"].elements.count, other["caption"].elements.count)
        let captions = [one["caption"], other["caption"]].map { $0.elements.prefix(lines) }
        for member in ["revision", "tracking", "images", "caption"] {
            one[member] = nil
            other[member] = nil
        }
        return one == other && captions[0] == captions[1]
    }

    /// In bytes, without white space.
    fileprivate var encodedLength: Int {
        switch self {
        case .null: 4
        case .bool(let value): value ? 4 : 5
        case .integer(let value): "\(value)".utf8.count
        case .number(let value): JSONWriter.length { $0.element(value) }
        case .string(let text): JSONWriter.length { $0.element(text) }
        case .array(let elements): elements.reduce(max(2, elements.count + 1)) { $0 + $1.encodedLength }
        case .object(let members):
            members.reduce(max(2, 2 * members.count + 1)) {
                $0 + JSONValue.string($1.key).encodedLength + $1.value.encodedLength
            }
        }
    }
}

extension JSONValue? {
    fileprivate subscript(name: String) -> JSONValue? { self.flatMap { $0[name] } }

    fileprivate var elements: [JSONValue] { if case .array(let elements)? = self { elements } else { [] } }

    /// 0 without a length.
    fileprivate var points: Points {
        switch self {
        case .integer(let value): Points(thousandths: Int(value) * 1_000)
        case .number(let value): Points(thousandths: Int((value * 1_000).rounded()))
        default: 0
        }
    }
}

extension JSONWriter {
    fileprivate static func length(_ write: (inout JSONWriter) -> Void) -> Int {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes.count
    }
}
