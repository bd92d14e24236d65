import Bytes
import Foundation

/// Decodes HTML to plain text: without tags, comments, scripts and styles, with characters for entities, and with one
/// space for white space and for tags that break a line.
enum HTMLText {
    /// Tags within a word. All others separate words.
    private static let inlineTags: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark",
        "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
    ]

    static func text(of html: FieldBytes) -> FieldBytes {
        guard html.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return html }
        var rest = String(decoding: html, as: UTF8.self)[...]
        var text = ""
        // Not searched again for an end that is not there.
        var hasTags = true
        while let character = rest.first {
            if character == "<", hasTags, let tag = takeTag(from: &rest, &hasTags) {
                if !inlineTags.contains(tag) { text += " " }
            } else if character == "&", let decoded = takeEntity(from: &rest) {
                text += decoded
            } else {
                text.append(rest.removeFirst())
            }
        }
        // The separator of lists is no white space. Non-breaking spaces stay, except at the ends.
        let words = text.split { " \t\n\r\r\n\u{c}".contains($0) }
        return FieldBytes(words.joined(separator: " ").trimmingCharacters(in: .whitespaces).utf8)
    }

    /// Removes the tag or comment at the beginning, with the content of a script or style.
    /// - Returns: Its name in lower case; `nil` for a mere sign.
    private static func takeTag(from rest: inout Substring, _ hasTags: inout Bool) -> String? {
        if rest.hasPrefix("<!--") {
            rest = rest.range(of: "-->").map { rest[$0.upperBound...] } ?? ""
            return "b"
        }
        let inner = rest.dropFirst(rest.hasPrefix("</") ? 2 : 1)
        guard let first = inner.first, first.isASCII, first.isLetter || "!?".contains(first) else { return nil }
        var quote: Character?
        let content = inner.prefix { character in
            if character == quote { quote = nil } else if "\"'".contains(character) { quote = quote ?? character }
            return quote != nil || character != ">"
        }
        hasTags = content.endIndex < inner.endIndex
        guard hasTags else { return nil }
        let name = content.prefix { $0.isLetter || $0.isNumber }.lowercased()
        let isEnd = inner.startIndex > rest.index(after: rest.startIndex)
        rest = inner[inner.index(after: content.endIndex)...]
        if !isEnd, name == "script" || name == "style" {
            rest = rest.range(of: "</\(name)", options: .caseInsensitive).map { rest[$0.lowerBound...] } ?? ""
        }
        return name
    }

    // MARK: Entities

    /// Removes the entity at the beginning, which must end in a semicolon; `nil` if it is unknown.
    private static func takeEntity(from rest: inout Substring) -> String? {
        let body = rest.dropFirst().prefix(33).prefix { $0 != ";" }
        guard body.endIndex < rest.endIndex, rest[body.endIndex] == ";" else { return nil }
        let digits = body.drop { $0 == "#" }
        let code =
            digits.first == "x" || digits.first == "X"
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let decoded = body.hasPrefix("#") ? code.map(character) : named[body] else { return nil }
        rest = rest[rest.index(after: body.endIndex)...]
        return decoded
    }

    /// Codes from 128 to 159 stand for windows-1252, as in browsers.
    private static func character(_ code: UInt32) -> String {
        if 0x80...0x9f ~= code, let text = String(bytes: [UInt8(code)], encoding: .windowsCP1252) { return text }
        return code == 0 ? "\u{fffd}" : Unicode.Scalar(code).map { String($0) } ?? "\u{fffd}"
    }

    /// Those of Latin-1, in their order from U+00A0 on.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
        Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times \
        Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave \
        eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave \
        uacute ucirc uuml yacute thorn yuml
        """
    private static let others: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
        "scaron": "š", "Yuml": "Ÿ", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200c}",
        "zwj": "\u{200d}", "lrm": "\u{200e}", "rlm": "\u{200f}", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’",
        "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "bull": "•", "hellip": "…", "prime": "′", "Prime": "″",
        "lsaquo": "‹", "rsaquo": "›", "euro": "€", "trade": "™", "minus": "−", "ne": "≠", "le": "≤", "ge": "≥",
        "larr": "←", "rarr": "→", "star": "☆", "starf": "★", "check": "✓", "permil": "‰", "infin": "∞", "fnof": "ƒ",
    ]
    private static let named = latin1.split(separator: " ").enumerated().reduce(into: others) { names, entity in
        names[entity.element] = Unicode.Scalar(UInt32(0xa0 + entity.offset)).map { String($0) }
    }
}
