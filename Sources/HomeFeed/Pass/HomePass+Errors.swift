import Localization
import Recommendations

extension HomePass {
    /// The error of a source, or else the first of the widget.
    func error(of widget: Int, source: Int? = nil) -> WidgetError {
        let (code, key): (WidgetError.Code, StringKey) =
            switch widgets[widget].errors.first(where: { source == nil || $0.source == source })?.error {
            case .store: (.storeUnavailable, .storeUnavailable)
            case .recommendations(.unavailable): (.upstreamUnavailable, .upstreamUnavailable)
            case .recommendations(.overloaded): (.upstreamOverloaded, .upstreamOverloaded)
            case .recommendations(.timedOut), .recommendations(.cancelled): (.upstreamTimeout, .upstreamTimeout)
            case .timedOut, .late, nil: (.sourceTimeout, .sourceTimeout)
            }
        let texts = [key, .tryAgain].map { inputs.plan.localizer.text($0) }
        return WidgetError(code: code, texts: texts, retry: url(of: widget))
    }

    /// A card that is of this home alone, in place of the items of a source or of the whole widget.
    mutating func errorCard(of widget: Int, source: Int? = nil) -> Card {
        let error = error(of: widget, source: source)
        let card = Card(
            id: "error:\(widgets[widget].plan.config.id).\(source ?? 0)",
            kind: .error,
            title: error.texts[0],
            caption: error.texts,
            label: error.texts.joined(separator: inputs.plan.localizer.listSeparator)
        ) { $0.write(error) }
        ownCards.append(card)
        return card
    }
}

/// Why a widget's items could not be loaded, and how to retry.
struct WidgetError: Sendable {
    enum Code: String, Sendable, CaseIterable {
        case storeUnavailable = "store_unavailable"
        /// Upstream is the recommendation service.
        case upstreamUnavailable = "upstream_unavailable"
        case upstreamOverloaded = "upstream_overloaded"
        case upstreamTimeout = "upstream_timeout"
        case sourceTimeout = "source_timeout"
    }

    let code: Code
    /// The message, and the words of a tap that loads again, in the document's language.
    let texts: [String]
    /// The URL to load again, as bytes that need no escaping.
    let retry: [UInt8]

    /// The seconds after which a client may load ``retry``.
    static let retryAfter = 2
}

extension JSONWriter {
    /// Writes the members `error` and `retry` of a widget or of a cell in place of items.
    mutating func write(_ error: WidgetError) {
        object("error") {
            $0.member("code", error.code.rawValue)
            $0.member("message", error.texts[0])
            $0.member("retryAfter", WidgetError.retryAfter)
        }
        object("retry") { $0.member("href", error.retry) }
    }
}
