import Bytes
import Catalogue

enum Slug {
    /// The longest slug, in bytes, before a hash replaces the rest.
    private static let maxLength = 100
    private static let marks: [Unicode.GeneralCategory] = [.nonspacingMark, .enclosingMark, .spacingMark, .format]

    /// A readable ``Identifier``: lower-case Latin letters without marks, digits, and hyphens between words.
    /// `Comme des Garçons` becomes `comme-des-garcons`, `VINNY’s` becomes `vinnys`.
    ///
    /// A hash of the text follows if a letter has no such form or the slug is too long, so that slugs stay distinct.
    static func of(_ text: String) -> String {
        var slug = ""
        var needsHyphen = false
        var isComplete = true
        for scalar in text.unicodeScalars {
            if let letters = letters(of: scalar) {
                if needsHyphen, !slug.isEmpty { slug += "-" }
                needsHyphen = false
                slug += letters
            } else if !"'’".unicodeScalars.contains(scalar), !marks.contains(scalar.properties.generalCategory) {
                needsHyphen = true
                if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { isComplete = false }
            }
        }
        if isComplete, (1...maxLength).contains(slug.utf8.count) { return slug }
        let hash = hash(of: Array(text.utf8)[...])
        return slug.isEmpty ? hash : "\(slug.prefix(maxLength))-\(hash)"
    }

    static func hash(of text: FieldBytes) -> String {
        Revision { $0.combine(bytes: Array(text).span) }.description
    }

    /// The lower-case ASCII letters or the digit for `scalar`.
    private static func letters(of scalar: Unicode.Scalar) -> String? {
        if scalar.isASCII {
            return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                ? scalar.properties.lowercaseMapping : nil
        }
        if scalar == "ß" { return "ss" }
        // The name contains the letter without its marks: LATIN SMALL LETTER C WITH CEDILLA, LATIN CAPITAL LIGATURE OE.
        guard let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return nil }
        let words = name.split(separator: " ")
        guard let kind = words.firstIndex(where: { $0 == "LETTER" || $0 == "LIGATURE" }), kind + 1 < words.count,
            words.count == kind + 2 || words[kind + 2] == "WITH", words[kind + 1].utf8.count <= 2
        else { return nil }
        return words[kind + 1].lowercased()
    }
}
