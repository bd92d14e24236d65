/// The languages that a document's texts come in, and the one that is being read.
public struct TextLanguages: Sendable {
    /// The names of all languages, in order.
    public let all: [String]
    /// The language that is read, one of ``all``.
    public let selected: String
    /// The language whose text stands in for one that is missing, one of ``all``.
    public let fallback: String
    /// What stands between the parts of an enumeration in it.
    public let listSeparator: String

    /// The language `selected` among `all`.
    public init(all: [String], selected: String, fallback: String, listSeparator: String) {
        self.all = all
        self.selected = selected
        self.fallback = fallback
        self.listSeparator = listSeparator
    }
}

extension CheckedValue {
    /// A text for people, each language's read with `read`: one text for all languages, or an object with one for each,
    /// `{"en": "Homes", "de": "Häuser"}`; where a language has none, that of the fallback language. The result is that of the language that is being read.
    public func text<Text>(_ read: (CheckedValue) -> Text?) -> Text? {
        guard case .object = json else { return read(self) }
        // Where it is not known which languages there are, any will do.
        guard let languages else { return dictionary { read($1) }?.values.first }
        return object { object in
            var texts: [String: Text] = [:]
            for language in languages.all {
                let isRequired = language == languages.fallback
                let text = isRequired ? object.required(language) : object.optional(language)
                if let text {
                    texts[language] = read(text)
                } else if !isRequired {
                    warn("has no \"\(language)\": \"\(languages.fallback)\" is shown in its place")
                    texts[language] = texts[languages.fallback] ?? object.optional(languages.fallback).flatMap(read)
                }
            }
            return texts[languages.selected]
        }
    }

    /// A text for people of at least one character.
    public func text() -> String? {
        text { $0.nonEmptyString() }
    }
}
