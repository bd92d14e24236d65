import HomeLayout
import Localization

/// The items of a widget.
///
/// The list retains the owners of the cards, not each card: counting references to cards that all homes show
/// would cost more than copying them.
public struct ItemList: Sendable {
    /// An item without a reference that is counted.
    ///
    /// Sound although unchecked, and safe while an owner keeps the card: cards do not change.
    @safe struct Entry: @unchecked Sendable {
        let card: Unmanaged<Card.Storage>
        let marks: ItemMarks
        let source: StaticString?
    }

    private(set) var entries: [Entry] = []
    /// The opened items and the brands that causes refer to, see ``Cause``.
    private(set) var subjects: SubjectTable
    /// The falls of prices that marks refer to.
    private(set) var priceDrops = PriceDropTable()
    private let owners: (any AnyObject & Sendable, any AnyObject & Sendable)?
    /// The cards that no other owner keeps.
    private var cards: [Card] = []

    init() { (owners, subjects) = (nil, SubjectTable()) }

    /// An empty list with room for `capacity` items.
    /// - Parameter owner, other: The values that keep cards which are appended by ``append(unretained:_:source:)``.
    init(
        capacity: Int,
        in direction: Localizer.Direction,
        keptBy owner: any AnyObject & Sendable,
        _ other: any AnyObject & Sendable
    ) {
        (owners, subjects) = ((owner, other), SubjectTable(in: direction))
        entries.reserveCapacity(capacity)
    }

    /// The index, for a ``Cause``, of the subject with a hash; `nil` if it was not added.
    public func subject(_ hash: UInt64) -> Int? { subjects.index(of: hash) }

    /// Adds an opened item or a brand that causes can refer to.
    /// - Parameters:
    ///   - hash: Identifies it.
    ///   - id: The item's id, which needs no escaping; empty for a brand.
    ///   - name: The title or name in UTF-8.
    /// - Returns: The index for a ``Cause``.
    mutating func addSubject(_ hash: UInt64, id: String = "", name: Span<UInt8>) -> Int {
        subjects.add(hash, id: id, name: name)
        return subjects.entries.count - 1
    }

    /// Adds a fall of a price that marks can refer to.
    /// - Returns: The index for ``ItemMarks/priceDrop``.
    public mutating func add(_ drop: PriceDrop, _ localizer: Localizer) -> Int {
        priceDrops.add(drop, localizer)
        return priceDrops.entries.count - 1
    }

    /// The number of lines into which the texts of the items' captions wrap, and their notes if they are in the caption.
    func lineCounts(in metrics: Metrics, _ localizer: Localizer) -> LineCounts {
        var counts = LineCounts.one
        guard let caption = metrics.caption else { return counts }
        for index in caption.lines.indices.prefix(Card.measuredLines) where caption.lines[index].wraps {
            for entry in entries {
                // Sound: an owner keeps the card.
                let text = unsafe entry.card._withUnsafeGuaranteedRef { $0.parts.caption[index] }
                counts.fit(text, at: index, caption.lines[index])
            }
        }
        if let note = metrics.note, note.position == .caption {
            for entry in entries where entry.marks.haveNote {
                counts.fit(note: TextExtent(utf8: entry.marks.note(localizer, self).span), note.line)
            }
        }
        return counts
    }

    public mutating func append(_ item: Item) {
        cards.append(item.card)
        unsafe append(unretained: Unmanaged.passUnretained(item.card.storage), item.marks, source: item.source)
    }

    /// Appends an item whose card one of the list's owners keeps.
    @unsafe
    package mutating func append(unretained card: Unmanaged<Card.Storage>, _ marks: ItemMarks, source: StaticString?) {
        unsafe entries.append(Entry(card: card, marks: marks, source: source))
    }
}

extension ItemList: RandomAccessCollection, ExpressibleByArrayLiteral {
    public init(arrayLiteral items: Item...) {
        self.init()
        for item in items { append(item) }
    }

    /// 0.
    public var startIndex: Int { 0 }

    public var endIndex: Int { entries.count }

    public subscript(position: Int) -> Item {
        let entry = entries[position]
        // Sound: an owner keeps the card.
        return Item(Card(unsafe entry.card.takeUnretainedValue()), entry.marks, source: entry.source)
    }
}
