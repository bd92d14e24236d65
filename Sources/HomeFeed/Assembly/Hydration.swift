import HomeDocument
import Catalogue
import Revisions
import Words

/// The items of all that a home shows, with their cards: those that are not there yet are looked up at once.
struct Hydration {
    /// What is the matter with a subject that has no card.
    private enum Lookup {
        /// What was read is newer than what was found.
        case card(Card)
        case gone
        case failed(StoreError)
    }

    private let context: LoadContext
    private let start = Instant.now
    private var lookups: [Identity: Lookup] = [:]
    /// The items of each widget that are still there, or why one of them could not be looked up.
    private(set) var items: [Result<[Item], StoreError>] = []
    /// How many cards there are, but for those of the config.
    private(set) var count = 0
    /// How many of them had to be read and rendered.
    private(set) var rendered = 0

    /// The items of all that is to be shown, where all cards are there; `nil` where some have to be looked up.
    init?(known contents: [SelectedContent], _ context: LoadContext) {
        self.context = context
        items.reserveCapacity(contents.count)
        for content in contents {
            guard let known = knownItems(content) else { return nil }
            items.append(.success(known))
        }
    }

    /// Looks up the cards of all that is to be shown.
    init(_ contents: [SelectedContent], _ context: LoadContext, _ note: (SourceLoad) -> Void) async {
        self.context = context
        var missing: [Subject] = []
        for content in contents {
            for chosen in content.chosen {
                let subject = content.subject(of: chosen)
                if subject.isCard { continue }
                count += 1
                if subject.card(in: context.words.revision) == nil { missing.append(subject) }
            }
        }
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
        for content in contents {
            let items = Result { () throws(StoreError) in try self.items(of: content) }
            self.items.append(items)
        }
        noteLoad(note)
    }

    /// Tells how the looking up went, where there was any.
    func noteLoad(_ note: (SourceLoad) -> Void) {
        if count > 0 { note(SourceLoad(SourceLoad.cards, since: start, failure)) }
    }

    /// Whether it was no longer on offer.
    func isGone(_ subject: Subject) -> Bool {
        if case .gone = lookups[subject.identity] { true } else { false }
    }

    /// Why some cards could not be looked up.
    private var failure: StoreError? {
        for case .failed(let error) in lookups.values { return error }
        return nil
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

    private mutating func knownItems(_ content: SelectedContent) -> [Item]? {
        let words = context.words.revision
        let chosen = content.chosen.span
        var items: [Item] = []
        items.reserveCapacity(chosen.count)
        var next = 0
        while next < chosen.count {
            // Those of one part mostly stand in a row.
            let part = chosen[next].part
            let outcome = content.outcome(of: chosen[next])
            let found = outcome.content.answer.subjects
            let subjects = found.span
            while next < chosen.count, chosen[next].part == part {
                let index = chosen[next].index
                guard let card = subjects[index].card(in: words) else { return nil }
                if !subjects[index].isCard { count += 1 }
                items.append(Item(card, outcome.content.marks(at: index), source: outcome.source))
                next += 1
            }
        }
        return items
    }

    private func items(of content: SelectedContent) throws(StoreError) -> [Item] {
        var items: [Item] = []
        for chosen in content.chosen {
            guard let card = try card(of: content.subject(of: chosen)) else { continue }
            let outcome = content.outcome(of: chosen)
            items.append(Item(card, outcome.content.marks(at: chosen.index), source: outcome.source))
        }
        return items
    }

    /// The subject's card; `nil` where it is no longer on offer.
    private func card(of subject: Subject) throws(StoreError) -> Card? {
        if let card = subject.card(in: context.words.revision) { return card }
        switch lookups[subject.identity] {
        case .card(let card): return card
        case .failed(let error): throw error
        case .gone, nil: return nil
        }
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
