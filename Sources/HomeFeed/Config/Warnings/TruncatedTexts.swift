import Catalogue
import HomeLayout
import JSON
import Localization

extension HomeConfig {
    /// Warns of texts that are cut on narrow phones, by their estimated widths in the language with the longest.
    var truncatedTexts: [ValidationError] {
        var texts = TruncatedTexts(styles: styles.text)
        let line = BarMetrics(.pageHeader(styles.text), on: TruncatedText.device).lines.first
        for language in languages.all {
            guard let localizer = languages.localizer(for: language) else { continue }
            let config = localized(localizer)
            texts.language = languages.all.count == 1 ? nil : "\(language)"
            texts.add(config.title, at: "title", in: line)
            for widget in config.widgets { texts.add(widget, of: config, localizer) }
        }
        return texts.found.map(\.warning)
    }
}

private struct TruncatedText {
    let path: String
    let name: String
    /// In the language with the widest text.
    var fit: TextFit
    /// Those in which the text is cut; empty if the config has one alone.
    var languages: [String] = []

    /// A phone of the least width in use, 320 pt, at text scale 1.
    static let device = Device(width: 320)

    var warning: ValidationError {
        let room = fit.maximumLines == 1 ? "1 line" : "\(fit.maximumLines) lines"
        let width = "\(fit.width.rounded) pt" + (languages.isEmpty ? "" : " (\(languages.joined(separator: ", ")))")
        return ValidationError(
            path: path,
            message: "the \(name) is about \(width) wide, and a screen of 320 pt has \(room) of "
                + "\(fit.lineWidth.rounded) pt for it, so that its end is cut: shorten it, or give it more lines"
        )
    }
}

/// Collects the texts of a config that are cut.
private struct TruncatedTexts {
    let styles: TextStyles
    var language: String?
    var found: [TruncatedText] = []

    mutating func add(_ text: String?, at path: String, in line: LineMetrics?) {
        if let text { add(TextExtent(text), at: path, in: line) }
    }

    private mutating func add(_ text: TextExtent, at path: String, named name: String = "text", in line: LineMetrics?) {
        guard let fit = line?.fit(of: text, styles, on: TruncatedText.device), !fit.isComplete else { return }
        let index = found.firstIndex { $0.path == path && $0.name == name } ?? found.count
        if index == found.count { found.append(TruncatedText(path: path, name: name, fit: fit)) }
        if let language { found[index].languages.append(language) }
        if found[index].fit.width < fit.width { found[index].fit = fit }
    }

    mutating func add(_ widget: WidgetConfig, of config: HomeConfig, _ localizer: Localizer) {
        let header = widget.widestHeader(config)
        let metrics = BarMetrics(
            widget.barStyle(of: header.kind, localizer),
            on: TruncatedText.device,
            [header.title, header.subtitle]
        )
        for (index, (key, text)) in [("title", header.title), ("subtitle", header.subtitle)].enumerated() {
            if index < metrics.lines.count { add(text, at: "\(widget.path).\(key)", in: metrics.lines[index]) }
        }
        if widget.hasBadge {
            add(NewCount.longest(in: localizer), at: widget.path, named: "longest badge", in: metrics.badge?.line)
        }
        for (index, filter) in widget.choices.filters.enumerated() {
            add(filter.title, at: "\(widget.path).clientFilters[\(index)].title", in: metrics.chips?.line)
        }
        for (index, sort) in widget.choices.sorts.enumerated() {
            add(sort.title, at: "\(widget.path).clientSorts[\(index)].title", in: metrics.chips?.line)
        }
        let footer = BarMetrics(.footer(styles), on: TruncatedText.device)
        add(widget.footer?.title, at: "\(widget.path).footer.title", in: footer.lines.first)
        for card in widget.sources.flatMap(\.cards) { add(card, widget.layouts.preferred) }
        for (card, layouts) in widget.replacements { add(card, layouts.preferred) }
    }

    private mutating func add(_ card: ConfigCard, _ layout: StyledLayout) {
        let lines = Metrics(layout.style, on: TruncatedText.device, itemCount: 1).caption?.lines ?? []
        let keys = ["title", card.id.kind == ItemKind.infoCard.rawValue ? "text" : "subtitle"]
        for ((key, text), line) in zip(zip(keys, card.card.caption), lines) {
            add(text, at: "\(card.path).\(key)", in: line)
        }
    }
}

extension WidgetConfig {
    /// The header with the longest title: the last search may name any market.
    fileprivate func widestHeader(_ config: HomeConfig) -> Header {
        guard let title, sources.contains(where: { $0.source is LastSearchSource }) else { return header }
        // The header leads to the search.
        let headers = ([nil] + config.marketNames.values.sorted()).map { market in
            Header(title: title.text(with: Heading(market: market)), subtitle: subtitle, href: "/")
        }
        return headers.max { $0.title.width < $1.title.width } ?? header
    }
}

extension FixedPoint {
    fileprivate var rounded: Int { (thousandths + 500) / 1_000 }
}
