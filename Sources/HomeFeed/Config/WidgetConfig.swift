import Bytes
import Catalogue
import HomeLayout
import JSON

final class WidgetConfig: Sendable {
    /// Shown instead of a widget without items, in the first of the layouts that the client supports.
    typealias Replacement = (card: ConfigCard, layouts: LayoutChain)

    let id: String
    /// In the config: `segments[0].widgets[2]`.
    let path: String
    let index: Int
    let title: TitleTemplate?
    let subtitle: String?
    /// The target of a tap on the header, unless the source has one.
    let href: String?
    /// Without values from the sources.
    let header: Header
    /// `nil` for the standard one.
    let headerPadding: Insets?
    let footer: FooterConfig?
    let backgrounds: Backgrounds
    let textStyles: TextStyles
    let layouts: LayoutChain
    let gate: Gate?
    let sources: [WidgetSource]
    let parts: [WidgetPart]
    let choices: ClientChoices
    /// The fewest catalogue items; with fewer, the widget has none.
    let minimum: Int
    /// Whether it keeps its place in a personal order.
    let isPinned: Bool
    /// Where it may stand in a personal order, from 0 on.
    let positions: ClosedRange<Int>
    let hasDismissibleItems: Bool
    /// In seconds; `nil` if users cannot dismiss the widget.
    let dismissalTime: Int64?
    /// If the sources have nothing to search for: no last search, no place; `nil` to leave the widget out.
    let whenEmpty: Replacement?
    let whenNothingFound: Replacement?

    /// The most items of all parts together.
    let limit: Int
    /// The index of the source that clients can load page by page: the only one that is not fixed, if it is paged.
    let pagedSource: Int?
    /// Whether all items are cards of the config.
    let isStatic: Bool

    /// Whether it has items of several sources, so that one that fails is shown among the others.
    var isComposed: Bool { sources.count > 1 }
    let hasBadge: Bool
    let usesService: Bool

    let gatedCards: [ConfigCard]

    var cards: [ConfigCard] { sources.flatMap(\.cards) + replacements.map(\.card) }

    var replacements: [Replacement] {
        // Both states have the same card if the config has one.
        let found = whenNothingFound?.card === whenEmpty?.card ? nil : whenNothingFound
        return [whenEmpty, found].compactMap(\.self)
    }

    static let defaultLimit = 10

    init?(reading object: inout CheckedObject, _ scope: ConfigScope, index: Int) {
        path = object.path
        self.index = index
        id = object.required("id")?.widgetID() ?? ""
        let title = object.optional("title")
        self.title = title?.text(TitleTemplate.init(reading:))
        subtitle = object.optional("subtitle")?.text()
        href = object.optional("href")?.nonEmptyString()
        if title == nil && (subtitle != nil || href != nil) {
            object.report("without a title there is no header to show a subtitle or to lead anywhere")
        }
        let words = self.title?.text(with: Heading())
        header = words.map { [subtitle, href] in Header(title: $0, subtitle: subtitle, href: href) } ?? .empty
        headerPadding = object.optional("headerPadding")?.barPadding()
        footer = object.optional("footer")?.object(FooterConfig.init(reading:))
        backgrounds = Backgrounds(reading: &object, scope.styles.palette)
        let layout = object.required("layout")?.choice("layout", of: Layout.self)
        let limit = object.optional("limit")?.count(in: WidgetPart.limits) ?? Self.defaultLimit
        minimum = object.optional("minimum")?.count(in: WidgetPart.limits) ?? 1
        isPinned = object.optional("pinned")?.bool() ?? false
        let position = object.optional("position")
        let bounds = position?.interval { $0.count(in: 0...SegmentConfig.maximumWidgets - 1) } ?? .all
        if !bounds.isBounded { position?.report("expected \"min\", \"max\" or both") }
        positions = (bounds.min ?? 0)...max(bounds.min ?? 0, bounds.max ?? Int.max)
        hasDismissibleItems = object.optional("dismissItems")?.bool() ?? false
        dismissalTime = object.optional("dismissFor")?.timeSpan()
        let whenEmpty = object.optional("whenEmpty").flatMap(scope.replacement)
        self.whenEmpty = whenEmpty
        whenNothingFound = object.optional("whenNothingFound").flatMap(scope.replacement) ?? whenEmpty
        var sources: [WidgetSource] = []
        let part = object.required("source").flatMap { WidgetPart(reading: $0, limit: limit, scope, into: &sources) }
        parts = if case .composed(let parts) = part?.content { parts } else { part.map { [$0] } ?? [] }
        self.sources = sources
        choices = ClientChoices(reading: &object, of: sources, scope.kinds)
        gate = object.optional("when").flatMap { Gate(reading: $0, scope.experiments) }
        let changes = object.optional("style")
        guard let layout else { return nil }
        let style = scope.styles[layout]
        layouts = scope.layouts(layout, changes.flatMap { scope.styles.style(style, changedBy: $0) } ?? style)
        textStyles = scope.styles.text
        self.limit = parts.reduce(0) { $0 + $1.limit }
        let loaded = sources.indices.filter { !sources[$0].isStatic }
        pagedSource = loaded.count == 1 && sources[loaded[0]].source.isPaged ? loaded[0] : nil
        isStatic = loaded.isEmpty
        hasBadge = sources.contains { $0.source is LastSearchSource }
        usesService = sources.contains { $0.source is RecommendationsSource }
        gatedCards = sources.flatMap(\.cards).filter { $0.gate != nil }
    }
}

