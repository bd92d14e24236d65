import Bytes
import JSON

final class StringTable: Sendable {
    /// A string split at its placeholder: `{count} new` is `["", " new"]`, in UTF-8 that needs no JSON escaping.
    private typealias Pieces = [[UInt8]]
    /// The strings of one key by ``PluralCategory``; a key without a count has only `other`.
    private typealias Forms = [Pieces?]

    let tag: LanguageTag
    /// By key: the plural rule of the language, or of the language that replaces the string.
    private let rules: [PluralRule]
    /// By key and category, ranges of ``pieces``; empty without such a form. Flat, so that writing retains nothing.
    private let forms: [Range<Int>]
    /// Ranges of ``bytes``.
    private let pieces: [Range<Int>]
    private let bytes: [UInt8]

    private static let categoryCount = PluralCategory.allCases.count

    /// Reads a localization file: each string by its key, or by plural category if it has a count. A missing string is
    /// replaced by that of `fallback`, and a missing form by `other`, both with a warning.
    /// - Parameter fallback: `nil` if missing strings are errors.
    init?(_ tag: LanguageTag, _ rule: PluralRule, reading value: CheckedValue, fallback: StringTable?) {
        var rules = Array(repeating: rule, count: StringKey.allCases.count)
        func warn(ofMissing name: String) {
            value.warn("has no \(name): that is shown in English, or in another form")
        }
        let read = value.object { object in
            StringKey.allCases.map { key -> Forms? in
                if let value = fallback == nil ? object.required(key.name) : object.optional(key.name) {
                    return Self.forms(reading: value, key, rule, warn)
                }
                guard let fallback else { return nil }
                warn(ofMissing: key.name)
                rules[key.rawValue] = fallback.rules[key.rawValue]
                return fallback.forms(of: key)
            }
        }
        guard let read else { return nil }
        let all = read.compactMap(\.self)
        guard all.count == read.count else { return nil }
        self.tag = tag
        self.rules = rules
        var bytes: [UInt8] = []
        var pieces: [Range<Int>] = []
        forms = all.joined().map { form in
            let first = pieces.count
            for piece in form ?? [] {
                pieces.append(bytes.count..<bytes.count + piece.count)
                bytes += piece
            }
            return first..<pieces.count
        }
        self.pieces = pieces
        self.bytes = bytes
    }

    private func forms(of key: StringKey) -> Forms {
        range(of: key).map { forms[$0].isEmpty ? nil : pieces[forms[$0]].map { Array(bytes[$0]) } }
    }

    private static func forms(
        reading value: CheckedValue,
        _ key: StringKey,
        _ rule: PluralRule,
        _ warn: (_ missing: String) -> Void
    ) -> Forms? {
        var forms = Forms(repeating: nil, count: categoryCount)
        guard key.placeholder == .count else {
            let pieces = pieces(reading: value, key.placeholder)
            forms[PluralCategory.other.rawValue] = pieces
            return pieces == nil ? nil : forms
        }
        _ = value.object { object in
            let other = object.required(PluralCategory.other.name).flatMap { pieces(reading: $0, .count) }
            for category in rule.categories where category != .other {
                if let form = object.optional(category.name) {
                    let isRequired = !rule.categoriesOfOneNumber.contains(category)
                    forms[category.rawValue] = pieces(reading: form, .count, isRequired: isRequired)
                } else {
                    forms[category.rawValue] = other
                    warn("\(key.name).\(category.name)")
                }
            }
            forms[PluralCategory.other.rawValue] = other
            return true
        }
        return rule.categories.allSatisfy { forms[$0.rawValue] != nil } ? forms : nil
    }

    /// - Parameter isRequired: A missing placeholder is an error.
    private static func pieces(
        reading value: CheckedValue,
        _ placeholder: StringKey.Placeholder?,
        isRequired: Bool = true
    ) -> Pieces? {
        guard let text = value.nonEmptyString() else { return nil }
        guard text.utf8.span.firstIndexToEscape == text.utf8.count else {
            value.report("expected a text without \", \\ and control characters; quotation marks are “ and ”")
            return nil
        }
        let name = placeholder.map { "{\($0.rawValue)}" }
        let pieces = name.map { text.split(separator: $0, omittingEmptySubsequences: false) } ?? [text[...]]
        if let stray = pieces.first(where: { $0.contains("{") || $0.contains("}") }) {
            value.report("expected \(name.map { "only \($0)" } ?? "nothing") in braces, found \"\(stray)\"")
            return nil
        }
        if let name, isRequired, pieces.count == 1 {
            value.report("\(name) is missing")
            return nil
        }
        return pieces.map { Array($0.utf8) }
    }

    private func range(of key: StringKey) -> Range<Int> {
        key.rawValue * Self.categoryCount..<(key.rawValue + 1) * Self.categoryCount
    }

    /// - Parameters:
    ///   - count: The number in thousandths that selects the plural form; `nil` for strings without a count.
    ///   - argument: Replaces the placeholder.
    @inline(__always)
    func write(
        _ key: StringKey,
        count: Int? = nil,
        to output: inout OutputSpan<UInt8>,
        _ argument: (inout OutputSpan<UInt8>) -> Void
    ) {
        let category = count.map { rules[key.rawValue].category(thousandths: $0) } ?? .other
        let form = forms[key.rawValue * PluralCategory.allCases.count + category.rawValue]
        precondition(!form.isEmpty, "a string table is complete")
        for index in form {
            if index > form.lowerBound { argument(&output) }
            output.append(copying: bytes, pieces[index])
        }
    }

    /// In all forms, if arguments have at most the given lengths.
    func maximumLength(of keys: [StringKey] = StringKey.allCases, _ argument: (StringKey.Placeholder) -> Int) -> Int {
        keys.map { key in
            let argument = key.placeholder.map(argument) ?? 0
            return forms[range(of: key)].lazy.filter { !$0.isEmpty }.map { form in
                self.pieces[form].reduce((form.count - 1) * argument) { $0 + $1.count }
            }.max() ?? 0
        }.max() ?? 0
    }

    func combine(into hasher: inout RevisionHasher) {
        let bytes = bytes
        hasher.combine(tag.description)
        for form in forms {
            hasher.combine(!form.isEmpty)
            if form.isEmpty { continue }
            let pieces = pieces[form]
            // Empty pieces do not count: existing revisions depend on it.
            hasher.combine(pieces.count - 1 + pieces.count { !$0.isEmpty })
            for (index, piece) in pieces.enumerated() {
                if index > 0 { hasher.combine(0) }
                if !piece.isEmpty { hasher.combine(bytes: bytes.span.extracting(piece)) }
            }
        }
    }
}
