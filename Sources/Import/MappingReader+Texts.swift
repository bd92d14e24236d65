import JSON

extension MappingReader {
    /// The first element that the reading gives.
    func bytes(_ object: inout CheckedObject, _ kind: TextConstraint) -> FieldMapping<FieldBytes>? {
        guard let (source, steps) = steps(&object, kind, isList: false) else { return nil }
        return source.map { text throws(ValueError) in try steps.first(of: text) }
    }

    /// The elements that a reading gives: what is missing at one step is missing at all that follow.
    func elements(
        _ object: inout CheckedObject,
        _ kind: TextConstraint,
        isList: Bool
    ) -> FieldMapping<[FieldBytes]>? {
        guard let (source, steps) = steps(&object, kind, isList: isList) else { return nil }
        return source.map { text throws(ValueError) in try steps.elements(of: text) }
    }

    private func steps(
        _ object: inout CheckedObject,
        _ kind: TextConstraint,
        isList: Bool
    ) -> (source: FieldMapping<FieldBytes>, TextPipeline)? {
        let isConstant = object.optional("constant") != nil
        let source = source(&object, kind)
        let missing = object.value("missing", default: []) { $0.texts() }
        let split = split(&object, isList: isList)
        let transforms = transforms(&object, kind)
        guard let source, let missing, let split, let transforms else { return nil }
        let missingTexts = isConstant ? missing : missing.union(self.missing)
        return (source, TextPipeline(missing: missingTexts, split: split, transforms: transforms))
    }

    private func source(_ object: inout CheckedObject, _ kind: TextConstraint) -> FieldMapping<FieldBytes>? {
        let column = object.optional("column")
        let constant = object.optional("constant")
        let template = object.optional("template")
        guard [column, constant, template].count(where: { $0 != nil }) == 1 else {
            object.report("expected one of \"column\", \"constant\", \"template\" to say where the value comes from")
            return nil
        }
        if let column { return column.nonEmptyString().map(reference) }
        if let constant {
            return constant.text(kind).map { text in
                let bytes = FieldBytes(text.utf8)
                return FieldMapping { _ in bytes }
            }
        }
        guard let template, let text = template.nonEmptyString() else { return nil }
        let missing = missing
        let parts = Template(text) { name in self.reference(name).map { missing.contains($0) || $0.isEmpty ? nil : $0 }
        }
        guard let parts else { return template.mismatch("a template whose { } and [ ] are closed") }
        return FieldMapping(columns: parts.columns) { record throws(ValueError) in try parts.text(in: record) }
    }

    private func split(_ object: inout CheckedObject, isList: Bool) -> TextSplit?? {
        let pick = object.optional("pick")
        guard let split = object.optional("split") else {
            pick?.report("stands only beside \"split\"")
            return isList ? TextSplit(separator: [Record.listSeparator]) : .some(nil)
        }
        if !isList, pick == nil { split.report("\"pick\" is missing; a single value needs one part of the list") }
        let part = pick.map { $0.choice("part", of: TextSplit.Pick.self) }
        guard let separator = split.nonEmptyString() else { return nil }
        return TextSplit(separator: Array(separator.utf8), pick: part ?? nil)
    }

    private func transforms(_ object: inout CheckedObject, _ kind: TextConstraint) -> [TextTransform]? {
        let replacements = object.value("replace", default: []) { value in
            value.array { pair in
                pair.object { object -> TextTransform? in
                    let text = object.required("text")?.nonEmptyString()
                    let other = object.required("with")?.string()
                    guard let text, let other else { return nil }
                    return .replace(FieldBytes(text.utf8), with: FieldBytes(other.utf8))
                }
            }
        }
        let table = object.optional("table")
        let otherwise = object.optional("otherwise")
        if table == nil { otherwise?.report("stands only beside a \"table\"") }
        let words = table.map { $0.table(kind) ?? [:] }
        let other = otherwise?.word(kind).map { FieldBytes($0.utf8) }
        let form = object.value("as", default: nil) { value in
            .some(value.choice("form", among: ["slug": TextTransform.slug, "hash": .hash]))
        }
        guard let form, let replacements else { return nil }
        return replacements + [words.map { .table($0, otherwise: other) }, form].compactMap(\.self)
    }
}

extension CheckedValue {
    /// A list of texts, as bytes.
    func texts() -> Set<FieldBytes>? {
        array { $0.string() }.map { Set($0.map { FieldBytes($0.utf8) }) }
    }

    /// A text of `kind`, or a number as a text.
    func text(_ kind: TextConstraint) -> String? {
        switch json {
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .string, .bool: word(kind, or: "a text or a number")
        default: mismatch("a text or a number")
        }
    }

    /// A text of `kind`. A flag may also be `true` or `false`.
    fileprivate func word(_ kind: TextConstraint, or expectation: String = "a text") -> String? {
        if case .flag = kind, case .bool(let flag) = json { return String(flag) }
        guard case .string(let text) = json else { return mismatch(expectation) }
        if let refusal = kind.refusal(of: text) { report(refusal.description) }
        return text
    }

    fileprivate func table(_ kind: TextConstraint) -> [FieldBytes: FieldBytes]? {
        dictionary { _, value in value.word(kind) }.map { words in
            Dictionary(uniqueKeysWithValues: words.map { (FieldBytes($0.key.utf8), FieldBytes($0.value.utf8)) })
        }
    }
}

/// What is done with a text of the file before it is a value.
private struct TextPipeline: Sendable {
    /// The texts that mean that there is none.
    let missing: Set<FieldBytes>
    /// How the text is a list; `nil` where it is one text.
    let split: TextSplit?
    let transforms: [TextTransform]

    /// The elements of a list, or the text itself; `nil` where there is none.
    func elements(of text: FieldBytes) throws(ValueError) -> [FieldBytes]? {
        guard isPresent(text) else { return nil }
        var elements: [FieldBytes] = []
        for part in split?.parts(of: text) ?? [text] {
            if let element = try transformed(part) { elements.append(element) }
        }
        return elements
    }

    /// The first of the elements.
    func first(of text: FieldBytes) throws(ValueError) -> FieldBytes? {
        if split == nil { return try transformed(text) }
        return try elements(of: text)?.first
    }

    private func transformed(_ text: FieldBytes) throws(ValueError) -> FieldBytes? {
        guard isPresent(text) else { return nil }
        var text = text
        for transform in transforms { text = try transform.apply(to: text) }
        return text.isEmpty ? nil : text
    }

    private func isPresent(_ text: FieldBytes) -> Bool { !text.isEmpty && (missing.isEmpty || !missing.contains(text)) }
}
