/// An entry of the catalogue: a listing, a product, or an item of a kind that the config declares.
public struct CatalogueItem: Hashable, Sendable {
    /// The item's kind and its publisher's identifier.
    public var id: ID
    /// The headline.
    public var title: String
    /// A second line.
    public var subtitle: String?
    /// Addresses of its images, the best first.
    public var images: [String]
    /// Where a tap leads; `nil` for the kind's default.
    public var href: String?
    /// The price.
    public var price: Money?
    /// What it cost before a reduction, in minor units of the currency of ``price``.
    public var previousPrice: Int64?
    /// Where it is.
    public var place: Coordinate?
    /// The postal address.
    public var address: String?
    /// The market that it is offered in, an ``Identifier`` such as `toledo`; `nil` where markets do not apply.
    public var market: String?
    /// The brand.
    public var brand: Brand?
    /// Whether the brand is called for all items as it is here, and not as in the first item of the brand.
    public var renamesBrand: Bool
    /// The category, an ``Identifier`` such as `shoes`.
    public var category: String?
    /// The identifiers of its collections.
    public var collections: [String]
    /// Whether it is offered.
    public var status: ItemStatus
    /// When it was listed, in Unix seconds (UTC); 0 where that is not known.
    public var listedAt: Int64
    /// Whether ``listedAt`` stays what the store knows already, where it knows it.
    public var keepsListedAt: Bool
    /// When the offer ends, in Unix seconds (UTC); `nil` where it does not.
    public var expiresAt: Int64?
    /// The values of its kind's attributes, by name.
    public var attributes: [String: AttributeValue]

    /// An item of these values.
    public init(
        id: ID,
        title: String,
        subtitle: String? = nil,
        images: [String] = [],
        href: String? = nil,
        price: Money? = nil,
        previousPrice: Int64? = nil,
        place: Coordinate? = nil,
        address: String? = nil,
        market: String? = nil,
        brand: Brand? = nil,
        renamesBrand: Bool = false,
        category: String? = nil,
        collections: [String] = [],
        status: ItemStatus = .active,
        listedAt: Int64 = 0,
        keepsListedAt: Bool = false,
        expiresAt: Int64? = nil,
        attributes: [String: AttributeValue] = [:]
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.images = images
        self.href = href
        self.price = price
        self.previousPrice = previousPrice
        self.place = place
        self.address = address
        self.market = market
        self.brand = brand
        self.renamesBrand = renamesBrand
        self.category = category
        self.collections = collections
        self.status = status
        self.listedAt = listedAt
        self.keepsListedAt = keepsListedAt
        self.expiresAt = expiresAt
        self.attributes = attributes
    }

    /// Whether the item may be shown at `now`, in Unix seconds (UTC).
    public func isAvailable(at now: Int64) -> Bool {
        guard status == .active else { return false }
        return expiresAt.map { now < $0 } ?? true
    }
}

extension CatalogueItem {
    /// The kind of an item and its identifier within that kind: `listing:7129300520`.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, a ``Kind/isValidName(_:)``.
        public let kind: String
        /// The publisher's identifier, an ``Identifier``.
        public let id: String

        /// The item `id` of `kind`.
        public init(kind: String, id: String) {
            self.kind = kind
            self.id = id
        }

        /// Reads `kind:id`; `nil` where either part is malformed.
        public init?(_ text: String) {
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let (kind, id) = (text[..<colon], text[text.utf8.index(after: colon)...])
            guard Kind.isValidName(kind), Identifier.isValid(id) else { return nil }
            self.init(kind: String(kind), id: String(id))
        }

        /// `kind:id`.
        public var description: String { "\(kind):\(id)" }
    }
}
