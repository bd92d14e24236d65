import Bytes
import Catalogue
import HomeLayout
import Localization
import Recommendations

extension HomePass {
    /// Decides what each widget shows, solves its geometry, and stacks the widgets of a home.
    mutating func layOut() {
        let plan = inputs.plan
        var page = PageLayout(plan.config.page, on: plan.device, header: plan.headerHeight)
        for index in widgets.indices {
            present(index)
            guard let frame = widgets[index].frame else { continue }
            widgets[index].placement = page.add(
                header: frame.headerHeight,
                items: frame.metrics.height,
                frame.metrics.contentInsets,
                loadMore: widgets[index].next == nil ? 0 : frame.loadMoreHeight,
                footer: frame.footerHeight
            )
        }
        contentHeight = page.contentHeight
    }

    private mutating func present(_ index: Int) {
        let plan = widgets[index].plan
        let result = widgets[index].result
        switch result {
        case .loaded, .stale, .deferred:
            let header = header(of: plan)
            widgets[index].state = result
            widgets[index].header = header
            // A deferred widget has the frame of the full widget, with one line for each text.
            let count = widgets[index].items.isEmpty ? plan.config.limit : widgets[index].items.count
            widgets[index].frame = fitting(index) { plan.frame(header.kind, itemCount: count, $0, $1) }
        case .failed:
            frameMessage(error(of: index).texts, of: index, .failed)
            if page == nil { stand(in: index, errorCard(of: index)) }
        case .empty:
            // The card replaces the widget, not a further page.
            if page == nil, replace(index) { return }
            // Alone, the widget shows the client's own message; in a home, its chips can take back the choice.
            if alone != nil || widgets[index].choice.isMade { frameMessage([], of: index, .empty) }
        }
    }

    private mutating func frameMessage(_ texts: [String], of index: Int, _ state: LoadState) {
        let plan = widgets[index].plan
        let header = header(of: plan)
        let one = plan.frame(header.kind, itemCount: plan.config.limit, BarFit(), .one)
        widgets[index].frame = plan.message(texts, header.kind, one.headerRoom.fit(of: header.title, header.subtitle))
        widgets[index].header = header
        widgets[index].state = state
    }

    /// - Returns: Whether the config has a card for the empty widget.
    private mutating func replace(_ index: Int) -> Bool {
        let (plan, hadQuery) = (widgets[index].plan, widgets[index].hadQuery)
        guard let (card, layouts) = hadQuery ? plan.config.whenNothingFound : plan.config.whenEmpty,
            let layout = layouts.first(supportedBy: inputs.context.request.layouts)
        else { return false }
        stand(in: index, card.card)
        let header = hadQuery ? header(of: plan) : .empty
        widgets[index].header = header
        widgets[index].state = .empty
        widgets[index].frame = fitting(index) { plan.replacement(layout, among: layouts, header.kind, $0, $1) }
        return true
    }

    /// The plan or the pass must keep the card.
    private mutating func stand(in index: Int, _ card: Card) {
        widgets[index].items = candidates.items.count..<candidates.items.count + 1
        candidates.items.append(PassItem(.standIn, card))
    }

    /// Makes a second frame only if the texts do not fit into one line each.
    private func fitting(_ index: Int, _ frame: (BarFit, LineCounts) -> PlannedFrame) -> PlannedFrame {
        let (one, header) = (frame(BarFit(), .one), widgets[index].header)
        let fit = one.headerRoom.fit(of: header.title, header.subtitle)
        let lines = lineCounts(widgets[index].items, one)
        return fit == BarFit() && lines == .one ? one : frame(fit, lines)
    }

    /// Of the captions' texts, and of notes in the caption.
    private func lineCounts(_ range: Range<Int>, _ frame: PlannedFrame) -> LineCounts {
        var counts = LineCounts.one
        let items = candidates.items.span
        for wrapping in frame.wrappingLines.indices {
            let (index, line) = frame.wrappingLines[wrapping]
            for item in range {
                guard let card = unsafe items[item].card else { continue }
                // Sound: the pass keeps the card.
                counts.fit(unsafe card._withUnsafeGuaranteedRef { $0.parts.caption[index] }, at: index, line)
            }
        }
        guard let line = frame.noteLine else { return counts }
        var note: [UInt8] = []
        let (table, room) = (markTable, markTable.maximumLength)
        for item in range where items[item].mark.hasNote {
            note.removeAll(keepingCapacity: true)
            note.append(addingCapacity: room) { table.writeNote(of: items[item].mark, to: &$0) }
            counts.fit(note: TextExtent(utf8: note.span), line)
        }
        return counts
    }

    /// `nil` if no item has a place, or if an item could not be decoded, since clusters name items by index.
    func map(of widget: Int) -> MapRegion? {
        guard widgets[widget].isWhole, let frame = widgets[widget].frame else { return nil }
        let snapshot = context.snapshot
        let places = candidates.items[widgets[widget].items].map { item -> Coordinate? in
            if case .item(let row) = item.content { snapshot.place(of: row) } else { nil }
        }
        return MapRegion(of: places, on: frame.metrics.itemSize)
    }

    /// When something on the home begins or ends.
    var nextChange: Instant {
        let nextStart = context.snapshot.nextStart(after: context.now)
        return min(inputs.plan.segment.nextChange(after: context.now), firstExpiry, nextStart)
    }
}
