/// The languages that a document's texts come in, and the one that is being read.
public struct TextLanguages: Sendable {
    /// The names of all languages, in order.
    public let all: [String]
    /// The language that is read, one of ``all``.
    public let chosen: String
    /// What stands between the parts of an enumeration in it.
    public let listSeparator: String

    /// The language `chosen` among `all`.
    public init(all: [String], chosen: String, listSeparator: String) {
        self.all = all
        self.chosen = chosen
        self.listSeparator = listSeparator
    }
}

extension CheckedValue {
    /// A text for people, each language's read with `read`: one text for all languages, or an object with one for each,
    /// `{"en": "Homes", "de": "Häuser"}`. The result is that of the language that is being read.
    public func text<Text>(_ read: (CheckedValue) -> Text?) -> Text? {
        guard case .object = json else { return read(self) }
        // Where it is not known which languages there are, any will do.
        guard let languages else { return dictionary { read($1) }?.values.first }
        return object { object in
            var chosen: Text?
            for language in languages.all {
                let text = object.required(language).flatMap(read)
                if language == languages.chosen { chosen = text }
            }
            return chosen
        }
    }

    /// A text for people of at least one character.
    public func text() -> String? {
        text { $0.nonEmptyString() }
    }
}
