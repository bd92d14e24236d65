import Bytes
import Recommendations

/// An item's relation to the user, such as its distance or why it is recommended, in 21 bytes.
struct Mark: Equatable, Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        /// The user has not opened the item yet, in a widget that shows that.
        static let isNew = Flags(rawValue: 1)
        /// The user's search finds the item.
        static let fits = Flags(rawValue: 2)
        static let isBackInStock = Flags(rawValue: 4)
        static let isNewSinceLastVisit = Flags(rawValue: 8)
        static let isSaved = Flags(rawValue: 16)
        static let isDismissible = Flags(rawValue: 32)
    }

    /// Without the index of an opened item, which is the ``subject``.
    private(set) var reason: Reason?
    /// In metres from the phone; `nil` if it is not known.
    private(set) var distance: Int32?
    var flags: Flags = []
    /// The opened item or brand that the reason names, an index in the pass's ``MarkTable``. Before cards are found, an
    /// index in the user's opened items.
    var subject: UInt16?
    /// The fall of its price, an index in the pass's ``MarkTable``.
    var priceDrop: UInt16?

    static let none = Mark()

    /// The greatest distance, in metres: half of the Earth's circumference.
    static let greatestDistance = 20_040_000

    init(isNew: Bool = false) { flags = isNew ? .isNew : [] }

    /// - Parameter distance: In metres from the phone, rounded to the nearest integer in 0…``greatestDistance``.
    init(distance: Double) {
        self.distance = distance > 0 ? Int32(Int(rounding: min(distance, Double(Self.greatestDistance)))) : 0
    }

    /// For a recommended item.
    init(fits: Bool, _ reason: Reason?) {
        flags = fits ? .fits : []
        self.reason = reason
        if let reason, reason.kind == .openedTogether || reason.kind == .likeOpened {
            self.reason = Reason(reason.kind)
            subject = UInt16(clamping: reason.value)
        }
    }

    /// Removes the reason if its subject is unknown.
    mutating func resolve(subject index: Int?) {
        subject = index.map { UInt16(clamping: $0) }
        if index == nil { reason = nil }
    }

    /// Whether documents show nothing of it but ``Flags/isDismissible``.
    var isEmpty: Bool { flags.isSubset(of: .isDismissible) && !hasNote }

    var hasNote: Bool { distance != nil || reason != nil || priceDrop != nil }

    /// Everything but the subject and the fall of the price, which are indexes of tables.
    var words: (UInt64, UInt64) {
        let (kind, value) = (reason?.kind.rawValue ?? 0, UInt32(bitPattern: reason?.value ?? 0))
        let meters = distance.map { UInt64($0) + 1 } ?? 0
        return (meters << 32 | UInt64(value), UInt64(kind) << 8 | UInt64(flags.rawValue))
    }
}
