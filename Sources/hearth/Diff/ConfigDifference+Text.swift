import Import

extension ConfigDifference {
    var text: String {
        if isEmpty { return "no differences in \(totals.homes) homes" }
        return ((homes.isEmpty ? [] : [homeTable, widgetTable]) + [totals(segments)]).joined(separator: "\n\n")
    }

    private var homeTable: String {
        let header = [
            "user", "segment", "widget", "changes", "position", "layout", "state", "items both/old/new", "height",
            "bytes",
        ]
        let rows = homes.flatMap { home in
            let changes = home.changes.joined(separator: ", ")
            let page = ["(page)", changes, "", "", "", "", home.height.text, home.bytes.text]
            return ([page] + home.widgets.map(\.row)).map { [home.user ?? "-", home.segment] + $0 }
        }
        return textTable([header] + rows)
    }

    private var widgetTable: String {
        let widgets = homes.flatMap { home in home.widgets.map { (name: "\(home.segment)/\($0.id)", widget: $0) } }
        let rows = Dictionary(grouping: widgets, by: \.name).sorted { $0.key < $1.key }.map { name, widgets in
            let counts = ["added", "removed", "moved"].map { change in
                "\(widgets.count { $0.widget.changes.contains(change) })"
            }
            return [name, "\(widgets.count)"] + counts + [Change(meanOf: widgets.map(\.widget.bytes))?.text ?? ""]
        }
        return textTable([["widget", "homes", "added", "removed", "moved", "mean bytes"]] + rows, trailing: 1..<5)
    }

    private func totals(_ segments: Segments) -> String {
        let lines =
            segments.removed.map { "segment \($0): only in the old config" }
            + segments.added.map { "segment \($0): only in the new config" }
            + [
                "homes that differ: \(totals.changed) of \(totals.homes)",
                totals.bytes.map { "mean bytes: \($0.text)\($0.percent)" },
                totals.height.map { "mean height: \($0.text) pt\($0.percent)" },
            ].compactMap(\.self)
        return lines.joined(separator: "\n")
    }
}

extension WidgetDifference {
    fileprivate var bytes: Change {
        Change(before: Double(before?.bytes ?? 0), after: Double(after?.bytes ?? 0))
    }

    fileprivate var row: [String] {
        func cell(_ text: (MeasuredWidget) -> String) -> String { changeText(before.map(text), after.map(text)) }
        var found = "\(items.common)/\(items.removed)/\(items.added)"
        if items.changed > 0 { found += ", \(items.changed) changed" }
        if items.reordered { found += ", reordered" }
        return [
            id, changes.joined(separator: ", "), cell { "\($0.position)" },
            before?.layout == after?.layout ? "" : cell(\.layout),
            before?.state == after?.state ? "" : cell(\.state), found, cell { NumberText.number($0.height) },
            cell { $0.bytes.grouped },
        ]
    }
}

extension Change {
    fileprivate var text: String { changeText(NumberText.number(before), NumberText.number(after)) }

    /// With a space before it; nothing if nothing differs.
    fileprivate var percent: String {
        before == after || before == 0 ? "" : " (\(NumberText.signedPercent((after - before) / before)))"
    }
}

/// `2 → 4`, or `2` if nothing differs.
private func changeText(_ before: String?, _ after: String?) -> String {
    before == after ? before ?? "-" : "\(before ?? "-") → \(after ?? "-")"
}
