import CheckedJSON
import HomeDocument
import HomeLayout

/// One widget of a segment.
final class WidgetConfig: Sendable {
    /// What stands in place of a widget that has nothing to show.
    enum EmptyState: Sendable {
        /// The widget is left out.
        case leftOut
        /// The widget shows this card, in the first of these layouts that the client knows.
        case infoCard(Card, LayoutChain)
    }

    let id: String
    /// The header's title; `nil` is a widget without a header.
    let title: TitleTemplate?
    let subtitle: String?
    /// Where the header leads, if it leads anywhere and the source says nothing else.
    let href: String?
    let footer: FooterConfig?
    /// How the items are shown.
    let layouts: LayoutChain
    /// What the widget is shown on; `nil` is always.
    let gate: Gate?
    let parts: [SourcePart]
    /// The fewest loaded items that it shows; with fewer it has nothing to show.
    let minimum: Int
    /// Where its sources have nothing to look for: the user has not searched, the phone has not said where it is.
    let whenEmpty: EmptyState
    /// Where its sources looked and nothing is left to show.
    let whenNothingFound: EmptyState

    /// The most items, all parts together.
    let limit: Int
    /// Which of the parts goes on, page by page: the only one that is loaded, where its source is paged.
    let pagedPart: Int?
    /// Whether nothing of it has to be loaded.
    let isFixed: Bool

    /// The cards of the widget that stand in the config.
    var cards: [Card] {
        let fixed = parts.flatMap(\.source.cards)
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
        let layout = object.required("layout")?.word("layout", of: Layout.self)
        let limit = object.value("limit", default: defaultLimit) { $0.integer(in: SourcePart.limits) }
        let minimum = object.value("minimum", default: 1) { $0.integer(in: SourcePart.limits) }
        let whenEmpty = object.value("whenEmpty", default: EmptyState.leftOut) { EmptyState(reading: $0, scope) }
        let whenNothingFound = object.value("whenNothingFound", default: whenEmpty ?? .leftOut) {
            EmptyState(reading: $0, scope)
        }
        let parts = object.required("source").flatMap {
            SourcePart.parts(reading: $0, limit: Int(limit ?? defaultLimit))
        }
        let gate = object.optional("when").map { value in
            var reader = GateReader(experiments: scope.experiments)
            return reader.gate(value)
        }
        let changes = object.optional("style")
        guard let layout else { return nil }
        let standard = scope.styles[layout]
        let style = changes.map(standard.changed) ?? standard
        guard let id, let whenEmpty, let whenNothingFound, let parts, let style, let minimum, limit != nil else {
            return nil
        }
        return WidgetConfig(
            id: id,
            title: title.flatMap { $0 },
            subtitle: subtitle,
            href: href,
            footer: footer.flatMap { $0 },
            layouts: scope.chain(layout, style),
            gate: gate.flatMap { $0 },
            parts: parts,
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
        layouts: LayoutChain,
        gate: Gate?,
        parts: [SourcePart],
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
        self.parts = parts
        self.minimum = minimum
        self.whenEmpty = whenEmpty
        self.whenNothingFound = whenNothingFound
        limit = parts.reduce(0) { $0 + $1.limit }
        let loaded = parts.indices.filter { !parts[$0].isFixed }
        pagedPart = loaded.count == 1 && parts[loaded[0]].source.isPaged ? loaded[0] : nil
        isFixed = loaded.isEmpty
    }

    /// The same with its parts named as those of a widget of this segment.
    func named(in segment: String) -> WidgetConfig {
        WidgetConfig(
            id: id,
            title: title,
            subtitle: subtitle,
            href: href,
            footer: footer,
            layouts: layouts,
            gate: gate,
            parts: parts.indices.map { parts[$0].named("\(segment)/\(id)/\($0)") },
            minimum: minimum,
            whenEmpty: whenEmpty,
            whenNothingFound: whenNothingFound
        )
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
