/// A well-formed language tag (BCP 47; RFC 5646 section 2.1), in its canonical case: `de`, `de-AT`, `zh-Hant-TW`.
///
/// POSIX, Java and Android write `_` in place of `-`: `de_AT` is read as `de-AT`.
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    /// The tag, in the case of RFC 5646 section 2.1.1.
    public let description: String
    /// The region, `AT` or `419`, where there is one.
    public let region: String?

    /// The longest tag that is read, in bytes; RFC 5646 section 4.4.1 asks for 35.
    public static let maximumLength = 100

    /// What a tag looks like, for error messages.
    public static let expectation = "a language tag (BCP 47) such as de or de-AT"

    /// Reads a tag in any case, with `-` or `_` between its subtags; `nil` where it is not well-formed or longer than
    /// ``maximumLength``.
    public init?(_ text: some StringProtocol) {
        // There are characters beyond ASCII whose lower case is within.
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let subtags = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard subtags.allSatisfy({ 1...8 ~= $0.utf8.count && $0.utf8.allSatisfy(\.isAlphanumeric) }) else { return nil }
        var reader = SubtagReader(subtags)
        guard Self.irregular.contains(subtags.joined(separator: "-")) || reader.readTag() else { return nil }
        region = reader.region.map { $0.uppercased() }
        description = Self.canonical(subtags)
    }

    /// The tag, then the tag without its last subtag, and so on (RFC 4647 section 3.4): `zh-Hant-TW`, `zh-Hant`, `zh`.
    var fallbacks: some Sequence<String> {
        sequence(first: description) { text in
            guard let end = text.lastIndex(of: "-") else { return nil }
            let rest = text[..<end]
            // A singleton introduces what was cut off, and goes with it.
            let last = rest.split(separator: "-").last
            return String(last?.count == 1 && rest.contains("-") ? rest.dropLast(2) : rest)
        }
    }

    /// The tag with a region behind it, for one that has none; `nil` where there is no such region.
    func adding(region: String) -> LanguageTag? {
        LanguageTag("\(description)-\(region)")
    }

    private static func canonical(_ subtags: [Substring]) -> String {
        var isExtended = false
        return subtags.enumerated().map { index, subtag in
            defer { if subtag.utf8.count == 1 { isExtended = true } }
            if index == 0 || isExtended { return String(subtag) }
            return switch subtag.utf8.count {
            case 2: subtag.uppercased()
            case 4 where subtag.utf8.allSatisfy(\.isLetter): subtag.prefix(1).uppercased() + subtag.dropFirst()
            default: String(subtag)
            }
        }.joined(separator: "-")
    }

    /// The tags that were registered before there was a grammar, and do not follow it.
    private static let irregular: Set<String> = [
        "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
        "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
    ]
}

/// Reads the subtags of a tag, all in lower case, from the first to the last.
private struct SubtagReader {
    private var rest: ArraySlice<Substring>
    private(set) var region: String?

    init(_ subtags: [Substring]) {
        rest = subtags[...]
    }

    /// Whether the subtags are a tag (RFC 5646 section 2.1, `langtag` or `privateuse`).
    mutating func readTag() -> Bool {
        if rest.first == "x" { return readPrivateUse() }
        guard let language = next({ 2...8 ~= $0.count && $0.allSatisfy(\.isLetter) }) else { return false }
        if language.utf8.count <= 3 {
            for _ in 0..<3 where next({ $0.count == 3 && $0.allSatisfy(\.isLetter) }) == nil { break }
        }
        _ = next { $0.count == 4 && $0.allSatisfy(\.isLetter) }
        region = next {
            $0.count == 2 && $0.allSatisfy(\.isLetter) || $0.count == 3 && $0.allSatisfy(\.isDigit)
        }.map(String.init)
        guard readVariants(), readExtensions() else { return false }
        return rest.isEmpty || rest.first == "x" && readPrivateUse()
    }

    private mutating func readVariants() -> Bool {
        var seen: Set<Substring> = []
        while let variant = next({ $0.count >= 5 || $0.count == 4 && $0.first?.isDigit == true }) {
            guard seen.insert(variant).inserted else { return false }
        }
        return true
    }

    private mutating func readExtensions() -> Bool {
        var seen: Set<Substring> = []
        while let singleton = next({ $0.count == 1 && $0.first != UInt8(ascii: "x") }) {
            guard seen.insert(singleton).inserted, next({ $0.count >= 2 }) != nil else { return false }
            while next({ $0.count >= 2 }) != nil {}
        }
        return true
    }

    private mutating func readPrivateUse() -> Bool {
        let isAny = rest.count > 1
        rest = []
        return isAny
    }

    private mutating func next(_ fits: (Substring.UTF8View) -> Bool) -> Substring? {
        guard let first = rest.first, fits(first.utf8) else { return nil }
        return rest.removeFirst()
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    /// Whether it is a letter of ASCII.
    fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
    fileprivate var isAlphanumeric: Bool { isDigit || isLetter }
}
