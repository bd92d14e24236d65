import Bytes
import Catalogue
import Localization

/// Looks up the cards of selected items, and renders those that are not in the cache.
struct CardLookup {
    private let snapshot: CatalogueSnapshot
    private let localizer: Localizer
    private var renderer: CardRenderer
    private let brandLink: ItemLink
    private let cache: CardCache
    private let tables: CardCache.Tables
    /// The items that the user opened, the latest first.
    private let opened: [CatalogueItem.ID]
    private let marker: ItemMarker
    private let isOfUser: Bool
    private(set) var count = 0
    private(set) var renderedCount = 0
    /// When the first of the items expires, in Unix seconds; the greatest number for never.
    private(set) var firstExpiry = Int64.max
    private var kept: [(key: UInt64, card: Card)] = []

    init(
        _ context: FeedContext,
        _ localizer: Localizer,
        _ cache: CardCache,
        _ marks: MarksConfig = MarksConfig(),
        _ templates: ImageTemplates = .none,
        _ brandLink: ItemLink = HomeConfig.standardBrandLink
    ) {
        snapshot = context.snapshot
        opened = context.record.opened
        isOfUser = context.user != nil
        marker = ItemMarker(marks, context, localizer)
        self.localizer = localizer
        renderer = CardRenderer(localizer, templates)
        self.brandLink = brandLink
        self.cache = cache
        tables = cache.tables
    }

    /// Calls `body` with the items of each widget, without those that cannot be decoded.
    /// - Parameters:
    ///   - shown: Receives the catalogue items.
    ///   - errorCard: Makes the cell that stands for a source that failed, by its index in the widget.
    mutating func items(
        of widgets: [SelectedWidget],
        adding shown: inout ShownToken,
        errorCard: (SelectedWidget, Int) -> Card,
        _ body: (SelectedWidget, consuming ItemList) -> Void
    ) {
        let found = find(widgets, adding: &shown)
        var next = 0
        // Spans, here and below, which do not retain the array.
        let widgets = widgets.span
        for index in widgets.indices {
            let config = widgets[index].config
            var items = ItemList(
                capacity: widgets[index].items.count,
                in: localizer.direction,
                keptBy: tables,
                config
            )
            for item in widgets[index].items {
                if item.candidate.content == .failure {
                    items.append(Item(errorCard(widgets[index], item.source), source: item.kind))
                } else {
                    append(item, found[next], of: config, to: &items)
                }
                next += 1
            }
            body(widgets[index], consume items)
        }
        cache.keep(kept, found: count - renderedCount, rendered: renderedCount)
        kept = []
    }

    /// Finds all cards in two passes, each with reads that do not depend on each other, so that the processor waits for
    /// many of them at once.
    private mutating func find(_ widgets: [SelectedWidget], adding shown: inout ShownToken) -> [CardCache.Found] {
        let itemCount = widgets.reduce(0) { $0 + $1.items.count }
        shown.reserve(itemCount)
        var found: [CardCache.Found] = []
        found.reserveCapacity(itemCount)
        let form = renderer.form
        let brandForm = Revision {
            $0.combine(form)
            $0.combine(brandLink.template)
        }
        let widgets = widgets.span
        for index in widgets.indices {
            for item in widgets[index].items {
                let identity: Catalogue.ItemIdentity
                var itemForm = form
                switch item.candidate.content {
                case .item(let row):
                    identity = snapshot.identity(of: row)
                    firstExpiry = min(firstExpiry, snapshot.expiresAt(row))
                case .brand(let brand):
                    identity = snapshot.identity(ofBrand: brand)
                    itemForm = brandForm
                case .card, .failure:
                    found.append(CardCache.Found(key: 0))
                    continue
                }
                shown.append(identity.idHash)
                count += 1
                found.append(CardCache.Found(key: CardCache.key(identity.revision, itemForm)))
            }
        }
        tables.find(&found)
        return found
    }

    private mutating func append(
        _ item: SelectedItem,
        _ found: CardCache.Found,
        of widget: WidgetConfig,
        to items: inout ItemList
    ) {
        var (marks, source) = (item.candidate.marks, item.kind)
        if case .item(let row) = item.candidate.content {
            if let reason = item.candidate.reason {
                marks.cause = items.cause(reason, of: row, opened, in: snapshot)
            }
            marker.add(to: &marks, of: row, in: &items)
        }
        marks.isDismissible = widget.hasDismissibleItems && isOfUser && item.isDismissible
        if let card = unsafe found.card {
            // Sound: the list retains the tables, which keep the card.
            unsafe items.append(unretained: card, marks, source: source)
            if found.isOld { kept.append((found.key, Card(unsafe card.takeUnretainedValue()))) }
            return
        }
        let card: Card?
        switch item.candidate.content {
        case .item(let row):
            let snapshot = snapshot
            card = renderer.card(of: row, in: snapshot)
        case .brand(let index): card = Card(snapshot.brands[index], link: brandLink)
        case .card(let number):
            let card = widget.sources[item.source].cards[number].card.storage
            // Sound: the list retains the widget's config, which keeps its cards.
            return unsafe items.append(unretained: Unmanaged.passUnretained(card), marks, source: source)
        case .failure: return
        }
        guard let card else { return }
        renderedCount += 1
        kept.append((found.key, card))
        items.append(Item(card, marks, source: source))
    }
}
