import Bytes
import Catalogue

/// Identifiers made of texts.
enum Slug {
    /// How much of a slug is kept before a hash takes the place of the rest.
    private static let maximumLength = 100

    /// A readable ``Identifier``: the Latin letters and the digits of `text`, small and without their marks, and a
    /// hyphen for whatever stands between them; `Comme des Garçons` becomes `comme-des-garcons`.
    ///
    /// Apostrophes and marks vanish (`VINNY’s`, `vinnys`). Where a letter or a digit cannot be written so, or the slug
    /// is too long, a hash of the text follows, so that different texts keep different slugs.
    static func of(_ text: String) -> String {
        var slug = ""
        var isPending = false
        var isWhole = true
        for scalar in text.unicodeScalars {
            if let letters = letters(of: scalar) {
                if isPending, !slug.isEmpty { slug += "-" }
                isPending = false
                slug += letters
            } else if !vanishes(scalar) {
                isPending = true
                if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { isWhole = false }
            }
        }
        if isWhole, (1...maximumLength).contains(slug.utf8.count) { return slug }
        let hash = hash(of: Array(text.utf8)[...])
        return slug.isEmpty ? hash : "\(slug.prefix(maximumLength))-\(hash)"
    }

    /// Sixteen hexadecimal digits that stand for `text`.
    static func hash(of text: ArraySlice<UInt8>) -> String {
        Revision { $0.combine(bytes: Array(text).span) }.description
    }

    /// The small ASCII letters, or the digit, that stand for `scalar`.
    private static func letters(of scalar: Unicode.Scalar) -> String? {
        if scalar.isASCII {
            return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                ? scalar.properties.lowercaseMapping : nil
        }
        if scalar == "ß" { return "ss" }
        // A letter's name says what it is without its marks: LATIN SMALL LETTER C WITH CEDILLA, LATIN CAPITAL LIGATURE
        // OE.
        guard let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return nil }
        let words = name.split(separator: " ")
        guard let kind = words.firstIndex(where: { $0 == "LETTER" || $0 == "LIGATURE" }), kind + 1 < words.count,
            words.count == kind + 2 || words[kind + 2] == "WITH", words[kind + 1].utf8.count <= 2
        else { return nil }
        return words[kind + 1].lowercased()
    }

    private static func vanishes(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format: true
        default: scalar == "'" || scalar == "’"
        }
    }
}