extension WidgetConfig {
    /// Covers everything that decides the items on a source's pages, and their order.
    func revision(of source: Int, _ choice: borrowing ClientChoice) -> Revision {
        if !choice.isMade { return sources[source].revision }
        let (filters, sort) = (choice.filters, choice.sortID)
        return Revision {
            $0.combine(sources[source].revision)
            for filter in choices.filters where filters.contains(filter.id) { $0.combine(filter.revision) }
            for order in choices.sorts where order.id == sort { $0.combine(order.revision) }
        }
    }
}

/// The colours of a widget's backgrounds, by their names in the palette; `nil` for none.
struct Backgrounds: Sendable {
    var section: String?
    var header: String?
    var footer: String?
    /// Of an item while it is touched.
    var selected: String?
}

extension Backgrounds {
    /// Reads the members `"background": {"section": "raised", "header": "accent", "footer": "accent"}`, each optional,
    /// and `"selectedBackground": "touched"` of a widget.
    init(reading widget: inout CheckedObject, _ palette: Palette) {
        let names = widget.optional("background")?.object { object in
            ["section", "header", "footer"].map { object.optional($0)?.colorName(in: palette) }
        }
        if let names { (section, header, footer) = (names[0], names[1], names[2]) }
        selected = widget.optional("selectedBackground")?.colorName(in: palette)
    }
}

struct FooterConfig: Sendable {
    let title: String
    let href: String
    /// `nil` for the standard one.
    let padding: Insets?

    /// Reads `{"title", "href", "padding"}`.
    init(reading object: inout CheckedObject) {
        title = object.required("title")?.text() ?? ""
        href = object.required("href")?.nonEmptyString() ?? ""
        padding = object.optional("padding")?.insets(changing: BarStyle.padding)
    }
}

/// The parts of a config that its widgets and their sources refer to.
struct ConfigScope {
    let kinds: KindTable
    var styles = LayoutStyles()
    var fallbacks = LayoutFallbacks()
    var experiments: [String: Experiment] = [:]
    var images = ImageTemplates.none

    /// Reads a card such as `{"id", "title", "text", "href"}`.
    func replacement(_ value: CheckedValue) -> WidgetConfig.Replacement? {
        let card = value.object { ConfigCard(.infoCard, reading: &$0, self) }
        return card.map { ($0, layouts(.infoCard, styles[.infoCard])) }
    }

    /// The fallbacks have the config's styles, because a widget's style is for its own layout.
    func layouts(_ layout: Layout, _ style: LayoutStyle) -> LayoutChain {
        LayoutChain(
            preferred: StyledLayout(layout, style),
            fallbacks: fallbacks.after(layout).map { StyledLayout($0, styles[$0]) }
        )
    }
}
