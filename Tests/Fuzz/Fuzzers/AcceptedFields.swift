@testable import HTTPServer
@testable import Localization

enum AcceptedFields {
    private typealias Preference = LanguageTag?

    static func test(_ input: [UInt8]) {
        guard let field = String(validating: input, as: UTF8.self) else { return }
        let preferences = LanguageTag.accepted(in: field)
        expect(preferences.count <= LanguageTag.maximumAccepted, "the count is limited, found \(preferences.count)")
        for case let tag? in preferences { Tags.checkParts(of: tag) }
        // The cache is kept from one input to the next.
        let languages = SupportedLanguages.english
        let localizer = languages.localizer(accepting: field)
        expect(localizer == nil || !preferences.isEmpty, "no localizer without a language")
        expect(languages.localizer(accepting: field) === localizer, "the cached value equals the parsed one")
        expect(languages.acceptedCount <= SupportedLanguages.acceptedSize, "the cache is limited")

        let elements = input.split(separator: UInt8(ascii: ","))
        guard elements.count < LanguageTag.maximumAccepted else { return }
        checkAgainstPlain(preferences, elements)
        func again(_ field: [UInt8]) -> [Preference] {
            LanguageTag.accepted(in: String(decoding: field, as: UTF8.self))
        }
        expect(again(input.map(\.lowercased)) == preferences, "case is ignored")
        expect(again(Array(elements.joined(separator: Array(" ,\t".utf8)))) == preferences, "blanks are ignored")
        expect(again(Array(",, ".utf8) + input) == preferences, "empty elements are ignored")
        expect(again(input + Array(",xx;q=0.000".utf8)) == preferences, "weight 0 is left out")
    }

    /// Parses the field again, each element with a pattern.
    private static func checkAgainstPlain(_ found: [Preference], _ elements: [ArraySlice<UInt8>]) {
        let pattern =
            #/[ \t]*(?<name>\*|[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*)[ \t]*(;[ \t]*[qQ]=(?<weight>0(\.[0-9]{0,3})?|1(\.0{0,3})?)[ \t]*)?/#
        var plain: [(preference: Preference, weight: Double)] = []
        for element in elements {
            if element.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            let text = String(decoding: element, as: UTF8.self)
            guard let match = text.wholeMatch(of: pattern), match.name == "*" || LanguageTag(String(match.name)) != nil
            else {
                return expect(found.isEmpty, "a malformed field has no preferences, found \(found)")
            }
            let weight = match.weight.map { Double($0.hasSuffix(".") ? $0.dropLast() : $0) ?? .nan } ?? 1
            if weight > 0 { plain.append((LanguageTag(String(match.name)), weight)) }
        }
        let weights = Set(plain.map(\.weight)).sorted(by: >)
        let expected = weights.flatMap { weight in plain.filter { $0.weight == weight }.map(\.preference) }
        expect(found == expected, "expected \(expected), found \(found)")
    }
}
