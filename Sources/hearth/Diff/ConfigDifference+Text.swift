import Catalogue
import HomeFeed
import HomeLayout

extension ConfigDifference {
    var text: String {
        if isEmpty { return "no differences in \(homes.count) homes" }
        var parts: [String] = []
        if !changedHomes.isEmpty { parts += [homeTable, widgetTable] }
        return (parts + [totals]).joined(separator: "\n\n")
    }

    // MARK: Homes

    private var homeTable: String {
        let header = [
            "user", "segment", "widget", "changes", "position", "layout", "state", "items both/old/new", "height",
            "bytes",
        ]
        return textTable([header] + changedHomes.flatMap(Self.rows))
    }

    private static func rows(_ home: HomeDifference) -> [[String]] {
        let page = [
            "(page)", home.pageChanges.joined(separator: ", "), "", "", "", "", text(home.height),
            text(home.bytes),
        ]
        return ([page] + home.widgets.map(row)).map { [home.user?.rawValue ?? "-", home.segment] + $0 }
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

    private var widgetTable: String {
        var found: [(name: String, differences: [WidgetDifference])] = []
        for home in changedHomes {
            for widget in home.widgets {
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
        return textTable([["widget", "homes", "added", "removed", "moved", "mean bytes"]] + rows, trailing: 1..<5)
    }

    // MARK: Totals

    private var totals: String {
        var lines = removedSegments.map { "segment \($0): only in the old config" }
        lines += addedSegments.map { "segment \($0): only in the new config" }
        lines.append("homes that differ: \(changedHomes.count) of \(homes.count)")
        if let meanBytes { lines.append("mean bytes: \(Self.text(meanBytes))\(Self.percent(meanBytes))") }
        if let meanHeight {
            lines.append("mean height: \(Self.text(meanHeight)) pt\(Self.percent(meanHeight))")
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
