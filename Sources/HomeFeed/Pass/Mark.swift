import Bytes
import Recommendations

/// An item's relation to the user, such as its distance or why it is recommended, in 14 bytes.
struct Mark: Equatable, Sendable {
    /// The metres from the phone, plus one; 0 if they are not known.
    private var distanceCode: UInt32 = 0
    /// Without the index of an opened item, which is the ``subject``.
    private(set) var reason: Reason?
    private var flags: UInt8 = 0
    /// ``subject`` plus one; 0 for none.
    private var subjectCode: UInt16 = 0
    /// ``priceDrop`` plus one; 0 for none.
    private var dropCode: UInt16 = 0

    static let none = Mark()

    /// The greatest distance, in metres: half of the Earth's circumference.
    static let greatestDistance = 20_040_000

    init(isNew: Bool = false) { self.isNew = isNew }

    /// - Parameter distance: In metres from the phone, rounded to the nearest integer in 0…``greatestDistance``.
    init(distance: Double) {
        let meters = distance > 0 ? Int(rounding: min(distance, Double(Self.greatestDistance))) : 0
        distanceCode = UInt32(meters + 1)
    }

    /// For a recommended item.
    init(fits: Bool, _ reason: Reason?) {
        self.fits = fits
        self.reason = reason
        if let reason, reason.kind == .openedTogether || reason.kind == .likeOpened {
            self.reason = Reason(reason.kind)
            subject = Int(reason.value)
        }
    }

    // MARK: Members

    /// Whether the user has not opened the item yet, in a widget that shows that.
    var isNew: Bool {
        get { has(1) }
        set { set(1, newValue) }
    }
    /// Whether the user's search finds it.
    var fits: Bool {
        get { has(2) }
        set { set(2, newValue) }
    }
    var isBackInStock: Bool {
        get { has(4) }
        set { set(4, newValue) }
    }
    var isNewSinceLastVisit: Bool {
        get { has(8) }
        set { set(8, newValue) }
    }
    var isSaved: Bool {
        get { has(16) }
        set { set(16, newValue) }
    }
    var isDismissible: Bool {
        get { has(32) }
        set { set(32, newValue) }
    }

    /// In metres; `nil` if it is not known.
    var distance: Int? { distanceCode == 0 ? nil : Int(distanceCode) - 1 }

    /// An index in the pass's ``SubjectTable``; before cards are found, an index in the user's opened items.
    var subject: Int? {
        get { subjectCode == 0 ? nil : Int(subjectCode) - 1 }
        set { subjectCode = newValue.map { UInt16(clamping: $0 + 1) } ?? 0 }
    }

    /// An index in the pass's ``PriceDropTable``.
    var priceDrop: Int? {
        get { dropCode == 0 ? nil : Int(dropCode) - 1 }
        set { dropCode = newValue.map { UInt16(clamping: $0 + 1) } ?? 0 }
    }

    mutating func removeReason() {
        reason = nil
        subject = nil
    }

    // MARK: Summaries

    /// Whether documents show nothing of it but ``isDismissible``.
    var isEmpty: Bool { flags & ~32 == 0 && distanceCode == 0 && reason == nil && dropCode == 0 }

    var hasNote: Bool { distanceCode != 0 || reason != nil || dropCode != 0 }

    /// Everything but the subject and the fall of the price, which are indexes of tables.
    var words: (UInt64, UInt64) {
        let (kind, value) = (reason?.kind.rawValue ?? 0, UInt32(bitPattern: reason?.value ?? 0))
        return (UInt64(distanceCode) << 32 | UInt64(value), UInt64(kind) << 8 | UInt64(flags))
    }

    private func has(_ flag: UInt8) -> Bool { flags & flag != 0 }

    private mutating func set(_ flag: UInt8, _ isSet: Bool) { flags = isSet ? flags | flag : flags & ~flag }
}
