import Catalogue

/// One item of a pass, in 32 bytes: a source appends it, and each stage completes it.
///
/// Sound although unchecked, and safe while the pass keeps the card: cards do not change.
@safe struct PassItem: @unchecked Sendable {
    enum Content: Hashable, Sendable {
        case item(ItemRow)
        /// An index in the snapshot's brands.
        case brand(UInt32)
        /// A card of the config.
        case card
        /// A card in place of the items of a source that could not be loaded, or of all items.
        case standIn
    }

    /// The card; `nil` until it is found. The pass keeps it, so that no reference is counted.
    var card: Unmanaged<Card.Storage>?
    var mark: Mark
    /// See ``kind``.
    private var kindNumber = Self.noKind
    /// Whether the card is in the older table of the cache.
    var isOld = false
    let content: Content
    /// Whether clients can load the items after this one.
    private(set) var isPaged = false

    private static let noKind = UInt8.max

    init(_ content: Content, _ mark: Mark = .none) {
        unsafe card = nil
        self.mark = mark
        self.content = content
    }

    /// - Parameter card: Kept by the pass.
    init(_ content: Content, _ card: Card) {
        self.init(content)
        setCard(card)
    }

    /// - Parameter card: Kept by the pass.
    mutating func setCard(_ card: Card) { unsafe self.card = Unmanaged.passUnretained(card.storage) }

    @inline(__always)
    mutating func set(kind: Int, isPaged: Bool) {
        kindNumber = UInt8(kind)
        self.isPaged = isPaged
    }

    /// The index in ``SourceKind/all`` of the kind of source that found it; `nil` for a stand-in.
    var kind: Int? { kindNumber == Self.noKind ? nil : Int(kindNumber) }
}
