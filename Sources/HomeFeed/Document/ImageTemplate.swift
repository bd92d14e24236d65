import Bytes

/// How an image service names an image in another size: `{url}?w={w}&h={h}&fit=crop`.
///
/// `{url}` stands for the image's URL, `{w}` and `{h}` for the size in pixels. The query of the template is added to
/// that of the image's URL, and a fragment stays at the end. Within the query of the template, the image's URL is
/// percent-encoded: `https://images.example.com/?url={url}&w={w}`.
struct ImageTemplate: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        /// The image's URL; percent-encoded in the query of the template.
        case url, encodedURL
        case width, height
    }

    let text: String
    let parts: [Part]

    /// The most places of widths and heights: a response reserves room for their digits.
    private static let maximumSizes = 8

    public static let expectation =
        "a URL with {url} once, and {w}, {h} or both, up to \(maximumSizes) times, such as \"{url}?w={w}&h={h}\""

    init?(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            switch rest[rest.index(after: open)..<close] {
            case "url": parts.append(text[..<open].contains("?") ? .encodedURL : .url)
            case "w": parts.append(.width)
            case "h": parts.append(.height)
            default: return nil
            }
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        let isVisible = text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        let sizes = parts.count { $0 == .width || $0 == .height }
        let urls = parts.count { $0 == .url || $0 == .encodedURL }
        guard isVisible, urls == 1, (1...Self.maximumSizes).contains(sizes) else { return nil }
        self.text = text
        self.parts = parts
    }
}

/// The templates of image services, each for the URLs with a prefix. The first match counts.
public struct ImageTemplates: Hashable, Sendable {
    struct Rule: Hashable, Sendable {
        let prefix: String
        let template: ImageTemplate
    }

    private let rules: [Rule]
    let revision: Revision

    /// All images have the URLs that the catalogue has.
    public static let none = ImageTemplates([])

    init(_ rules: [Rule]) {
        self.rules = rules
        revision = Revision {
            for rule in rules {
                $0.combine(rule.prefix)
                $0.combine(rule.template.text)
            }
        }
    }

    subscript(url: Span<UInt8>) -> ImageTemplate? {
        for rule in rules where url.count >= rule.prefix.utf8.count {
            if url.extracting(..<rule.prefix.utf8.count).equals(rule.prefix.utf8.span) { return rule.template }
        }
        return nil
    }
}
