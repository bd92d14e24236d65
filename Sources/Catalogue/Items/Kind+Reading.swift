import CheckedJSON

extension Kind {
    /// The most attributes of a kind.
    static let maximumAttributes = 64
    /// The most caption lines of a kind.
    static let maximumCaptionLines = 4
    /// What a kind's or an attribute's name looks like, for error messages.
    static let nameExpectation = "a lowercase letter, then up to 31 letters or digits"

    /// Reads the declaration of the kind `name`: `{"attributes": {…}, "required": […], "caption": […]}`.
    init?(_ name: String, reading value: CheckedValue) {
        guard Kind.isValidName(name) else {
            value.report("a kind's name is \(Kind.nameExpectation)")
            return nil
        }
        let kind = value.object { object -> Kind? in
            let attributes = object.optional("attributes")?.attributes() ?? []
            let names = attributes.map(\.name)
            let required = object.optional("required")?.list { field in
                field.word("field or attribute", among: names + ItemField.allCases.map(\.rawValue))
            }
            let caption = object.optional("caption")?.list(of: "lines", 1...Kind.maximumCaptionLines) { line in
                line.captionLine(showing: ItemField.captionNames.union(names))
            }
            return Kind(
                name: name,
                attributes: attributes,
                required: required ?? [],
                caption: caption ?? ["{title}"]
            )
        }
        guard let kind else { return nil }
        self = kind
    }
}

extension CheckedValue {
    /// The attributes of a kind, sorted by name.
    fileprivate func attributes() -> [Attribute]? {
        let declared = dictionary { CheckedObject.isComment($0) ? nil : Attribute($0, reading: $1) }
        guard let declared else { return nil }
        if declared.count > Kind.maximumAttributes {
            report("expected at most \(Kind.maximumAttributes) attributes, found \(declared.count)")
        }
        return declared.values.sorted { $0.name < $1.name }
    }

    /// One of the names.
    fileprivate func word(_ what: String, among names: [String]) -> String? {
        word(what, among: Dictionary(uniqueKeysWithValues: Set(names).map { ($0, $0) }))
    }

    /// A text with names in braces, each one of `names`.
    fileprivate func captionLine(showing names: Set<String>) -> String? {
        guard let text = nonEmptyString() else { return nil }
        var rest = text[...]
        while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
            let name = rest[rest.index(after: brace)...].prefix { !"{}".contains($0) }
            guard rest[brace] == "{", rest[name.endIndex...].first == "}" else {
                return mismatch("a line whose { } are closed")
            }
            guard names.contains(String(name)) else {
                let advice = NearestWord.advice(for: String(name), among: names.sorted())
                report("unknown field or attribute \"\(name)\"; \(advice)")
                return nil
            }
            rest = rest[name.endIndex...].dropFirst()
        }
        return text
    }
}
