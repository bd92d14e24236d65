/// A line of a card's caption: a template with names of fields and attributes in braces, such as `★ {rating} ·
/// {delivery}`.
public struct CaptionLine: Hashable, Sendable {
    /// The pieces between two separators, in order. A part is dropped if the item lacks any of its values.
    public typealias Part = [Piece]

    public enum Piece: Hashable, Sendable {
        case text(String)
        case title
        /// The item's own subtitle, not the one that the kind has in its place.
        case ownSubtitle
        case field(ItemField)
        /// The index of an attribute in the kind.
        case attribute(Int)

        fileprivate init(named name: String, among attributes: [Attribute]) {
            if name == "title" {
                self = .title
            } else if let field = ItemField(rawValue: name) {
                self = .field(field)
            } else if let index = attributes.firstIndex(where: { $0.name == name }) {
                self = .attribute(index)
            } else {
                self = .text("{\(name)}")
            }
        }
    }

    public let template: String
    public let parts: [Part]
    public let showsPrice: Bool

    public static let separator: StaticString = " · "
    /// The separator of labels, in place of which a label has that of the language.
    static let comma: StaticString = ", "

    /// Parses a template. An unclosed brace and an unknown name are literal text.
    init(_ template: String, _ attributes: [Attribute], separatedBy separator: StaticString = separator) {
        self.template = template
        parts = template.split(separator: "\(separator)", omittingEmptySubsequences: false).map {
            Self.part($0, attributes)
        }
        showsPrice = parts.joined().contains(.field(.price))
    }

    private static func part(_ text: Substring, _ attributes: [Attribute]) -> Part {
        var pieces: Part = []
        var rest = text
        while let brace = rest.firstIndex(of: "{"), let end = rest[brace...].firstIndex(of: "}") {
            if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
            pieces.append(Piece(named: String(rest[rest.index(after: brace)..<end]), among: attributes))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }

    /// The number of pieces and of the sixteenths of their texts, in bytes.
    var size: Int { parts.joined().count + template.utf8.count / 16 }
}
