import JSON

extension MappingParser {
    /// `{"column": "status", "is": ["sale", "rent"]}`, or `isNot`. A text that no value can be is an error: the
    /// condition would keep nothing, or everything. A missing text is none of them.
    func condition(_ object: inout CheckedObject) -> FieldMapping<Bool>? {
        let (wanted, unwanted) = (object.optional("is"), object.optional("isNot"))
        if (wanted == nil) == (unwanted == nil) { object.report("expected one of \"is\", \"isNot\"") }
        let fallback = object.optional("default")?.json
        var (words, missing) = (Set<String>?.none, [FieldBytes()])
        if object.optional("as") == nil, object.optional("replace") == nil {
            missing += self.missing + (object.optional("missing")?.texts() ?? [])
            if case .object(let table)? = object.optional("table")?.json {
                let results = table.values + [object.optional("otherwise")?.json].compactMap(\.self)
                words = Set(results.compactMap { if case .string(let word) = $0 { word } else { nil } })
            }
        }
        guard let text = text(&object), let list = wanted ?? unwanted else { return nil }
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
        let known = Set(texts ?? [])
        let isWanted = wanted != nil
        return text.map { known.contains($0) == isWanted }.withDefault(!isWanted)
    }
}
