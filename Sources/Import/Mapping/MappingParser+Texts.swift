import JSON

extension MappingParser {
    /// A step from a text to the next one; `nil` for a missing text.
    typealias TextStep = @Sendable (FieldBytes) throws(ValueError) -> FieldBytes?

    func bytes(_ object: inout CheckedObject, _ constraint: TextConstraint) -> FieldMapping<FieldBytes>? {
        let (text, _, steps) = textAndSteps(&object, constraint, isList: false)
        return text?.map { text throws(ValueError) in try steps.result(of: text) }
    }

    func elements(_ object: inout CheckedObject, _ constraint: TextConstraint) -> FieldMapping<[FieldBytes]>? {
        let (text, separator, steps) = textAndSteps(&object, constraint, isList: true)
        return text?.map { text throws(ValueError) in
            let elements = separator.map { text.split(on: $0).map { $0.trimmingWhiteSpace() } } ?? [text]
            return try elements.map { (element) throws(ValueError) in try steps.result(of: element) }.compactMap(\.self)
        }
    }

    /// The steps of a text, or of each element.
    private struct TextSteps: Sendable {
        let missing: [FieldBytes]
        let steps: [TextStep]

        func result(of text: FieldBytes) throws(ValueError) -> FieldBytes? {
            guard var text = text.nilIfEmpty(or: missing) else { return nil }
            for step in steps {
                guard let next = try step(text) else { return nil }
                text = next
            }
            return text.nilIfEmpty()
        }
    }

    /// - Returns: The text up to `pick`, without surrounding blanks, the separator of its elements, and the later steps.
    private func textAndSteps(
        _ object: inout CheckedObject,
        _ constraint: TextConstraint,
        isList: Bool
    ) -> (FieldMapping<FieldBytes>?, separator: FieldBytes?, TextSteps) {
        let isConstant = object.optional("constant") != nil
        let own = object.optional("missing")?.texts() ?? []
        var text = source(&object, constraint, isList: isList, missing: missing + own)
        let missing = isConstant ? own : missing + own
        if object.optional("decode")?.choice("form", among: ["html": true]) ?? false {
            text = text?.map { HTMLText.text(of: $0).trimmingWhiteSpace() }
        }
        let (pick, separator) = split(&object, isList: isList)
        if isList || pick != nil {
            text = text?.map { text throws(ValueError) in
                guard let whole = text.nilIfEmpty(or: missing) else { return nil }
                guard let pick else { return whole }
                return try pick(whole)?.trimmingWhiteSpace()
            }
        }
        return (text, separator, TextSteps(missing: missing, steps: steps(&object, constraint)))
    }

    // MARK: Source

    private func source(
        _ object: inout CheckedObject,
        _ constraint: TextConstraint,
        isList: Bool,
        missing: [FieldBytes]
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
        if let constant { return constant.text(constraint).map { .constant(FieldBytes($0.utf8).trimmingWhiteSpace()) } }
        if let template {
            guard var text = template.nonEmptyString()?[...] else { return nil }
            return self.template(&text)?.map { $0.trimmingWhiteSpace() }
                ?? template.mismatch("a template whose { } and [ ] are closed")
        }
        let columns = firstOf?.array(of: "columns", 2...100) {
            $0.nonEmptyString().map { self.column($0, isList: isList) }
        }
        return columns.map { columns in
            FieldMapping(columns: columns.flatMap(\.columns)) { record throws(ValueError) in
                for column in columns {
                    if let text = try column.value(in: record)?.nilIfEmpty(or: missing) { return text }
                }
                return nil
            }
        }
    }

