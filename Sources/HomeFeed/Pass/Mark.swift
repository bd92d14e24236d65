import Bytes
import Recommendations

/// An item's relation to the user, such as its distance or why it is recommended, in 14 bytes.
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

    /// The metres from the phone, plus one; 0 if they are not known.
    private var distanceCode: UInt32 = 0
    /// Without the index of an opened item, which is the ``subject``.
    private(set) var reason: Reason?
    var flags: Flags = []
    /// ``subject`` plus one; 0 for none.
    private var subjectCode: UInt16 = 0
    /// ``priceDrop`` plus one; 0 for none.
    private var dropCode: UInt16 = 0

    static let none = Mark()

    /// The greatest distance, in metres: half of the Earth's circumference.
    static let greatestDistance = 20_040_000

    init(isNew: Bool = false) { flags = isNew ? .isNew : [] }

    /// - Parameter distance: In metres from the phone, rounded to the nearest integer in 0…``greatestDistance``.
    init(distance: Double) {
        let meters = distance > 0 ? Int(rounding: min(distance, Double(Self.greatestDistance))) : 0
        distanceCode = UInt32(meters + 1)
    }

    /// For a recommended item.
    init(fits: Bool, _ reason: Reason?) {
        flags = fits ? .fits : []
        self.reason = reason
        if let reason, reason.kind == .openedTogether || reason.kind == .likeOpened {
            self.reason = Reason(reason.kind)
            subject = Int(reason.value)
        }
    }

    // MARK: Members

    /// In metres; `nil` if it is not known.
    var distance: Int? { distanceCode == 0 ? nil : Int(distanceCode) - 1 }

    /// The opened item or brand that the reason names, an index in the pass's ``MarkTable``. Before cards are found, an
    /// index in the user's opened items.
    var subject: Int? {
        get { subjectCode == 0 ? nil : Int(subjectCode) - 1 }
        set { subjectCode = newValue.map { UInt16(clamping: $0 + 1) } ?? 0 }
    }

    /// The fall of its price, an index in the pass's ``MarkTable``.
    var priceDrop: Int? {
        get { dropCode == 0 ? nil : Int(dropCode) - 1 }
        set { dropCode = newValue.map { UInt16(clamping: $0 + 1) } ?? 0 }
    }

    /// Removes the reason if its subject is unknown.
    mutating func resolve(subject index: Int?) {
        subject = index
        if index == nil { reason = nil }
    }

    // MARK: Summaries

    /// Whether documents show nothing of it but ``Flags/isDismissible``.
    var isEmpty: Bool { flags.isSubset(of: .isDismissible) && distanceCode == 0 && reason == nil && dropCode == 0 }

    var hasNote: Bool { distanceCode != 0 || reason != nil || dropCode != 0 }

    /// Everything but the subject and the fall of the price, which are indexes of tables.
    var words: (UInt64, UInt64) {
        let (kind, value) = (reason?.kind.rawValue ?? 0, UInt32(bitPattern: reason?.value ?? 0))
        return (UInt64(distanceCode) << 32 | UInt64(value), UInt64(kind) << 8 | UInt64(flags.rawValue))
    }
}
