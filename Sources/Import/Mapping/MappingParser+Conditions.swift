import JSON

extension MappingParser {
    /// `{"column": "status", "is": ["sale", "rent"]}`, or `isNot`. A text that no value can be is an error: the condition
    /// would keep nothing, or everything. A missing text is none of them.
    func condition(_ value: CheckedValue) -> FieldMapping<Bool>? {
        var lists: [(texts: CheckedValue, isWanted: Bool)] = []
        var (words, missing, fallback) = (Set<String>?.none, missing + [[]], JSONValue?.none)
        let text = text(value) { object in
            for key in ["is", "isNot"] { if let texts = object.optional(key) { lists.append((texts, key == "is")) } }
            if lists.count != 1 { object.report("expected one of \"is\", \"isNot\"") }
            fallback = object.optional("default")?.json
            if object.optional("as") != nil || object.optional("replace") != nil { return missing = [[]] }
            missing += object.optional("missing")?.texts() ?? []
            guard case .object(let table)? = object.optional("table")?.json else { return }
            let results = table.values + [object.optional("otherwise")?.json].compactMap(\.self)
            words = Set(results.compactMap { if case .string(let word) = $0 { word } else { nil } })
        }
        guard let text, lists.count == 1, let (list, isWanted) = lists.first else { return nil }
        if list.json == .array([]) { return list.mismatch("at least one text") }
        let texts = list.array { element -> String? in
            guard let text = element.string(), fallback != .string(text) else { return element.string() }
            let bytes = FieldBytes(text.utf8)
            if missing.contains(bytes) {
                element.report("\"\(text)\" means that there is no value, which equals no text; give it a \"default\"")
            } else if bytes.trimmingWhiteSpace() != bytes {
                element.report("\"\(text)\" is no value: white space around values is ignored")
            } else if let words, !words.contains(text) {
                element.report(
                    "\"\(text)\" is not in the table; " + SpellingSuggestion.advice(for: text, among: words.sorted())
                )
            }
            return text
        }
        let known = texts.map { Set($0) }
        return known.map { known in text.map { known.contains($0) == isWanted }.withDefault(!isWanted) }
    }
}
