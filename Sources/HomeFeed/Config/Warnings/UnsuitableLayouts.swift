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
                    ("\(source.path).fallbacks[\(index)]", fallback.source)
                }
                let faults =
                    ([(source.path, source.source)] + fallbacks).map { ($0, layout.fault(of: $1, kinds)) }
                    + source.cards.map { ($0.path, layout.fault(of: $0.card)) }
                return faults.compactMap { path, fault in
                    fault.map { ValidationError(path: path, message: "\(layout.layout.rawValue) \($0)") }
                }
            }
        }
    }
}

extension StyledLayout {
    /// What the layout draws that items of the source may lack; `nil` if it suits them.
    fileprivate func fault(of source: any Source, _ table: KindTable) -> String? {
        switch source {
        case is BrandsSource:
            let part = layout == .map ? "place" : style.aspectRatio != nil ? "image" : nil
            return part.map { "draws the \($0) of an item, and brands have none: use \(Layout.brand.rawValue)" }
        case let source as any ItemSource where layout == .map && !(source is NearbySource):
            let options = source.options
            if options.filter.place != nil || options.sort == .distance { return nil }
            let placeless = table.kinds(named: options.kinds).filter { !$0.isLocated }.map { "\"\($0.name)\"" }
            if placeless.isEmpty { return nil }
            return "draws only items with a place, which \(placeless.joined(separator: ", ")) items need not have: "
                + "restrict \"of\" to kinds that require a \"place\""
        default: return nil
        }
    }

    fileprivate func fault(of card: Card) -> String? {
        if layout == .map {
            return "draws only items with a place, and cards have none: move the card to another widget"
        }
        let (lines, texts) = (style.caption.lines.count, card.caption.count)
        // An image may have the text in it.
        guard lines < texts, lines > 0 || !card.hasImage else { return nil }
        let drawn = lines == 0 ? "no text" : lines == 1 ? "one line of text" : "\(lines) lines of text"
        let lost = lines == 0 ? "the card's text is" : "the others of the card's \(texts) texts are"
        return "draws \(drawn), so that \(lost) not shown: use another layout"
    }
}

extension Kind {
    fileprivate var isLocated: Bool {
        let fields: [ItemField] = [.place, .address, .market]
        return fields.contains { required.contains($0.rawValue) }
    }
}
