import Catalogue

extension Report {
    /// One file without scripts and references, for light and dark screens and for paper.
    var page: String {
        let style = Markup(stringLiteral: String(decoding: PackageResources.report_css, as: UTF8.self))
        let (first, last) = (NumberText.date(days.lowerBound), NumberText.date(days.upperBound))
        let document: Markup = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Hearth report, \(first) to \(last)</title>
            <style>
            \(style)</style>
            </head>
            <body>
            <main>
            <h1>Widgets and experiments</h1>
            <p class="lead">Events of users from <time>\(first)</time> through <time>\(last)</time> (UTC). \
            Intervals have 95% confidence.</p>
            \(emptyNote)\(experimentSection)\(widgetSection)\
            </main>
            </body>
            </html>

            """
        return document.text
    }

    private var emptyNote: Markup? { isEmpty ? "<p>Nothing was counted yet.</p>\n" : nil }

    private var experimentSection: Markup? {
        guard !experiments.isEmpty else { return nil }
        return """
            <section>
            <h2>Experiments</h2>
            <p>All users since each experiment began. Arms are compared by their openings per visit; the intervals take \
            into account that the visits of one user are alike.</p>
            \(experiments.map(\.section))</section>

            """
    }

    private var widgetSection: Markup? {
        guard !widgets.isEmpty else { return nil }
        return """
            <section>
            <h2>Widgets</h2>
            <p>The opening rate is the number of times that items were opened, relative to the number of times that they \
            were shown; of visits, the share in which an item of the widget was opened. In the plots, a bar is the \
            interval of a rank, which may continue above the upper edge, and the dashed line is the rate of all items. These \
            intervals treat events as independent.</p>
            <div class="widgets">
            \(widgets.map(\.section))</div>
            </section>

            """
    }
}

extension ExperimentReport {
    fileprivate var section: Markup {
        let header = [
            "arm", "users", "visits", "shown", "opened", "openings per visit", "difference", "lift", "excludes 0",
        ]
        let rows = arms.map { arm -> (String, [Markup]) in
            let comparison = arm.comparison
            let counts = arm.counts.map { "\(NumberText.count($0.count))" as Markup }
            let estimates = [
                Markup(arm.openingsPerVisit, NumberText.ratio),
                Markup(comparison?.difference, NumberText.signedRatio),
                Markup(comparison?.lift, NumberText.signedPercent),
            ]
            let verdict: Markup = "\(comparison?.excludesZero.map { $0 ? "yes" : "no" } ?? "-")"
            return (arm.arm, counts + estimates + [verdict])
        }
        return """
            <article>
            <h3>\(experiment)</h3>
            \(DifferencePlot(self)?.markup)\
            \(Markup.table("Arms of \(experiment)", header, rows))</article>

            """
    }
}

extension WidgetReport {
    fileprivate var section: Markup {
        let rate = NumberText.estimate(all.visits.openingRate, NumberText.percent)
        let tables = byUsers.map { users, counts -> Markup in
            "<h4>Users \(users)</h4>\n\(counts.table("\(widget.widget), users \(users)"))"
        }
        return """
            <article>
            <h3>\(widget.widget) <span class="segment">in the segment \(widget.segment)</span></h3>
            <p>Shown in \(NumberText.count(all.visits.shown)) visits, opened in \
            \(NumberText.count(all.visits.opened)): \(rate).</p>
            \(RatePlot(self)?.markup)\
            <details>
            <summary>Figures of \(widget.widget)</summary>
            \(all.table(widget.widget))\(tables)</details>
            </article>

            """
    }
}

extension WidgetCounts {
    fileprivate func table(_ name: String) -> Markup {
        Markup.table(name, Self.header, rows.map { ($0.name, $0.counts.texts.map { "\($0)" }) })
    }
}

extension Markup {
    fileprivate init(_ estimate: IntervalEstimate?, _ text: (Double) -> String) {
        let interval = NumberText.interval(estimate, text).map { "<br><small>\($0)</small>" as Markup }
        self = "\(estimate.map { text($0.value) } ?? "-")\(interval)"
    }

    /// A table that scrolls where it is too wide. The first column has the names of the rows.
    fileprivate static func table(
        _ name: String,
        _ header: [String],
        _ rows: [(name: String, cells: [Markup])]
    ) -> Markup {
        let head = header.map { $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\($0)</th>" as Markup }
        let body = rows.map { row -> Markup in
            let cells = row.cells.map { "<td>\($0)</td>" as Markup }
            return "<tr><th scope=\"row\">\(row.name)</th>\(cells)</tr>\n"
        }
        return """
            <div class="table" role="region" tabindex="0" aria-label="\(name)">
            <table>
            <thead><tr>\(head)</tr></thead>
            <tbody>
            \(body)</tbody>
            </table>
            </div>

            """
    }
}
