import Bytes
import Recommendations

/// An item's relation to the user, such as its distance or why it is recommended, in 14 bytes.
struct Mark: Equatable, Sendable {
    /// The metres from the phone, plus one; 0 if they are not known.
    private var distanceCode: UInt32 = 0
    /// The number in the text of the ``reason``: see ``Reason/Argument``.
    private(set) var value: Int32 = 0
    private(set) var reason = Reason.none
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

    /// For a recommended item. A mismatch with the search takes precedence over the cause of the recommendation.
    init(_ match: Match?, _ cause: RecommendationReason?) {
        switch match {
        case .similar(let mismatch): (reason, value) = Reason.of(mismatch)
        case .fits: fits = true
        case nil: break
        }
        guard reason == .none, let cause else { return }
        let opened: UInt8?
        (reason, opened) = Reason.of(cause)
        if let opened { subject = Int(opened) }
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
        (reason, value) = (.none, 0)
        subject = nil
    }

    // MARK: Summaries

    /// Whether documents show nothing of it but ``isDismissible``.
    var isEmpty: Bool { flags & ~32 == 0 && distanceCode == 0 && reason == .none && dropCode == 0 }

    var hasNote: Bool { distanceCode != 0 || reason != .none || dropCode != 0 }

    /// Everything but the subject and the fall of the price, which are indexes of tables.
    var words: (UInt64, UInt64) {
        (UInt64(distanceCode) << 32 | UInt64(UInt32(bitPattern: value)), UInt64(reason.rawValue) << 8 | UInt64(flags))
    }

    private func has(_ flag: UInt8) -> Bool { flags & flag != 0 }

    private mutating func set(_ flag: UInt8, _ isSet: Bool) { flags = isSet ? flags | flag : flags & ~flag }
}
