public struct TextLanguages: Sendable {
    public let all: [String]
    /// The one of ``all`` that another name stands for, if any: `he` for `iw`.
    let named: @Sendable (String) -> String?
    /// One of ``all``.
    let selected: String
    /// Replaces a missing text; one of ``all``.
    public let fallback: String
    /// The separator of list elements in the selected language.
    public let listSeparator: String

    public init(
        all: [String],
        named: @escaping @Sendable (String) -> String? = { $0 },
        selected: String,
        fallback: String,
        listSeparator: String
    ) {
        self.all = all
        self.named = named
        self.selected = selected
        self.fallback = fallback
        self.listSeparator = listSeparator
    }
}

extension CheckedValue {
    /// The text in the selected language, read by `read`: either a text for all languages, or an object with one per
    /// language, `{"en": "Homes", "de": "Häuser"}`. A missing language is a warning; the fallback language replaces it.
    public func text<Text>(_ read: (CheckedValue) -> Text?) -> Text? {
        guard case .object = json else { return read(self) }
        guard let languages else { return dictionary { read($1) }?.values.first }
        return object { object in
            let keys = object.keys(by: languages.named)
            var selected = object.required(keys[languages.fallback] ?? languages.fallback).flatMap(read)
            for language in languages.all where language != languages.fallback {
                guard let value = object.optional(keys[language] ?? language) else {
                    warn("has no \"\(language)\": \"\(languages.fallback)\" is shown in its place")
                    continue
                }
                // Also those that are not selected, for their errors.
                let text = read(value)
                if language == languages.selected { selected = text }
            }
            return selected
        }
    }

    public func text() -> String? {
        text { $0.nonEmptyString() }
    }
}
