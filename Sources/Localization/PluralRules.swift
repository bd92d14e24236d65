import JSON

/// The plural rules of all languages of CLDR.
public enum PluralRules {
    /// The rules by their languages' tags: `pl`, `pt-PT`. CLDR's own table, which `Scripts/plurals` has brought into this form.
    private static let all: [String: PluralRule] = {
        let read = try? CheckedValue.read(JSONValue(parsing: PackageResources.plurals_json), rules)
        guard let read else { preconditionFailure("the rules that the program is built with are checked by its tests") }
        return read
    }()

    /// The rule of a language; `nil` where CLDR has none.
    public static func rule(of tag: LanguageTag) -> PluralRule? {
        tag.fallbacks.lazy.compactMap { all[$0] }.first
    }

    /// The tags of the languages that have a rule.
    public static var languages: [String] { all.keys.sorted() }

    private static func rules(reading value: CheckedValue) -> [String: PluralRule]? {
        value.object { object in
            let rules = object.required("rules")?.array { $0.object { rule(reading: &$0) } }
            return rules.map { Dictionary($0.joined()) { first, _ in first } }
        }
    }

    private static func rule(reading object: inout CheckedObject) -> [(String, PluralRule)]? {
        let languages = object.required("languages")?.array { $0.string() }
        var conditions: [(PluralCategory, PluralCondition)] = []
        for category in PluralCategory.allCases where category != .other {
            guard let text = object.optional(category.name)?.string() else { continue }
            guard let condition = PluralCondition(text) else { return nil }
            conditions.append((category, condition))
        }
        let rule = PluralRule(conditions)
        return languages.map { $0.map { ($0, rule) } }
    }
}
