import ByteOutput
import CheckedJSON
import Revisions

/// Every phrase in one language, as a file of words says them.
final class Phrasebook: Sendable {
    /// The language: `de`.
    let tag: LanguageTag
    private let rule: PluralRule
    /// By the phrase, then by the plural category; a phrase that is not counted has its one form under `other`.
    private let messages: [Message?]
    /// The texts of all messages, one behind the other: what is written comes from here, with no message held meanwhile.
    private let bytes: [UInt8]
    /// Where they are in ``bytes``.
    private let texts: [Range<Int>]
    /// Which of ``texts`` a message has, in the order of ``messages``; none where there is no message.
    private let forms: [Range<Int>]

    /// Reads a file of words: each phrase by its key, as a text, or by plural categories where it is counted. Exactly the
    /// phrases, categories and places that the language needs have to be there; all else is a finding.
    init?(_ tag: LanguageTag, _ rule: PluralRule, reading value: CheckedValue) {
        let read = value.object { object in
            Phrase.allCases.map { phrase in
                object.required(phrase.key).flatMap { Self.messages(reading: $0, phrase, rule) }
            }
        }
        guard let read else { return nil }
        let messages = read.compactMap(\.self)
        guard messages.count == read.count else { return nil }
        self.tag = tag
        self.rule = rule
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

    private static func messages(reading value: CheckedValue, _ phrase: Phrase, _ rule: PluralRule) -> [Message?]? {
        var forms = [Message?](repeating: nil, count: PluralCategory.allCases.count)
        guard phrase.placeholder == .count else {
            forms[PluralCategory.other.rawValue] = Message(reading: value, phrase.placeholder, isRequired: true)
            return forms[PluralCategory.other.rawValue] == nil ? nil : forms
        }
        _ = value.object { object in
            for category in rule.categories {
                forms[category.rawValue] = object.required(category.name).flatMap {
                    Message(reading: $0, .count, isRequired: !rule.categoriesOfOne.contains(category))
                }
            }
            return true
        }
        return rule.categories.allSatisfy { forms[$0.rawValue] != nil } ? forms : nil
    }

    /// Writes the form that goes with a number, in thousandths, or without one the only form, and with `argument` what is put
    /// in.
    @inline(__always)
    func write(
        _ phrase: Phrase,
        count: Int? = nil,
        to output: inout OutputSpan<UInt8>,
        _ argument: (inout OutputSpan<UInt8>) -> Void
    ) {
        let category = count.map { rule.category(PluralOperands(thousandths: $0)) } ?? .other
        let form = forms[phrase.rawValue * PluralCategory.allCases.count + category.rawValue]
        precondition(!form.isEmpty, "no words are used that are not complete")
        for index in form {
            if index > form.lowerBound { argument(&output) }
            output.append(copying: bytes, texts[index])
        }
    }

    /// The most bytes of a phrase, in all its forms, where what is put in has the most bytes that `argument` says.
    func longest(_ argument: (Phrase.Placeholder) -> Int, of phrases: [Phrase] = Phrase.allCases) -> Int {
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
