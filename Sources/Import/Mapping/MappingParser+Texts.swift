import JSON

extension MappingParser {
    func bytes(_ object: inout CheckedObject, _ constraint: TextConstraint) -> FieldMapping<FieldBytes>? {
        guard let (source, steps) = sourceAndSteps(&object, constraint, isList: false) else { return nil }
        return source.map { text throws(ValueError) in try steps.first(of: text) }
    }

    func elements(_ object: inout CheckedObject, _ constraint: TextConstraint) -> FieldMapping<[FieldBytes]>? {
        guard let (source, steps) = sourceAndSteps(&object, constraint, isList: true) else { return nil }
        return source.map { text throws(ValueError) in try steps.elements(of: text) }
    }

    private func sourceAndSteps(
        _ object: inout CheckedObject,
        _ constraint: TextConstraint,
        isList: Bool
    ) -> (FieldMapping<FieldBytes>, TextSteps)? {
        let isConstant = object.optional("constant") != nil
        let missing = object.value("missing", default: []) { $0.texts() }
        let source = source(&object, constraint, isList: isList, missing: (missing ?? []).union(self.missing))
        let decoded = object.value("decode", default: nil) { value in
            .some(value.choice("form", among: ["html": TextTransform.html]))
        }
        let split = split(&object, isList: isList)
        let transforms = transforms(&object, constraint)
        guard let source, let missing, let decoded, let split, let transforms else { return nil }
        let allMissing = isConstant ? missing : missing.union(self.missing)
        let text = decoded.map { form in source.map { text throws(ValueError) in try form.apply(to: text) } } ?? source
        return (text, TextSteps(missing: allMissing, split: split, transforms: transforms))
    }

    private func source(
        _ object: inout CheckedObject,
        _ constraint: TextConstraint,
        isList: Bool,
        missing: Set<FieldBytes>
    ) -> FieldMapping<FieldBytes>? {
        let column = object.optional("column")
        let firstOf = object.optional("firstOf")
        let constant = object.optional("constant")
        let template = object.optional("template")
        guard [column, firstOf, constant, template].count(where: { $0 != nil }) == 1 else {
            let sources = "\"column\", \"firstOf\", \"constant\", \"template\""
            object.report("expected one of \(sources) to say where the value comes from")
            return nil
        }
        if let column { return column.nonEmptyString().map { self.column($0, isList: isList) } }
        if let firstOf {
            let columns = firstOf.array(of: "columns", 2...100) {
                $0.nonEmptyString().map { self.column($0, isList: isList) }
            }
            return columns.map { columns in
                FieldMapping(columns: columns.flatMap(\.columns)) { record throws(ValueError) in
                    for column in columns {
                        if let text = try column.value(in: record), !text.isEmpty, !missing.contains(text) {
                            return text
                        }
                    }
                    return nil
                }
            }
        }
        if let constant {
            return constant.text(constraint).map { text in
                let bytes = FieldBytes(text.utf8)
                return FieldMapping { _ in bytes }
            }
        }
        guard let template, let text = template.nonEmptyString() else { return nil }
        let known = self.missing
        let parts = Template(text) { name in self.column(name).map { known.contains($0) || $0.isEmpty ? nil : $0 } }
        guard let parts else { return template.mismatch("a template whose { } and [ ] are closed") }
        return FieldMapping(columns: parts.columns) { record throws(ValueError) in try parts.text(in: record) }
    }

    /// The outer `nil` stands for an error, the inner one for no split.
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

    private func transforms(_ object: inout CheckedObject, _ constraint: TextConstraint) -> [TextTransform]? {
        let replacements = object.value("replace", default: []) { value in
            value.array { pair in
                pair.object { object -> TextTransform? in
                    let text = object.required("text")?.nonEmptyString()
                    let replacement = object.required("with")?.string()
                    guard let text, let replacement else { return nil }
                    return .replace(FieldBytes(text.utf8), with: FieldBytes(replacement.utf8))
                }
            }
        }
        let table = object.optional("table")
        let otherwise = object.optional("otherwise")
        if table == nil { otherwise?.report("stands only beside a \"table\"") }
        let words = table.map { $0.table(constraint) ?? [:] }
        let other = otherwise?.word(constraint).map { FieldBytes($0.utf8) }
        let form = object.value("as", default: nil) { value in
            .some(value.choice("form", among: ["slug": TextTransform.slug, "hash": .hash]))
        }
        guard let form, let replacements else { return nil }
        return replacements + [words.map { .table($0, otherwise: other) }, form].compactMap(\.self)
    }
}

extension CheckedValue {
    func texts() -> Set<FieldBytes>? {
        array { $0.string() }.map { Set($0.map { FieldBytes($0.utf8) }) }
    }

    /// A text that satisfies `constraint`, or a number as a text.
    func text(_ constraint: TextConstraint) -> String? {
        switch json {
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .string, .bool: word(constraint, or: "a text or a number")
        default: mismatch("a text or a number")
        }
    }

    /// A text that satisfies `constraint`. A flag may also be `true` or `false`.
    fileprivate func word(_ constraint: TextConstraint, or expectation: String = "a text") -> String? {
        if case .flag = constraint, case .bool(let flag) = json { return String(flag) }
        guard case .string(let text) = json else { return mismatch(expectation) }
        if let error = constraint.error(in: text) { report(error.description) }
        return text
    }

    fileprivate func table(_ constraint: TextConstraint) -> [FieldBytes: FieldBytes]? {
        dictionary { _, value in value.word(constraint) }.map { words in
            Dictionary(uniqueKeysWithValues: words.map { (FieldBytes($0.key.utf8), FieldBytes($0.value.utf8)) })
        }
    }
}
