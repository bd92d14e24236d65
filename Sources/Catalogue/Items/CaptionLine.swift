/// A line of a card's caption: a template with names of fields and attributes in braces, such as `★ {rating} ·
/// {delivery}`.
public struct CaptionLine: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The template between two separators. A part is dropped if the item lacks any of its values.
    public struct Part: Hashable, Sendable {
        /// The pieces, in order.
        public let pieces: [Piece]
        /// By piece: the index of its attribute in a kind; -1 if it shows none. Empty without attributes. Equal parts
        /// may be of different kinds.
        public internal(set) var attributes: [Int] = []

        public static func == (one: Part, other: Part) -> Bool { one.pieces == other.pieces }

        public func hash(into hasher: inout Hasher) { hasher.combine(pieces) }

        /// The names of the fields and attributes in the part.
        public var names: [String] {
            pieces.compactMap { piece in
                switch piece {
                case .text: nil
                case .title: CaptionLine.title
                case .field(let field): field.rawValue
                case .attribute(let name): name
                }
            }
        }
    }

    public enum Piece: Hashable, Sendable {
        case text(String)
        case title
        case field(ItemField)
        case attribute(String)

        /// Whether the piece shows a value that labels do not otherwise contain.
        var isOnlyInCaption: Bool {
            switch self {
            case .text, .title: false
            case .field(let field): ![.brand, .subtitle, .price, .address].contains(field)
            case .attribute: true
            }
        }

        fileprivate init(named name: String) {
            if let field = ItemField(rawValue: name) {
                self = .field(field)
            } else {
                self = name == CaptionLine.title ? .title : .attribute(name)
            }
        }
    }

    /// The parts between separators.
    public private(set) var parts: [Part]

    public static let separator = " · "
    public static let separatorLiteral: StaticString = " · "
    /// The separator of labels, in place of which a label has that of the language.
    static let comma = ", "
    private static let title = "title"

    /// Parses a template. An unclosed brace is literal text.
    init(_ text: String, separatedBy separator: String = separator) {
        parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Part($0) }
    }

    /// Parses a template, see ``init(_:)``.
    public init(stringLiteral text: String) { self.init(text) }

    /// The names of the fields and attributes in the line.
    public var names: [String] { parts.flatMap(\.names) }

    /// The line with the indexes of its attributes.
    func resolved(among attributes: [Attribute]) -> CaptionLine {
        var line = self
        for index in parts.indices {
            let indexes = parts[index].pieces.map { piece in
                if case .attribute(let name) = piece { attributes.firstIndex { $0.name == name } ?? -1 } else { -1 }
            }
            if indexes.contains(where: { $0 >= 0 }) { line.parts[index].attributes = indexes }
        }
        return line
    }

    public var showsPrice: Bool { parts.contains { $0.pieces.contains(.field(.price)) } }

    /// The number of pieces and of the sixteenths of their texts, in bytes.
    var size: Int {
        parts.flatMap(\.pieces).reduce(0) { size, piece in
            if case .text(let text) = piece { size + 1 + text.utf8.count / 16 } else { size + 1 }
        }
    }
}

extension CaptionLine.Part {
    fileprivate init(_ text: Substring) {
        var pieces: [CaptionLine.Piece] = []
        var rest = text
        while let brace = rest.firstIndex(of: "{"), let end = rest[brace...].firstIndex(of: "}") {
            if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
            pieces.append(CaptionLine.Piece(named: String(rest[rest.index(after: brace)..<end])))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
    }
}
