import HomeDocument
import PropertyStore
import Revisions
import Words

/// The cards of all that a home shows: those that are not there yet are looked up at once.
struct Hydration {
    /// What is the matter with a candidate whose subject has no card.
    fileprivate enum Lookup {
        /// What was read is newer than what was found.
        case card(Card)
        case gone
        case failed(StoreError)
    }

    private let context: LoadContext
    private var lookups: [Identity: Lookup] = [:]
    /// How many cards there are, but for those of the config.
    private(set) var count = 0
    /// How many of them had to be read and rendered.
    private(set) var rendered = 0

    private let start = Instant.now
    /// Those whose cards are not there yet.
    private var missing: [Subject] = []

    private init(of contents: [SelectedContent], _ context: LoadContext) {
        self.context = context
        for content in contents {
            for chosen in content.candidates {
                let subject = chosen.candidate.subject
                if case .card = subject.content { continue }
                count += 1
                if subject.card(in: context.words.revision) == nil { missing.append(subject) }
            }
        }
    }

    /// The cards of all that is to be shown, where all of them are there; `nil` where some have to be looked up.
    init?(known contents: [SelectedContent], _ context: LoadContext) {
        self.init(of: contents, context)
        if !missing.isEmpty { return nil }
    }

    /// Looks up the cards of all that is to be shown.
    init(_ contents: [SelectedContent], _ context: LoadContext, _ note: (SourceLoad) -> Void) async {
        self.init(of: contents, context)
        await render(
            missing.filter { $0.listing != nil },
            read: { keys throws(StoreError) in try await context.store.listings(keys, at: context.now) },
            card: { (Card($0, context.words), $0.revision) }
        )
        await render(
            missing.filter { $0.listing == nil },
            read: { keys throws(StoreError) in try await context.store.products(keys) },
            card: { (Card($0, context.words), $0.revision) }
        )
        noteLoad(note)
    }

    /// Tells how the looking up went, where there was any.
    func noteLoad(_ note: (SourceLoad) -> Void) {
        if count > 0 { note(SourceLoad(SourceLoad.cards, since: start, failure)) }
    }

    private mutating func render<Content>(
        _ subjects: [Subject],
        read: ([ItemKey]) async throws(StoreError) -> [Content?],
        card: (Content) -> (card: Card, revision: Revision)
    ) async {
        if subjects.isEmpty { return }
        do throws(StoreError) {
            for (subject, content) in zip(subjects, try await read(subjects.compactMap(\.key))) {
                guard let content else {
                    lookups[subject.identity] = .gone
                    continue
                }
                let (card, revision) = card(content)
                rendered += 1
                // Only what was found is kept with it.
                if revision == subject.revision {
                    subject.keep(card, in: context.words.revision)
                } else {
                    lookups[subject.identity] = .card(card)
                }
            }
        } catch {
            for subject in subjects { lookups[subject.identity] = .failed(error) }
        }
    }

    /// Whether the candidate was no longer on offer.
    func isGone(_ chosen: Chosen) -> Bool {
        if case .gone = lookups[chosen.candidate.subject.identity] { true } else { false }
    }

    /// Why some cards could not be looked up.
    private var failure: StoreError? {
        for case .failed(let error) in lookups.values { return error }
        return nil
    }

    /// The items of the candidates that are still there.
    /// - Throws: why one of them cannot be looked up.
    func items(_ candidates: [Chosen]) throws(StoreError) -> [Item] {
        var items: [Item] = []
        items.reserveCapacity(candidates.count)
        for chosen in candidates {
            let subject = chosen.candidate.subject
            if let card = subject.card(in: context.words.revision) {
                items.append(chosen.item(card))
                continue
            }
            switch lookups[subject.identity] {
            case .card(let card): items.append(chosen.item(card))
            case .failed(let error): throw error
            case .gone, nil: continue
            }
        }
        return items
    }
}

extension Subject {
    /// The store's handle for its content; `nil` for a card.
    fileprivate var key: ItemKey? {
        switch content {
        case .listing(let hit): hit.key
        case .product(let hit): hit.key
        case .card: nil
        }
    }
}
