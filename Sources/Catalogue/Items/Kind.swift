import Bytes
import JSON

public final class Kind: Equatable, Sendable {
    public let name: String
    /// The attributes in the order of documents. For a kind read from JSON: required ones, those of the caption, then
    /// the others by name.
    public let attributes: [Attribute]
    /// The attributes by name, in the order of the columns of snapshots.
    let columns: [Attribute]
    /// The fields (``ItemField``) and attributes that every item must have, besides its id and title.
    public let required: [String]
    /// The lines that an item's card shows under its image.
    public let caption: [CaptionLine]
    public let link: ItemLink
    /// What replaces a missing subtitle; `nil` for nothing.
    public let subtitle: CaptionLine?
    /// The texts for screen readers, of which an item has the first with values that it has: the declared one; brand,
    /// title, subtitle and price, the other values of caption and subtitle, the address.
    public let labels: [[CaptionLine.Part]]
    /// More than the values, and the sixteen bytes of texts, that a card and its label show.
    public let maximumPieces: Int

    /// Kinds of items in documents that are not in the catalogue. No kind may have one of these names.
    static let reservedNames = ["brand", "banner", "infoCard", "loadMore", "error"]

    /// A kind with attributes of different names.
    /// - Parameter href: `nil` for `/{kind}/{id}`.
    public init(
        name: String,
        attributes: [Attribute] = [],
        required: [String] = [],
        caption: [String] = ["{title}"],
        subtitle: String? = nil,
        label: String? = nil,
        href: String? = nil
    ) {
        let (caption, subtitle) = (
            caption.map { CaptionLine($0, attributes) }, subtitle.map { CaptionLine($0, attributes) }
        )
        let label = label.map { CaptionLine($0, attributes, separatedBy: CaptionLine.comma) }
        self.name = name
        self.attributes = attributes
        columns = attributes.sorted { $0.name < $1.name }
        self.required = required
        self.caption = caption
        link = ItemLink(href ?? "/\(name)/{id}")
        self.subtitle = subtitle
        let spoken: [CaptionLine.Piece] = [.field(.brand), .title, .ownSubtitle, .field(.price), .field(.address)]
        let others = (caption + [subtitle].compactMap(\.self)).flatMap(\.parts).filter { part in
            part.contains { piece in
                if case .text = piece { false } else { !spoken.contains(piece) && piece != .field(.subtitle) }
            }
        }
        labels = [label?.parts ?? [], spoken.dropLast().map { [$0] } + others + [[.field(.address)]]]
        let (lines, subtitlePieces) = (caption + [label].compactMap(\.self), subtitle?.size ?? 0)
        maximumPieces = 2 * lines.reduce(0) { $0 + $1.size } * (1 + subtitlePieces) + subtitlePieces + 5
    }

    public static func == (one: Kind, other: Kind) -> Bool {
        one.name == other.name && one.attributes == other.attributes && one.required == other.required
            && one.caption == other.caption && one.link == other.link && one.subtitle == other.subtitle
            && one.labels == other.labels
    }

    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// Whether `text` is a valid name of a kind or an attribute: a lowercase letter, then up to 31 letters or digits.
    public static func isValidName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        return text.utf8.count <= 32 && text.utf8.allSatisfy { $0.isLetter || $0.isDigit }
    }

    static let maximumAttributes = 64
    static let maximumCaptionLines = 4
    /// The expected format of names of kinds and attributes, for error messages.
    public static let nameExpectation = "a lowercase letter, then up to 31 letters or digits"

    /// Reads the declaration of a kind: `{"attributes": {…}, "required": […], "caption": […], "subtitle": "…", "label":
    /// "…", "href": "…"}`.
    static func read(_ name: String, from value: CheckedValue) -> Kind? {
        guard Kind.isValidName(name) else {
            value.report("a kind's name is \(Kind.nameExpectation)")
            return nil
        }
        if Kind.reservedNames.contains(name) {
            value.report("\"\(name)\" is reserved, and cannot name a kind")
        }
        return value.object { object -> Kind? in
            let attributes = object.optional("attributes")?.attributes() ?? []
            let required = object.optional("required")?.array { field in
                field.choice("field or attribute", among: attributes.map(\.name) + ItemField.allCases.map(\.rawValue))
            }
            let caption = object.optional("caption")?.array(of: "lines", 1...Kind.maximumCaptionLines) { line in
                line.captionLine(showing: attributes)
            }
            let subtitle = object.optional("subtitle")?.captionLine(showing: attributes)
            let label = object.optional("label")?.captionLine(showing: attributes)
            let shown = ((required ?? []).map { "{\($0)}" } + (caption ?? []) + [subtitle ?? ""]).joined()
            func position(_ attribute: Attribute) -> String.Index {
                shown.firstRange(of: "{\(attribute.name)}")?.lowerBound ?? shown.endIndex
            }
            return Kind(
                name: name,
                attributes: attributes.sorted { (position($0), $0.name) < (position($1), $1.name) },
                required: required ?? [],
                caption: caption ?? ["{title}"],
                subtitle: subtitle,
                label: label,
                href: object.optional("href")?.addressOfItem()
            )
        }
    }
}

extension CheckedValue {
    fileprivate func attributes() -> [Attribute]? {
        let declared = dictionary { CheckedObject.isComment($0) ? nil : Attribute.read($0, from: $1) }
        guard let declared else { return nil }
        if declared.count > Kind.maximumAttributes {
            report("expected at most \(Kind.maximumAttributes) attributes, found \(declared.count)")
        }
        return declared.values.sorted { $0.name < $1.name }
    }

    /// Reads a text with names of fields and attributes in braces.
    fileprivate func captionLine(showing attributes: [Attribute]) -> String? {
        guard let text = nonEmptyString() else { return nil }
        let names = ItemField.captionNames.union(attributes.map(\.name))
        var rest = text[...]
        while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
            let name = rest[rest.index(after: brace)...].prefix { !"{}".contains($0) }
            guard rest[brace] == "{", rest[name.endIndex...].first == "}" else {
                return mismatch("a line whose { } are closed")
            }
            guard names.contains(String(name)) else {
                let advice = SpellingSuggestion.advice(for: String(name), among: names.sorted())
                report("unknown field or attribute \"\(name)\"; \(advice)")
                return nil
            }
            if attributes.contains(where: { $0.name == name && $0.type == .flag }) {
                report("\"\(name)\" is a flag, which no line can show")
                return nil
            }
            rest = rest[name.endIndex...].dropFirst()
        }
        return text
    }

    public func addressOfItem() -> String? {
        guard case .string(let text) = json, text.contains("{id}"),
            text.replacing("{id}", with: "").utf8.allSatisfy({
                (0x21...0x7e).contains($0) && !"{}\"<>\\^`|".utf8.contains($0)
            })
        else { return mismatch("an address with {id} in it, such as \"/restaurants/{id}\"") }
        return text
    }
}
