import Catalogue

extension HomePass {
    var page: LoneWidget.Page? { alone?.page }

    /// Of the widget, or of its requested page.
    func url(of widget: Int) -> [UInt8] {
        var url: [UInt8] = []
        let cursor = page.map { page in { (url: inout [UInt8]) in url += page.text.utf8 } }
        inputs.links.write(widgets[widget].plan.url, widgets[widget].choice, to: &url, cursor: cursor)
        return url
    }

    /// `nil` on the last page.
    func nextCursor(of widget: Int) -> Cursor? {
        let (config, choice) = (widgets[widget].plan.config, widgets[widget].choice)
        guard let next = widgets[widget].next, let source = config.pagedSource else { return nil }
        return Cursor(
            source: config.revision(of: source, choice),
            position: next,
            shown: firstRank + widgets[widget].items.count
        )
    }

    /// The number of items on earlier pages.
    var firstRank: Int { page?.cursor.shown ?? 0 }
}
