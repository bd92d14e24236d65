import Bytes
import Foundation
import JSON

/// Every phrase in one language, as a file of words says them.
final class StringTable: Sendable {
    /// The language: `de`.
    let tag: LanguageTag
    /// The rule of each phrase: the language's, or that of the language that stands in.
    private let rules: [PluralRule]
    /// By the phrase, then by the plural category; a phrase that is not counted has its one form under `other`.
    private let messages: [Message?]
    /// The texts of all messages, one behind the other: what is written comes from here, with no message held meanwhile.
    private let bytes: [UInt8]
    /// Where they are in ``bytes``.
    private let texts: [Range<Int>]
    /// Which of ``texts`` a message has, in the order of ``messages``; none where there is no message.
    private let forms: [Range<Int>]

    /// The keys of the phrases and forms that the file does not have and others stand in for: `newCount.few`.
    let missing: [String]

    /// Reads a file of words: each phrase by its key, as a text, or by plural categories where it is counted. Where a phrase is
    /// missing, that of `fallback` stands in, for a unit of time what Foundation knows of the locale; where a form is, `other`.
    /// - Parameter fallback: `nil` where nothing may be missing.
    init?(_ tag: LanguageTag, _ rule: PluralRule, reading value: CheckedValue, fallback: StringTable?) {
        var missing: [String] = []
        var rules = Array(repeating: rule, count: StringKey.allCases.count)
        let units = UnitNames(Locale(identifier: tag.description), rule)
        let read = value.object { object in
            StringKey.allCases.map { phrase -> [Message?]? in
                if fallback == nil {
                    return object.required(phrase.key).flatMap { Self.messages(reading: $0, phrase, rule, &missing) }
                }
                if let words = object.optional(phrase.key) {
                    return Self.messages(reading: words, phrase, rule, &missing)
                }
                if let messages = Self.messages(of: phrase, units, rule) { return messages }
                if !phrase.isInternational { missing.append(phrase.key) }
                guard let fallback else { return nil }
                rules[phrase.rawValue] = fallback.rules[phrase.rawValue]
                return fallback.messages(of: phrase)
            }
        }
        guard let read else { return nil }
        let messages = read.compactMap(\.self)
        guard messages.count == read.count else { return nil }
        self.missing = missing
        self.tag = tag
        self.rules = rules
        self.messages = Array(messages.joined())
        var bytes: [UInt8] = []
        var texts: [Range<Int>] = []
        forms = self.messages.map { message in
            let first = texts.count
            for text in message?.texts ?? [] {
                texts.append(bytes.count..<bytes.count + text.count)
                bytes += text
            }
            return first..<texts.count
        }
        self.bytes = bytes
        self.texts = texts
    }

    /// The messages of a unit, where Foundation knows it.
    private static func messages(of phrase: StringKey, _ units: UnitNames, _ rule: PluralRule) -> [Message?]? {
        var forms = [Message?](repeating: nil, count: PluralCategory.allCases.count)
        for category in phrase.placeholder == .count ? rule.categories : [.other] {
            guard let text = units.text(of: phrase, category),
                let message = try? Message(text, phrase.placeholder, isRequired: true)
            else { return nil }
            forms[category.rawValue] = message
        }
        return forms
    }

    private func messages(of phrase: StringKey) -> [Message?] {
        let first = phrase.rawValue * PluralCategory.allCases.count
        return Array(messages[first..<first + PluralCategory.allCases.count])
    }

    private static func messages(
        reading value: CheckedValue,
        _ phrase: StringKey,
        _ rule: PluralRule,
        _ missing: inout [String]
    ) -> [Message?]? {
        var forms = [Message?](repeating: nil, count: PluralCategory.allCases.count)
        guard phrase.placeholder == .count else {
            forms[PluralCategory.other.rawValue] = Message(reading: value, phrase.placeholder, isRequired: true)
            return forms[PluralCategory.other.rawValue] == nil ? nil : forms
        }
        _ = value.object { object in
            let other = object.required(PluralCategory.other.name).flatMap {
                Message(reading: $0, .count, isRequired: true)
            }
            for category in rule.categories where category != .other {
                if let form = object.optional(category.name) {
                    let isRequired = !rule.categoriesOfOne.contains(category)
                    forms[category.rawValue] = Message(reading: form, .count, isRequired: isRequired)
                } else {
                    forms[category.rawValue] = other
                    missing.append("\(phrase.key).\(category.name)")
                }
            }
            forms[PluralCategory.other.rawValue] = other
            return true
        }
        return rule.categories.allSatisfy { forms[$0.rawValue] != nil } ? forms : nil
    }

    /// Writes the form that goes with a number, in thousandths, or without one the only form, and with `argument` what is put
    /// in.
    @inline(__always)
    func write(
        _ phrase: StringKey,
        count: Int? = nil,
        to output: inout OutputSpan<UInt8>,
        _ argument: (inout OutputSpan<UInt8>) -> Void
    ) {
        let category = count.map { rules[phrase.rawValue].category(PluralOperands(thousandths: $0)) } ?? .other
        let form = forms[phrase.rawValue * PluralCategory.allCases.count + category.rawValue]
        precondition(!form.isEmpty, "no words are used that are not complete")
        for index in form {
            if index > form.lowerBound { argument(&output) }
            output.append(copying: bytes, texts[index])
        }
    }

    /// The most bytes of a phrase, in all its forms, where what is put in has the most bytes that `argument` says.
    func longest(_ argument: (StringKey.Placeholder) -> Int, of phrases: [StringKey] = StringKey.allCases) -> Int {
        let forms = PluralCategory.allCases.count
        return phrases.reduce(0) { longest, phrase in
            let argument = phrase.placeholder.map(argument) ?? 0
            return messages[phrase.rawValue * forms..<(phrase.rawValue + 1) * forms].reduce(longest) {
                max($0, $1?.length(argument: argument) ?? 0)
            }
        }
    }

    func combine(into hasher: inout RevisionHasher) {
        hasher.combine(tag.description)
        for message in messages { hasher.combine(message) { $1.combine(into: &$0) } }
    }
}
