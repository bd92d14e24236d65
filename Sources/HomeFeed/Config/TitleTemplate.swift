import JSON

/// A title with words in it that are known only when the widget is loaded: `New in {market|your area}`.
///
/// A word stands in braces, followed by what is said where the word is not known; without that, nothing is said.
struct TitleTemplate: Hashable, Sendable {
    /// The words that a title may hold.
    enum Word: String, CaseIterable, Sendable {
        /// The name of the market that the content is from.
        case market
    }

    private enum Part: Hashable, Sendable {
        case text(String)
        case word(Word, fallback: String)
    }

    private let parts: [Part]

    /// Reads a title, in each language; a word that is unknown or not closed is an error.
    init?(reading value: CheckedValue) {
        guard let title = value.text(Self.init(readingText:)) else { return nil }
        self = title
    }

    private init?(readingText value: CheckedValue) {
        guard let text = value.nonEmptyString() else { return nil }
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else {
                value.report("\"{\" is never closed")
                return nil
            }
            parts.append(.text(String(rest[..<open])))
            let inside = rest[rest.index(after: open)..<close].split(separator: "|", maxSplits: 1)
            guard let name = inside.first, let word = Word(rawValue: String(name)) else {
                let known = Word.allCases.map(\.rawValue)
                value.report(
                    "unknown word in a title; "
                        + SpellingSuggestion.advice(for: String(inside.first ?? ""), among: known)
                )
                return nil
            }
            parts.append(.word(word, fallback: inside.count == 2 ? String(inside[1]) : ""))
            rest = rest[rest.index(after: close)...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// The title, with the words that are known.
    func text(_ known: (Word) -> String?) -> String {
        if parts.count == 1, case .text(let text) = parts[0] { return text }
        var title = ""
        for part in parts {
            switch part {
            case .text(let text): title += text
            case .word(let word, let fallback): title += known(word) ?? fallback
            }
        }
        return title
    }
}
