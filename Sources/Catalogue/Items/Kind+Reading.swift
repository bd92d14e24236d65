import JSON

extension Kind {
    static let maximumAttributes = 64
    static let maximumCaptionLines = 4
    /// The expected format of names of kinds and attributes, for error messages.
    public static let nameExpectation = "a lowercase letter, then up to 31 letters or digits"

    /// Reads the declaration of a kind: `{"attributes": {…}, "required": […], "caption": […], "subtitle": "…", "label":
    /// "…", "href": "…"}`.
    static func read(_ name: String, from value: CheckedValue) -> Kind? {
        guard Kind.isValidName(name) else {
            value.report("a kind's name is \(Kind.nameExpectation)")
            return nil
        }
        if Kind.reservedNames.contains(name) {
            value.report("\"\(name)\" is reserved, and cannot name a kind")
        }
        return value.object { object -> Kind? in
            let attributes = object.optional("attributes")?.attributes() ?? []
            let required = object.optional("required")?.array { field in
                field.choice("field or attribute", among: attributes.map(\.name) + ItemField.allCases.map(\.rawValue))
            }
            let caption = object.optional("caption")?.array(of: "lines", 1...Kind.maximumCaptionLines) { line in
                line.captionLine(showing: attributes)
            }
            let subtitle = object.optional("subtitle")?.captionLine(showing: attributes)
            let label = object.optional("label")?.captionLine(showing: attributes)
            let shown = ((required ?? []).map { "{\($0)}" } + (caption ?? []) + [subtitle ?? ""]).joined()
            func position(_ attribute: Attribute) -> String.Index {
                shown.firstRange(of: "{\(attribute.name)}")?.lowerBound ?? shown.endIndex
            }
            return Kind(
                name: name,
                attributes: attributes.sorted { (position($0), $0.name) < (position($1), $1.name) },
                required: required ?? [],
                caption: caption ?? ["{title}"],
                subtitle: subtitle,
                label: label,
                href: object.optional("href")?.addressOfItem()
            )
        }
    }
}

extension CheckedValue {
    fileprivate func attributes() -> [Attribute]? {
        let declared = dictionary { CheckedObject.isComment($0) ? nil : Attribute.read($0, from: $1) }
        guard let declared else { return nil }
        if declared.count > Kind.maximumAttributes {
            report("expected at most \(Kind.maximumAttributes) attributes, found \(declared.count)")
        }
        return declared.values.sorted { $0.name < $1.name }
    }

    /// Reads a text with names of fields and attributes in braces.
    fileprivate func captionLine(showing attributes: [Attribute]) -> String? {
        guard let text = nonEmptyString() else { return nil }
        let names = ItemField.captionNames.union(attributes.map(\.name))
        var rest = text[...]
        while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
            let name = rest[rest.index(after: brace)...].prefix { !"{}".contains($0) }
            guard rest[brace] == "{", rest[name.endIndex...].first == "}" else {
                return mismatch("a line whose { } are closed")
            }
            guard names.contains(String(name)) else {
                let advice = SpellingSuggestion.advice(for: String(name), among: names.sorted())
                report("unknown field or attribute \"\(name)\"; \(advice)")
                return nil
            }
            if attributes.contains(where: { $0.name == name && $0.type == .flag }) {
                report("\"\(name)\" is a flag, which no line can show")
                return nil
            }
            rest = rest[name.endIndex...].dropFirst()
        }
        return text
    }

    public func addressOfItem() -> String? {
        guard case .string(let text) = json, text.contains("{id}"),
            text.replacing("{id}", with: "").utf8.allSatisfy({
                (0x21...0x7e).contains($0) && !"{}\"<>\\^`|".utf8.contains($0)
            })
        else { return mismatch("an address with {id} in it, such as \"/restaurants/{id}\"") }
        return text
    }
}
