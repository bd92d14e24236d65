import Bytes

/// An entry of the catalogue: a listing, a product, or an item of a kind that the config declares.
public struct CatalogueItem: Hashable, Sendable {
    public var id: ID
    public var title: String
    public var subtitle: String?
    /// URLs of images, the best first.
    public var images: [String] = []
    /// The colour in the place of its images until they are there; `nil` for one that follows from the id.
    public var placeholder: RGBColor?
    /// The target of a tap; `nil` for the kind's default.
    public var href: String?
    public var price: Money?
    /// The price before a reduction, in minor units of the currency of ``price``.
    public var previousPrice: Int64?
    /// A lower price for a time; only beside a price, which is then the previous one.
    public var sale: Sale?
    public var place: Coordinate?
    public var address: String?
    /// The market, an ``Identifier`` such as `toledo`; `nil` if markets do not apply.
    public var market: String?
    public var brand: Brand?
    /// Whether the brand takes its name from this item rather than from its first item.
    public var renamesBrand = false
    /// The category, an ``Identifier`` such as `shoes`.
    public var category: String?
    public var collections: [String] = []
    public var status = ItemStatus.active
    /// The listing time; 0 if unknown.
    public var listedAt: Instant = 0
    /// Whether the store keeps the ``listedAt`` that it has, if any.
    public var keepsListedAt = false
    /// When the offer begins, if not at once: the item is shown and listed from then on.
    public var startsAt: Instant?
    public var expiresAt: Instant?
    public var attributes: [String: AttributeValue] = [:]
}

extension CatalogueItem {
    public init(id: ID, title: String) {
        self.init(id: id, title: title, subtitle: nil)
    }

    /// The kind of an item and its identifier within that kind: `listing:7129300520`.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, a ``Kind/isValidName(_:)``.
        public let kind: String
        /// The publisher's identifier, an ``Identifier``.
        public let id: String

        public init(kind: String, id: String) {
            self.kind = kind
            self.id = id
        }

        /// Parses `kind:id`; `nil` if either part is malformed.
        public init?(_ text: String) {
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let (kind, id) = (text[..<colon], text[text.utf8.index(after: colon)...])
            guard Kind.isValidName(kind), Identifier.isValid(id) else { return nil }
            self.init(kind: String(kind), id: String(id))
        }

        public var description: String { "\(kind):\(id)" }

        /// Whether it names an item of documents that is not in the catalogue: a brand or a banner.
        public var isCard: Bool { Kind.reservedNames.contains(kind) }

        /// A hash of the kind and the identifier, the same on every machine.
        public var hash: UInt64 { Self.hash(kind: kind.utf8.span, id: id.utf8.span) }

        static func hash(kind: Span<UInt8>, id: Span<UInt8>) -> UInt64 {
            Revision {
                $0.combine(bytes: kind)
                $0.combine(bytes: id)
            }.rawValue
        }
    }
}

/// The status of an item. The raw value is the permanent number in stores.
public enum ItemStatus: UInt8, Sendable, CaseIterable {
    /// Available until it expires.
    case active = 0
    /// Temporarily withdrawn by its publisher.
    case hidden = 1
    case sold = 2
    case outOfStock = 3

    /// The word in mappings: the name of the case.
    public var word: String { "\(self)" }
}

public struct Brand: Hashable, Sendable {
    /// An ``Identifier``, unique among brands: `comme-des-garcons`.
    public var id: String
    /// The name as the brand writes it: `Comme des Garçons`.
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// The id of the brand as an item of a document: `brand:nike`.
    public var itemID: CatalogueItem.ID { CatalogueItem.ID(kind: "brand", id: id) }
}
