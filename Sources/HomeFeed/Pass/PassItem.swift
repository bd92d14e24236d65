import Catalogue

/// One item of a pass, in 32 bytes: a source appends it, and each stage completes it.
///
/// Sound although unchecked, and safe while the pass keeps the card: cards do not change.
@safe struct PassItem: @unchecked Sendable {
    enum Content: Hashable, Sendable {
        case item(ItemRow)
        /// An index in the snapshot's brands.
        case brand(UInt32)
        /// An index in ``Source/cards``.
        case card(UInt32)
        /// In place of the items of a source that could not be loaded.
        case failure
        /// A card in place of all items.
        case standIn
    }

    /// The card; `nil` until it is found. The pass keeps it, so that no reference is counted.
    var card: Unmanaged<Card.Storage>?
    var mark: Mark
    /// The index in ``SourceTable`` of the kind of source that found it, and two flags in the highest bits.
    private var bits: UInt8 = noKind
    let content: Content
    /// The index in the widget of the source that found it, or of the one that a fallback replaced.
    private(set) var source: UInt16 = 0

    private static let noKind: UInt8 = 0x3f
    private static let pagedBit: UInt8 = 0x40
    private static let oldBit: UInt8 = 0x80

    init(_ content: Content, _ mark: Mark = .none) {
        unsafe card = nil
        self.mark = mark
        self.content = content
    }

    /// - Parameter card: Kept by the pass.
    mutating func setCard(_ card: Card) { unsafe self.card = Unmanaged.passUnretained(card.storage) }

    /// - Parameter isPaged: Whether clients can load the items after this one.
    @inline(__always)
    mutating func set(kind: Int, source: Int, isPaged: Bool) {
        self.source = UInt16(source)
        bits = UInt8(kind) | (isPaged ? Self.pagedBit : 0)
    }

    /// An index in ``SourceTable``; `nil` for a stand-in.
    var kind: Int? { bits & Self.noKind == Self.noKind ? nil : Int(bits & Self.noKind) }

    var isPaged: Bool { bits & Self.pagedBit != 0 }

    /// Whether the card is in the older table of the cache.
    var isOld: Bool {
        get { bits & Self.oldBit != 0 }
        set { bits = newValue ? bits | Self.oldBit : bits & ~Self.oldBit }
    }
}
