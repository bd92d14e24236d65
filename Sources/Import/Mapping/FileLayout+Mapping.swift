import JSON

extension FileLayout {
    /// The members `format`, `encoding`, `delimiter`, `quote`, `recordEnd` and `sections` of a mapping.
    init?(_ object: inout CheckedObject) {
        let format = object.required("format")?.choice("format", of: Format.self)
        let encoding = object.optional("encoding")?.choice("encoding", among: TextEncoding.named) ?? .utf8
        if format == .ndjson {
            for key in ["delimiter", "quote", "recordEnd", "sections"] where object.optional(key) != nil {
                object.report("NDJSON has no \(key)")
            }
        }
        let delimiter = object.optional("delimiter")?.separator()
        let hasQuotes = object.optional("quote")?.bool() ?? true
        let recordEnd = object.optional("recordEnd")?.separator() ?? .lineFeed
        let sections = object.optional("sections")?.object(CSVSyntax.Sections.init)
        guard let format else { return nil }
        if delimiter == recordEnd { object.report("\"delimiter\" and \"recordEnd\" are the same character") }
        let syntax = CSVSyntax(delimiter: delimiter, hasQuotes: hasQuotes, recordEnd: recordEnd, sections: sections)
        self.init(format: format, encoding: encoding, syntax: syntax)
    }
}

extension CSVSyntax.Sections {
    fileprivate init?(_ object: inout CheckedObject) {
        let header = object.required("header")?.nonEmptyString()
        let records = object.required("records")?.nonEmptyString()
        let end = object.required("end")?.nonEmptyString()
        guard let header, let records, let end else { return nil }
        self.init(header: header, records: records, end: end)
    }
}

extension CheckedValue {
    fileprivate func separator() -> UInt8? {
        guard case .string(let text) = json, text.utf8.count == 1, let byte = text.utf8.first,
            byte < 0x80, byte != .quote, byte != .lineFeed, byte != .carriageReturn
        else { return mismatch("one ASCII character that is neither a quote nor an end of line") }
        return byte
    }
}
