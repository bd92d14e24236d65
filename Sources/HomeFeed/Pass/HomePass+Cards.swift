import Bytes
import Catalogue
import Localization
import Recommendations

extension HomePass {
    /// Finds the cards of all items, or renders them, and adds to the marks of catalogue items.
    mutating func findCards() {
        let keys = cardKeys()
        tables.find(keys, of: &candidates.items)
        let marker = ItemMarker(inputs.plan.config.marks, context)
        var renderer = CardRenderer(inputs.plan.localizer, inputs.plan.config.images)
        var isWhole = true
        // Moved out, since marks need the pass's tables.
        var items: [PassItem] = []
        swap(&items, &candidates.items)
        for widget in widgets.indices {
            let dismissesItems = context.user != nil && widgets[widget].plan.config.hasDismissibleItems
            for index in widgets[widget].items {
                complete(&items[index], marker)
                if dismissesItems, items[index].isDismissible { items[index].mark.flags.insert(.isDismissible) }
                if unsafe items[index].card == nil {
                    if !addCard(to: &items[index], keys[index], &renderer) { isWhole = false }
                } else if items[index].isOld, let card = unsafe items[index].card {
                    // Sound: the tables keep the card.
                    cardsToKeep.append((keys[index], Card(unsafe card.takeUnretainedValue())))
                }
            }
        }
        swap(&items, &candidates.items)
        inputs.caches.cards.keep(
            cardsToKeep,
            found: cardCounts.found - cardCounts.rendered,
            rendered: cardCounts.rendered
        )
        if !isWhole { removeItemsWithoutCards() }
    }

    /// A key is 0 for a card that is never cached. Also adds the items to ``shown``.
    private mutating func cardKeys() -> [UInt64] {
        let (snapshot, plan) = (context.snapshot, inputs.plan)
        var keys: [UInt64] = []
        keys.reserveCapacity(candidates.items.count)
        shown.reserve(candidates.items.count)
        for item in candidates.items {
            let identity: ItemIdentity
            var form = plan.cardForm
            switch item.content {
            case .item(let row):
                identity = snapshot.identity(of: row)
                firstExpiry = min(firstExpiry, snapshot.expiresAt(row))
            case .brand(let brand):
                identity = snapshot.identity(ofBrand: Int(brand))
                form = plan.brandForm
            case .card, .standIn:
                keys.append(0)
                continue
            }
            shown.append(identity.idHash)
            cardCounts.found += 1
            keys.append(CardCache.key(identity.revision, form))
        }
        return keys
    }

    private mutating func complete(_ item: inout PassItem, _ marker: ItemMarker) {
        guard case .item(let row) = item.content else { return }
        switch item.mark.reason?.kind {
        case .openedTogether, .likeOpened:
            let opened = item.mark.subject.map { context.record.opened[$0] }
            item.mark.resolve(subject: opened.flatMap { markTable.index(of: $0, in: context.snapshot) })
        case .newInBrand:
            let brand = context.snapshot.brand(of: row)
            item.mark.resolve(subject: brand.map { markTable.index(ofBrand: $0, in: context.snapshot) })
        default: break
        }
        marker.add(to: &item.mark, of: row, &markTable)
    }

    /// Renders a card that is not in the cache.
    /// - Returns: `false` if the item cannot be decoded.
    private mutating func addCard(to item: inout PassItem, _ key: UInt64, _ renderer: inout CardRenderer) -> Bool {
        let card: Card? =
            switch item.content {
            case .item(let row): renderer.card(of: row, in: context.snapshot)
            case .brand(let brand): Card(context.snapshot.brands[Int(brand)], link: inputs.plan.config.brandLink)
            case .card, .standIn: nil
            }
        guard let card else { return false }
        cardCounts.rendered += 1
        cardsToKeep.append((key, card))
        item.setCard(card)
        return true
    }

    private mutating func removeItemsWithoutCards() {
        var items: [PassItem] = []
        for index in widgets.indices {
            let first = items.count
            for item in candidates.items[widgets[index].items] {
                if unsafe item.card != nil { items.append(item) }
            }
            widgets[index].isWhole = items.count - first == widgets[index].items.count
            widgets[index].items = first..<items.count
        }
        candidates.items = items
    }
}

extension PassItem {
    /// Cells that explain something or lead to more items cannot be dismissed.
    fileprivate var isDismissible: Bool {
        switch content {
        case .item, .brand: true
        case .card: kind == SourceKind.banners
        case .standIn: false
        }
    }
}
