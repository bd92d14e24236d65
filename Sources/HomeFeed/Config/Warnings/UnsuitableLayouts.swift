import Catalogue
import HomeLayout
import JSON

extension HomeConfig {
    /// Warns of items without something that the widget's layout draws: a place, an image, or a line for each text.
    var unsuitableLayouts: [ValidationError] {
        widgets.flatMap { widget in
            let layout = widget.layouts.preferred
            return widget.sources.flatMap { source in
                let fallbacks = source.policy.fallbacks.enumerated().map { index, fallback in
                    (fallback, "\(source.path).fallbacks[\(index)]")
                }
                return ([(source.source, source.path)] + fallbacks).compactMap { layout.warning(of: $0, at: $1, kinds) }
                    + source.locatedCards.compactMap { layout.warning(of: $0.card, at: $0.path) }
            }
        }
    }
}

extension StyledLayout {
    private var name: String { layout.rawValue }

    fileprivate func warning(of source: any Source, at path: String, _ kinds: KindTable) -> ValidationError? {
        switch source {
        case is BrandsSource: warningOfBrands(at: path)
        case let source as any ItemSource: warningOfItems(of: source, at: path, kinds)
        default: nil
        }
    }

    private func warningOfBrands(at path: String) -> ValidationError? {
        let part = layout == .map ? "place" : style.image != nil ? "image" : nil
        return part.map { part in
            ValidationError(
                path: path,
                message: "\(name) draws the \(part) of an item, and brands have none: use \(Layout.brand.rawValue)"
            )
        }
    }

    fileprivate func warning(of card: ConfigCard, at path: String) -> ValidationError? {
        func warning(_ message: String) -> ValidationError {
            ValidationError(path: path, message: "\(name) \(message)")
        }
        if layout == .map {
            return warning("draws only items with a place, and cards have none: move the card to another widget")
        }
        let (lines, texts) = (style.caption.lines.count, card.card.caption.count)
        // An image may have the text in it.
        guard lines < texts, lines > 0 || !card.card.hasImage else { return nil }
        let drawn = lines == 0 ? "no text" : lines == 1 ? "one line of text" : "\(lines) lines of text"
        let lost = lines == 0 ? "the card's text is" : "the others of the card's \(texts) texts are"
        return warning("draws \(drawn), so that \(lost) not shown: use another layout")
    }

    private func warningOfItems(of source: some ItemSource, at path: String, _ table: KindTable) -> ValidationError? {
        let options = source.options
        guard layout == .map, !(source is NearbySource), options.filter.place == nil, options.sort != .distance else {
            return nil
        }
        let placeless = table.kinds(named: options.kinds).filter { !$0.isLocated }.map { "\"\($0.name)\"" }
        guard !placeless.isEmpty else { return nil }
        return ValidationError(
            path: path,
            message: "\(name) draws only items with a place, which \(placeless.joined(separator: ", ")) items need not "
                + "have: restrict \"of\" to kinds that require a \"place\""
        )
    }
}

extension Kind {
    fileprivate var isLocated: Bool {
        let fields: [ItemField] = [.place, .address, .market]
        return fields.contains { required.contains($0.rawValue) }
    }
}
