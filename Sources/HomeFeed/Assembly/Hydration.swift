import HomeDocument
import PropertyStore

/// Looks up the cards of all that a home shows, at once.
struct Hydration {
    /// What is the matter with a candidate that has no card.
    fileprivate enum Lookup {
        case card(Card)
        case gone
        case failed(StoreError)
    }

    private var lookups: [Candidate.Identity: Lookup] = [:]
    /// How many cards had to be read and rendered.
    private(set) var rendered = 0

    /// How many cards were looked up.
    var count: Int { lookups.count }

    /// Whether the candidate was no longer on offer.
    func isGone(_ candidate: Candidate) -> Bool {
        if case .gone = lookups[candidate.identity] { true } else { false }
    }

    /// Looks up the cards of all that is to be shown.
    init(_ contents: [SelectedContent], _ context: LoadContext, _ note: (SourceLoad) -> Void) async {
        let start = ContinuousClock.now
        var listings: [ListingHit] = []
        var products: [ProductHit] = []
        for candidate in contents.lazy.flatMap(\.candidates) {
            switch candidate.content {
            case .listing(let hit): listings.append(hit)
            case .product(let hit): products.append(hit)
            case .card: continue
            }
        }
        if !listings.isEmpty {
            let found = await context.cards.cards(for: listings, context, &rendered)
            for (hit, card) in zip(listings, found) { lookups[.listing(hit.key)] = Lookup(card) }
        }
        if !products.isEmpty {
            let found = await context.cards.cards(for: products, context, &rendered)
            for (hit, card) in zip(products, found) { lookups[.product(hit.key)] = Lookup(card) }
        }
        if !lookups.isEmpty { note(SourceLoad(SourceLoad.cards, since: start, failure)) }
    }

    /// Why some cards could not be looked up.
    private var failure: StoreError? {
        for case .failed(let error) in lookups.values { return error }
        return nil
    }

    /// The items of the candidates that are still there.
    /// - Throws: why one of them cannot be looked up.
    func items(_ candidates: [Candidate]) throws(StoreError) -> [Item] {
        var items: [Item] = []
        items.reserveCapacity(candidates.count)
        for candidate in candidates {
            if case .card(let card) = candidate.content {
                items.append(Item(card, candidate.marks, source: candidate.source))
                continue
            }
            switch lookups[candidate.identity] {
            case .card(let card): items.append(Item(card, candidate.marks, source: candidate.source))
            case .failed(let error): throw error
            case .gone, nil: continue
            }
        }
        return items
    }
}

extension Hydration.Lookup {
    fileprivate init(_ result: Result<Card?, StoreError>) {
        switch result {
        case .success(let card?): self = .card(card)
        case .success(nil): self = .gone
        case .failure(let error): self = .failed(error)
        }
    }
}
