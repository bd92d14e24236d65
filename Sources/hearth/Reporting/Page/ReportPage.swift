import Catalogue
import Import

extension Report {
    /// One file without scripts and references, for light and dark screens and for paper.
    var page: String {
        let style = Markup(stringLiteral: String(decoding: PackageResources.report_css, as: UTF8.self))
        let (first, last) = (NumberText.date(days.lowerBound), NumberText.date(days.upperBound))
        let experimentNote: Markup = """
            All users since each experiment began. Arms are compared by their openings per visit; the intervals take into \
            account that the visits of one user are alike. In the plots, the dashed line stands for no difference; \
            intervals with a filled point exclude it.
            """
        let widgetNote: Markup = """
            The opening rate is the number of times that items were opened, relative to the number of times that they \
            were shown; of visits, the share in which an item of the widget was opened. In the plots, a bar is the \
            interval of a rank, which may continue beyond the right edge, and the dashed line is the rate of all items; \
            intervals with a filled point exclude it. These intervals treat events as independent.
            """
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
            \(isEmpty ? "<p>Nothing was counted yet.</p>\n" as Markup : nil)\
            \(Self.section("Experiments", experimentNote, experiments.map(\.article)))\
            \(Self.section("Widgets", widgetNote, widgets.map(\.article)))\
            </main>
            </body>
            </html>

            """
        return document.text
    }

    private static func section(_ title: Markup, _ introduction: Markup, _ articles: [Markup]) -> Markup? {
        guard !articles.isEmpty else { return nil }
        return """
            <section>
            <h2>\(title)</h2>
            <p>\(introduction)</p>
            <div class="articles">
            \(articles)</div>
            </section>

            """
    }
}

extension ExperimentReport {
    fileprivate var article: Markup {
        """
        <article>
        <h3>\(experiment)</h3>
        \(IntervalPlot(self)?.markup)\
        \(tables.map(\.markup))</article>

        """
    }
}

extension WidgetReport {
    fileprivate var article: Markup {
        let rate = NumberText.estimate(all.visits.openingRate, NumberText.percent)
        return """
            <article>
            <h3>\(widget.widget) <span class="segment">in the segment \(widget.segment)</span></h3>
            <p>Shown in \(all.visits.shown.grouped) visits, opened in \
            \(all.visits.opened.grouped): \(rate).</p>
            \(IntervalPlot(self)?.markup)\
            <details>
            <summary>Figures of \(widget.widget)</summary>
            \(tables.map(\.markup))</details>
            </article>

            """
    }
}
