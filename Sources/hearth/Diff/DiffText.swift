import Catalogue
import HomeFeed
import HomeLayout

struct DiffText {
    private let difference: ConfigDifference

    init(_ difference: ConfigDifference) { self.difference = difference }

    var text: String {
        if difference.isEmpty { return "no differences in \(difference.homes.count) homes" }
        var parts: [String] = []
        if !difference.changedHomes.isEmpty { parts += [homes, widgets] }
        return (parts + [totals]).joined(separator: "\n\n")
    }

    // MARK: Homes

    /// One row for each widget of a home that differs.
    private var homes: String {
        let header = [
            "user", "segment", "widget", "changes", "position", "layout", "state", "items both/old/new", "height",
            "bytes",
        ]
        return TextTable([header] + difference.changedHomes.flatMap(Self.rows)).text
    }

    private static func rows(
        _ user: UserID?,
        _ segment: String,
        _ home: HomeDifference
    ) -> [[String]] {
        let page = [
            "(page)", home.pageChanges.joined(separator: ", "), "", "", "", "", text(home.height),
            text(home.bytes),
        ]
        return ([page] + home.widgets.map(row)).map { [user?.rawValue ?? "-", segment] + $0 }
    }

    private static func row(_ widget: WidgetDifference) -> [String] {
        let (before, after, items) = (widget.before, widget.after, widget.items)
        var found = "\(items.common)/\(items.removed)/\(items.added)"
        if items.changed > 0 { found += ", \(items.changed) changed" }
        if items.isReordered { found += ", reordered" }
        return [
            widget.id, widget.changes.joined(separator: ", "),
            text(before.map { "\($0.position)" }, after.map { "\($0.position)" }),
            change(before?.layout, after?.layout), change(before?.state, after?.state), found,
            text(widget.height), text(widget.bytes),
        ]
    }

    // MARK: Widgets

    /// One row for each widget that differs in a home.
    private var widgets: String {
        var found: [(name: String, differences: [WidgetDifference])] = []
        for home in difference.changedHomes {
            for widget in home.difference.widgets {
                let name = "\(home.segment)/\(widget.id)"
                if let index = found.firstIndex(where: { $0.name == name }) {
                    found[index].differences.append(widget)
                } else {
                    found.append((name, [widget]))
                }
            }
        }
        let rows = found.map { name, widgets in
            let kinds = [
                widgets.count { $0.before == nil }, widgets.count { $0.after == nil }, widgets.count(where: \.isMoved),
            ]
            return [name] + ([widgets.count] + kinds).map { "\($0)" }
                + [Change(meanOf: widgets.map(\.bytes)).map(Self.text) ?? ""]
        }
        return TextTable([["widget", "homes", "added", "removed", "moved", "mean bytes"]] + rows, trailing: 1..<5).text
    }

    // MARK: Totals

    private var totals: String {
        var lines = difference.removedSegments.map { "segment \($0): only in the old config" }
        lines += difference.addedSegments.map { "segment \($0): only in the new config" }
        lines.append("homes that differ: \(difference.changedHomes.count) of \(difference.homes.count)")
        if let bytes = difference.meanBytes { lines.append("mean bytes: \(Self.text(bytes))\(Self.percent(bytes))") }
        if let height = difference.meanHeight {
            lines.append("mean height: \(Self.text(height)) pt\(Self.percent(height))")
        }
        return lines.joined(separator: "\n")
    }

    private static func percent(_ change: Change<Int>) -> String {
        guard change.isDifferent, change.before > 0 else { return "" }
        return " (\(NumberText.signedPercent(Double(change.after - change.before) / Double(change.before))))"
    }

    // MARK: Changes

    private static func text(_ change: Change<Int>) -> String {
        text(NumberText.count(Int64(change.before)), NumberText.count(Int64(change.after)))
    }

    private static func text(_ change: Change<Points>) -> String { text("\(change.before)", "\(change.after)") }

    /// `loaded → empty`; nothing if nothing differs.
    private static func change(_ before: String?, _ after: String?) -> String {
        before == after ? "" : text(before, after)
    }

    /// `2 → 4`, or `2` if nothing differs.
    private static func text(_ before: String?, _ after: String?) -> String {
        before == after ? before ?? "-" : "\(before ?? "-") → \(after ?? "-")"
    }
}
