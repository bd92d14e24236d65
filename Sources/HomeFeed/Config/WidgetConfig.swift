import HomeDocument
import HomeLayout
import JSON

/// One widget of a segment.
final class WidgetConfig: Sendable {
    /// What a home shows in place of a widget without items.
    enum EmptyState: Sendable {
        /// The widget is left out.
        case leftOut
        /// The widget shows this card, in the first of these layouts that the client knows.
        case infoCard(Card, LayoutFallbackChain)
    }

    let id: String
    /// The header's title; `nil` is a widget without a header.
    let title: TitleTemplate?
    let subtitle: String?
    /// Where the header leads, if it leads anywhere and the source says nothing else.
    let href: String?
    let footer: FooterConfig?
    /// How the items are shown.
    let layouts: LayoutFallbackChain
    /// The condition on showing it; `nil` for always.
    let gate: Gate?
    /// Its sources, in the config's order.
    let sources: [WidgetSource]
    /// How the items of the sources are put together.
    let parts: [WidgetPart]
    /// The filters and the orders that a client can choose.
    let choices: ClientChoices
    /// The fewest items from the catalogue that it shows; with fewer it shows none.
    let minimum: Int
    /// The state where its sources have nothing to look for: the user has not searched, the phone's place is not known.
    let whenEmpty: EmptyState
    /// The state where its sources looked and found nothing to show.
    let whenNothingFound: EmptyState

    /// The most items, all parts together.
    let limit: Int
    /// The index of the source whose items a client can load page by page: the only one that is not fixed, where it is paged.
    let pagedSource: Int?
    /// Whether all of it stands in the config.
    let isFixed: Bool

    /// The cards of the widget that stand in the config.
    var cards: [Card] {
        let fixed = sources.flatMap(\.source.cards)
        return emptyStateCards.reduce(into: fixed) { cards, card in
            // Both states are the same one where the config has one alone.
            if cards.last !== card { cards.append(card) }
        }
    }

    private var emptyStateCards: [Card] {
        [whenEmpty, whenNothingFound].compactMap { if case .infoCard(let card, _) = $0 { card } else { nil } }
    }

    /// How many items a source may load where the config does not say.
    static let defaultLimit: Int64 = 10

    /// Reads a widget of a segment.
    static func read(_ value: CheckedValue, _ scope: ConfigScope) -> WidgetConfig? {
        value.object { read(&$0, scope) }
    }

    private static func read(_ object: inout CheckedObject, _ scope: ConfigScope) -> WidgetConfig? {
        let id = object.required("id")?.identifier()
        let title = object.optional("title").map(TitleTemplate.init(reading:))
        let subtitle = object.optional("subtitle")?.text()
        let href = object.optional("href")?.nonEmptyString()
        if title == nil && (subtitle != nil || href != nil) {
            object.report("without a title there is no header to show a subtitle or to lead anywhere")
        }
        let footer = object.optional("footer").map { $0.object(FooterConfig.init(reading:)) }
        let layout = object.required("layout")?.choice("layout", of: Layout.self)
        let limit = object.value("limit", default: defaultLimit) { $0.integer(in: WidgetPart.limits) }
        let minimum = object.value("minimum", default: 1) { $0.integer(in: WidgetPart.limits) }
        let whenEmpty = object.value("whenEmpty", default: EmptyState.leftOut) { EmptyState(reading: $0, scope) }
        let whenNothingFound = object.value("whenNothingFound", default: whenEmpty ?? .leftOut) {
            EmptyState(reading: $0, scope)
        }
        var parts = WidgetPartReader(scope.kinds, limit: Int(limit ?? defaultLimit))
        let composition = object.required("source").flatMap { parts.parts(reading: $0) }
        let choices = ClientChoices(reading: &object, of: parts.sources, scope.kinds)
        let gate = object.optional("when").map { value in
            var reader = GateReader(experiments: scope.experiments)
            return reader.gate(value)
        }
        let changes = object.optional("style")
        guard let layout else { return nil }
        let standard = scope.styles[layout]
        let style = changes.map(standard.changed) ?? standard
        guard let id, let whenEmpty, let whenNothingFound, let composition, let choices, let style, let minimum,
            limit != nil
        else { return nil }
        return WidgetConfig(
            id: id,
            title: title.flatMap { $0 },
            subtitle: subtitle,
            href: href,
            footer: footer.flatMap { $0 },
            layouts: scope.chain(layout, style),
            gate: gate.flatMap { $0 },
            sources: parts.sources,
            parts: composition,
            choices: choices,
            minimum: Int(minimum),
            whenEmpty: whenEmpty,
            whenNothingFound: whenNothingFound
        )
    }

    private init(
        id: String,
        title: TitleTemplate?,
        subtitle: String?,
        href: String?,
        footer: FooterConfig?,
        layouts: LayoutFallbackChain,
        gate: Gate?,
        sources: [WidgetSource],
        parts: [WidgetPart],
        choices: ClientChoices,
        minimum: Int,
        whenEmpty: EmptyState,
        whenNothingFound: EmptyState
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.href = href
        self.footer = footer
        self.layouts = layouts
        self.gate = gate
        self.sources = sources
        self.parts = parts
        self.choices = choices
        self.minimum = minimum
        self.whenEmpty = whenEmpty
        self.whenNothingFound = whenNothingFound
        limit = parts.reduce(0) { $0 + $1.limit }
        let loaded = sources.indices.filter { !sources[$0].isFixed }
        pagedSource = loaded.count == 1 && sources[loaded[0]].source.isPaged ? loaded[0] : nil
        isFixed = loaded.isEmpty
    }
}

extension WidgetConfig.EmptyState {
    /// Reads a card such as `{"id", "title", "text", "href"}`.
    fileprivate init?(reading value: CheckedValue, _ scope: ConfigScope) {
        guard let card = value.object({ Card(infoCard: &$0) }) else { return nil }
        self = .infoCard(card, scope.chain(.infoCard, scope.styles[.infoCard]))
    }
}

/// The line below a widget's items.
struct FooterConfig: Sendable {
    let title: String
    let href: String

    /// Reads `{"title", "href"}`.
    init?(reading object: inout CheckedObject) {
        let title = object.required("title")?.text()
        let href = object.required("href")?.nonEmptyString()
        guard let title, let href else { return nil }
        self.title = title
        self.href = href
    }
}
