import Bytes
import JSON

final class StringTable: Sendable {
    /// The strings of one key by ``PluralCategory``, in UTF-8 that needs no JSON escaping, with ``placeholderByte`` for
    /// `{count}` and the like. A form that the language does not have is empty; a key without a count has only `other`.
    typealias Forms = [[UInt8]]

    private static let placeholderByte: UInt8 = 0

    let tag: LanguageTag
    /// By key: the plural rule of the language, or of the language that replaces the string.
    private let rules: [PluralRule]
    /// By key and category, ranges of ``bytes``. Flat, so that writing retains nothing.
    private let forms: [Range<Int>]
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
        forms = all.joined().map { form in
            bytes += form
            return bytes.count - form.count..<bytes.count
        }
        self.bytes = bytes
    }

    func forms(of key: StringKey) -> Forms { forms[range(of: key)].map { Array(bytes[$0]) } }

    private static func forms(
        reading value: CheckedValue,
        _ key: StringKey,
        _ rule: PluralRule,
        _ warn: (_ missing: String) -> Void
    ) -> Forms? {
        guard key.placeholder == .count else {
            return text(reading: value, key.placeholder).map { text in
                PluralCategory.allCases.map { $0 == .other ? text : [] }
            }
        }
        return value.object { object in
            let other = object.required(PluralCategory.other.name).flatMap { text(reading: $0, .count) }
            let forms = PluralCategory.allCases.map { category -> [UInt8]? in
                if category == .other { return other }
                if !rule.categories.contains(category) { return [] }
                if let form = object.optional(category.name) {
                    let isRequired = !rule.categoriesOfOneNumber.contains(category)
                    return text(reading: form, .count, isRequired: isRequired)
                }
                warn("\(key.name).\(category.name)")
                return other
            }
            let read = forms.compactMap(\.self)
            return read.count == forms.count ? read : nil
        }
    }

    /// - Parameter isRequired: A missing placeholder is an error.
    private static func text(
        reading value: CheckedValue,
        _ placeholder: StringKey.Placeholder?,
        isRequired: Bool = true
    ) -> [UInt8]? {
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
        return Array(pieces.map { Array($0.utf8) }.joined(separator: [placeholderByte]))
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
        var start = form.lowerBound
        for index in form where bytes[index] == Self.placeholderByte {
            output.append(copying: bytes, start..<index)
            argument(&output)
            start = index + 1
        }
        output.append(copying: bytes, start..<form.upperBound)
    }

    /// In all forms, if arguments have at most the given lengths.
    func maximumLength(of keys: [StringKey] = StringKey.allCases, _ argument: (StringKey.Placeholder) -> Int) -> Int {
        keys.map { key in
            let argument = key.placeholder.map(argument) ?? 0
            return forms[range(of: key)].map { form in
                bytes[form].reduce(0) { $0 + ($1 == Self.placeholderByte ? argument : 1) }
            }.max() ?? 0
        }.max() ?? 0
    }

    func combine(into hasher: inout RevisionHasher) {
        hasher.combine(tag.description)
        for form in forms {
            hasher.combine(!form.isEmpty)
            if form.isEmpty { continue }
            let pieces = bytes[form].split(separator: Self.placeholderByte, omittingEmptySubsequences: false)
            // Empty pieces do not count: existing revisions depend on it.
            hasher.combine(pieces.count - 1 + pieces.count { !$0.isEmpty })
            for (index, piece) in pieces.enumerated() {
                if index > 0 { hasher.combine(0) }
                if !piece.isEmpty { hasher.combine(bytes: piece.span) }
            }
        }
    }
}
