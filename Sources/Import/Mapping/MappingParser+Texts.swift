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
        let forms: [String: TextSteps.Transform] = ["html": { HTMLText.text(of: $0) }]
        let decode = object.value("decode", default: nil) { .some($0.choice("form", among: forms)) }
        let split = split(&object, isList: isList)
        let transforms = transforms(&object, constraint)
        guard let source, let missing, let decode, let split, let transforms else { return nil }
        let allMissing = isConstant ? missing : missing.union(self.missing)
        let text = decode.map { decode in source.map { text throws(ValueError) in try decode(text) } } ?? source
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
        return FieldMapping(columns: parts.columns) { record throws(ValueError) in
            try parts.text(in: record)?.trimmingWhiteSpace()
        }
    }

    /// The outer `nil` stands for an error, the inner one for no split.
    private func split(_ object: inout CheckedObject, isList: Bool) -> TextSteps.Split?? {
        let pick = object.optional("pick")
        guard let split = object.optional("split") else {
            pick?.report("stands only beside \"split\"")
            let elements: TextSteps.Split = { $0.split(on: [Record.listSeparator])[...] }
            return .some(isList ? elements : nil)
        }
        if !isList, pick == nil { split.report("\"pick\" is missing; a single value needs one part of the list") }
        let picks: [String: @Sendable ([FieldBytes]) -> ArraySlice<FieldBytes>] = [
            "first": { $0.prefix(1) }, "last": { $0.suffix(1) },
        ]
        let part = pick.flatMap { $0.choice("part", among: picks) }
        guard let separator = split.nonEmptyString().map({ FieldBytes($0.utf8) }) else { return nil }
        return { text in
            let elements = text.split(on: separator)
            return part?(elements) ?? elements[...]
        }
    }

    private func transforms(_ object: inout CheckedObject, _ constraint: TextConstraint) -> [TextSteps.Transform]? {
        let replacements = object.value("replace", default: []) { $0.array { $0.object(Self.replacement) } }
        let table = object.optional("table")
        let otherwise = object.optional("otherwise")
        if table == nil { otherwise?.report("stands only beside a \"table\"") }
        let other = otherwise?.word(constraint).map { FieldBytes($0.utf8) }
        let translation = table.map { Self.translation($0.table(constraint) ?? [:], otherwise: other) }
        let forms: [String: TextSteps.Transform] = [
            // A readable identifier: `comme-des-garcons`.
            "slug": { FieldBytes(Slug.of(String(decoding: $0, as: UTF8.self)).utf8) },
            // Sixteen hexadecimal digits that depend on the text alone.
            "hash": { FieldBytes(Slug.hash(of: $0).utf8) },
        ]
        let form = object.value("as", default: nil) { .some($0.choice("form", among: forms)) }
        guard let form, let replacements else { return nil }
        return replacements + [translation, form].compactMap(\.self)
    }

    private static func replacement(_ object: inout CheckedObject) -> TextSteps.Transform? {
        let text = object.required("text")?.nonEmptyString()
        let replacement = object.required("with")?.string()
        guard let text, let replacement else { return nil }
        let (part, other) = (FieldBytes(text.utf8), replacement.utf8)
        return { FieldBytes($0.split(on: part).joined(separator: other)).trimmingWhiteSpace() }
    }

    /// Other texts than those in `words` become `otherwise`, or are an error without it.
    private static func translation(_ words: [FieldBytes: FieldBytes], otherwise: FieldBytes?) -> TextSteps.Transform {
        { text throws(ValueError) in
            if let word = words[text] ?? otherwise { return word }
            throw ValueError("expected a word of the table", found: quoted(text))
        }
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
        if constraint.isFlag, case .bool(let flag) = json { return String(flag) }
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
