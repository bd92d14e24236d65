import Foundation

/// CLDR's aliases and likely subtags (Unicode TR 35, "BCP 47 Conformance" and "Likely Subtags") of the languages that have
/// a plural rule: the table that `Scripts/subtags` makes.
struct SubtagTable: Decodable {
    /// The language for an old, longer or wider one, in lowercase, with its script or region if that follows: `iw` is
    /// `he`, `sh` is `sr-latn`, `prs` is `fa-af`.
    let aliases: [String: String]
    /// The region for a former one or a number, in lowercase: `uk` is `gb`.
    let regions: [String: String]
    /// `Hans-CN` for `zh`, `Hant` for `zh-TW`, `TW` for `zh-Hant`. A region with the language's usual script has none.
    let likely: [String: String]

    static let cldr: SubtagTable = {
        guard let table = try? JSONDecoder().decode(SubtagTable.self, from: Data(PackageResources.subtags_json)) else {
            preconditionFailure("the built-in subtags are checked by tests")
        }
        return table
    }()

    /// The subtags, in lowercase, with the alias of the language replaced.
    func canonical(_ subtags: [Substring]) -> [Substring] {
        let pair = subtags.count > 1 ? aliases["\(subtags[0])-\(subtags[1])"] : nil
        var rest = subtags.dropFirst(pair == nil ? 1 : 2)
        let language = (pair ?? aliases[String(subtags[0])] ?? String(subtags[0])).split(separator: "-")
        // What the tag says itself has precedence. A script comes first, then the region.
        let own = rest.prefix { $0.utf8.count > 1 }
        if let added = language.dropFirst().first, !own.contains(where: { $0.utf8.count == added.utf8.count }) {
            rest.insert(added, at: rest.startIndex + (added.utf8.count == 2 && own.first?.utf8.count == 4 ? 1 : 0))
        }
        return Array(language.prefix(1) + rest)
    }
}
