/// How a text is made of a record: a source, and what is done with what comes from it, in this order.
///
/// Without the white space around it, a text that is empty or one of the `missing` ones is no text; what is missing at
/// one step is missing at all that follow.
struct TextReading: Hashable, Sendable {
    /// Where the text comes from.
    indirect enum Source: Hashable, Sendable {
        /// A column, by the mapping's numbering.
        case column(Int, name: String)
        /// A derived column.
        case derived(TextReading)
        case template(Template)
        case constant(String)
    }

    /// A list in one text.
    struct Split: Hashable, Sendable {
        enum Pick: String, CaseIterable {
            case first
            case last
        }

        var separator: [UInt8]
        /// The part to take; `nil` for all of them.
        var pick: Pick?
    }

    /// Words for other words.
    struct Table: Hashable, Sendable {
        var words: [ArraySlice<UInt8>: String]
        /// What every other word becomes; `nil` where it is refused.
        var otherwise: String?
    }

    /// What becomes of the text at last.
    enum Form: String, CaseIterable {
        /// An identifier that can be read: `comme-des-garcons`.
        case slug
        /// Sixteen hexadecimal digits that depend on nothing but the text.
        case hash
    }

    var source: Source
    var missing: Set<ArraySlice<UInt8>> = []
    var split: Split?
    var table: Table?
    var form: Form?

    /// The columns that the text is made of, for a rejection; `nil` where it is made of none.
    var columnNames: String? {
        let names = names
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    fileprivate var names: [String] {
        switch source {
        case .column(_, let name): [name]
        case .derived(let reading): reading.names
        case .template(let template): template.names
        case .constant: []
        }
    }

    /// The text that the record gives, or `nil` where it is missing.
    func bytes(in record: Record) throws(Refusal) -> ArraySlice<UInt8>? {
        guard let text = try parts(in: record).first else { return nil }
        return try transform(text)
    }

    /// The elements of the list that the record gives, without repetitions.
    func list(in record: Record) throws(Refusal) -> [ArraySlice<UInt8>] {
        var elements: [ArraySlice<UInt8>] = []
        for part in try parts(in: record, separator: [Record.listSeparator]) {
            let element = try transform(part)
            if !elements.contains(element) { elements.append(element) }
        }
        return elements
    }

    /// The parts of the source's text that the split takes; where there is none, the parts between `separator`, and
    /// where that is none either, the whole text.
    private func parts(in record: Record, separator: [UInt8]? = nil) throws(Refusal) -> [ArraySlice<UInt8>] {
        guard let text = try sourceBytes(in: record) else { return [] }
        guard let separator = split?.separator ?? separator else { return [text] }
        let parts = text.parts(separatedBy: separator)
        return switch split?.pick {
        case nil: parts.filter { !isMissing($0) }
        case .first?: parts.prefix(1).filter { !isMissing($0) }
        case .last?: parts.suffix(1).filter { !isMissing($0) }
        }
    }

    private func sourceBytes(in record: Record) throws(Refusal) -> ArraySlice<UInt8>? {
        let text: ArraySlice<UInt8>?
        switch source {
        case .column(let column, _): text = record.text(column).trimmingWhiteSpace()
        case .derived(let reading): text = try reading.bytes(in: record)
        case .template(let template): text = try template.bytes(in: record)
        case .constant(let constant): return Array(constant.utf8)[...]
        }
        guard let text, !isMissing(text) else { return nil }
        return text
    }

    private func isMissing(_ text: ArraySlice<UInt8>) -> Bool {
        text.isEmpty || missing.contains(text)
    }

    private func transform(_ text: ArraySlice<UInt8>) throws(Refusal) -> ArraySlice<UInt8> {
        var text = text
        if let table {
            guard let word = table.words[text] ?? table.otherwise else {
                throw Refusal(column: columnNames, "\(quoted(text)) is not in the table")
            }
            text = Array(word.utf8)[...]
        }
        switch form {
        case nil: return text
        case .slug: return Array(Slug.of(String(decoding: text, as: UTF8.self)).utf8)[...]
        case .hash: return Array(Slug.hash(of: text).utf8)[...]
        }
    }
}

/// A text with the texts of columns in it: `[{beds}-bed ]{style} house`.
struct Template: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        case value(TextReading)
        /// Parts that are left out where one of their values is missing.
        case optional([Part])
    }

    var parts: [Part]

    var names: [String] { Self.names(of: parts) }

    private static func names(of parts: [Part]) -> [String] {
        parts.flatMap { part -> [String] in
            switch part {
            case .literal: []
            case .value(let reading): reading.names
            case .optional(let parts): names(of: parts)
            }
        }
    }

    /// The text, or `nil` where a value outside of the optional parts is missing.
    func bytes(in record: Record) throws(Refusal) -> ArraySlice<UInt8>? {
        var text: [UInt8] = []
        return try Self.append(parts, of: record, to: &text) ? text[...].trimmingWhiteSpace() : nil
    }

    private static func append(_ parts: [Part], of record: Record, to text: inout [UInt8]) throws(Refusal) -> Bool {
        for part in parts {
            switch part {
            case .literal(let literal): text.append(contentsOf: literal.utf8)
            case .value(let reading):
                guard let value = try reading.bytes(in: record) else { return false }
                text.append(contentsOf: value)
            case .optional(let parts):
                let length = text.count
                if try !append(parts, of: record, to: &text) { text.removeLast(text.count - length) }
            }
        }
        return true
    }
}

extension ArraySlice<UInt8> {
    /// The parts between the separators, without the white space around them.
    fileprivate func parts(separatedBy separator: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = startIndex
        var index = startIndex
        while index < endIndex {
            if self[index...].starts(with: separator) {
                parts.append(self[start..<index].trimmingWhiteSpace())
                index += separator.count
                start = index
            } else {
                index += 1
            }
        }
        parts.append(self[start...].trimmingWhiteSpace())
        return parts
    }
}