    /// A text with columns in braces, `[{beds}-bed ]{style} house`; `nil` if a bracket is not closed, or not opened.
    ///
    /// `[…]` is left out if one of its columns is missing; a doubled bracket is a literal one.
    /// - Parameter isOptional: Whether the template ends at `]`, and not with the text.
    private func template(_ rest: inout Substring, isOptional: Bool = false) -> FieldMapping<FieldBytes>? {
        var parts: [FieldMapping<FieldBytes>] = []
        var literal: FieldBytes = []
        func endLiteral() {
            if !literal.isEmpty { parts.append(.constant(literal)) }
            literal = []
        }
        let missing = missing
        while let character = rest.popFirst() {
            switch character {
            case _ where rest.first == character && "{}[]".contains(character):
                literal += String(rest.removeFirst()).utf8
            case "{":
                guard let end = rest.firstIndex(of: "}"), end > rest.startIndex else { return nil }
                endLiteral()
                parts.append(column(String(rest[..<end])).map { $0.nilIfEmpty(or: missing) })
                rest = rest[rest.index(after: end)...]
            case "[" where !isOptional:
                endLiteral()
                guard let part = template(&rest, isOptional: true) else { return nil }
                parts.append(part.withDefault([]))
            case "]" where isOptional:
                endLiteral()
                return parts.joined()
            case "[", "]", "}": return nil
            default: literal += String(character).utf8
            }
        }
        endLiteral()
        return isOptional ? nil : parts.joined()
    }

    // MARK: Steps

    /// - Returns: The step to the picked element, if any; else the separator of the elements.
    private func split(_ object: inout CheckedObject, isList: Bool) -> (pick: TextStep?, separator: FieldBytes?) {
        let pick = object.optional("pick")
        guard let split = object.optional("split") else {
            pick?.report("stands only beside \"split\"")
            return (nil, isList ? [Record.listSeparator] : nil)
        }
        if !isList, pick == nil { split.report("\"pick\" is missing; a single value needs one part of the list") }
        let separator = FieldBytes((split.nonEmptyString() ?? ",").utf8)
        let parts: [String: TextStep] = [
            "first": { $0.split(on: separator).first }, "last": { $0.split(on: separator).last },
        ]
        guard let part = pick?.choice("part", among: parts) else { return (nil, separator) }
        return (part, nil)
    }

    private func steps(_ object: inout CheckedObject, _ constraint: TextConstraint) -> [TextStep] {
        let replacements = object.optional("replace")?.array { $0.object(Self.replacement) } ?? []
        let table = object.optional("table")
        let otherwise = object.optional("otherwise")
        if table == nil { otherwise?.report("stands only beside a \"table\"") }
        let translation = table?.translation(constraint, otherwise: otherwise?.word(constraint))
        let forms: [String: TextStep] = [
            // A readable identifier: `comme-des-garcons`.
            "slug": { FieldBytes(Slug.of(String(decoding: $0, as: UTF8.self)).utf8) },
            // Sixteen hexadecimal digits that depend on the text alone.
            "hash": { FieldBytes(Slug.hash(of: $0).utf8) },
        ]
        let form = object.optional("as")?.choice("form", among: forms)
        return replacements + [translation, form].compactMap(\.self)
    }

    private static func replacement(_ object: inout CheckedObject) -> TextStep? {
        let text = object.required("text")?.nonEmptyString()
        let replacement = object.required("with")?.string()
        guard let text, let replacement else { return nil }
        let (part, other) = (FieldBytes(text.utf8), FieldBytes(replacement.utf8))
        return { $0.replacing(part, with: other).trimmingWhiteSpace() }
    }
}

extension CheckedValue {
    func texts() -> [FieldBytes]? {
        array { $0.string().map { FieldBytes($0.utf8) } }
    }

    /// A text that satisfies `constraint`, or a number as a text.
    func text(_ constraint: TextConstraint) -> String? {
        switch json {
        case .integer, .number: json.summary
        default: word(constraint, or: "a text or a number")
        }
    }

    /// A text that satisfies `constraint`. A flag may also be `true` or `false`.
    fileprivate func word(_ constraint: TextConstraint, or expectation: String = "a text") -> String? {
        if constraint.isFlag, case .bool(let flag) = json { return String(flag) }
        guard case .string(let text) = json else { return mismatch(expectation) }
        if let error = constraint.error(in: text) { report(error.description) }
        return text
    }

    /// Other texts than those in the table become `otherwise`, or are an error without it.
    fileprivate func translation(_ constraint: TextConstraint, otherwise: String?) -> MappingParser.TextStep {
        let words = dictionary { _, value in value.word(constraint).map { FieldBytes($0.utf8) } } ?? [:]
        let table = Dictionary(uniqueKeysWithValues: words.map { (FieldBytes($0.key.utf8), $0.value) })
        let other = otherwise.map { FieldBytes($0.utf8) }
        return { text throws(ValueError) in
            if let word = table[text] ?? other { return word }
            throw ValueError("expected a word of the table", found: quoted(text))
        }
    }
}
