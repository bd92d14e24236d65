import Catalogue
import HomeDocument
import HomeLayout
import JSON
import Recommendations

// Reasons in recordings: `{"name": "overBudget", "value": 12}`.

extension JSONWriter {
    fileprivate mutating func members(_ name: String, _ value: Int? = nil) {
        member("name", name)
        if let value { member("value", value) }
    }
}

extension CheckedObject {
    /// The name and the value; 0 without a value.
    fileprivate mutating func nameAndValue() -> (name: String, value: Int)? {
        let value = optional("value")?.integer() ?? 0
        return required("name")?.string().map { ($0, Int(value)) }
    }
}

extension Match {
    func write(into writer: inout JSONWriter) {
        switch self {
        case .fits: writer.members("fits")
        case .similar(let reason):
            switch reason {
            case .overBudget(let percent): writer.members("overBudget", percent)
            case .underBudget(let percent): writer.members("underBudget", percent)
            case .outsideArea(let distance): writer.members("outsideArea", distance.meters)
            case .fewerBedrooms(let count): writer.members("fewerBedrooms", count)
            case .moreBedrooms(let count): writer.members("moreBedrooms", count)
            case .fewerBathrooms(let count): writer.members("fewerBathrooms", count.thousandths)
            case .moreBathrooms(let count): writer.members("moreBathrooms", count.thousandths)
            case .smaller(let percent): writer.members("smaller", percent)
            case .larger(let percent): writer.members("larger", percent)
            case .otherType: writer.members("otherType")
            case .otherMarket: writer.members("otherMarket")
            case .notStated(let detail): writer.members("notStated", detail.rawValue)
            }
        }
    }

    init?(reading object: inout CheckedObject) {
        guard let (name, value) = object.nameAndValue() else { return nil }
        switch name {
        case "fits": self = .fits
        case "overBudget": self = .similar(.overBudget(percent: value))
        case "underBudget": self = .similar(.underBudget(percent: value))
        case "outsideArea": self = .similar(.outsideArea(Distance(meters: Double(value))))
        case "fewerBedrooms": self = .similar(.fewerBedrooms(value))
        case "moreBedrooms": self = .similar(.moreBedrooms(value))
        case "fewerBathrooms": self = .similar(.fewerBathrooms(FixedPoint(thousandths: value)))
        case "moreBathrooms": self = .similar(.moreBathrooms(FixedPoint(thousandths: value)))
        case "smaller": self = .similar(.smaller(percent: value))
        case "larger": self = .similar(.larger(percent: value))
        case "otherType": self = .similar(.otherType)
        case "otherMarket": self = .similar(.otherMarket)
        case "notStated":
            guard let detail = MatchReason.Detail(rawValue: value) else {
                object.report("unknown detail \(value)")
                return nil
            }
            self = .similar(.notStated(detail))
        default:
            object.report("unknown match \"\(name)\"")
            return nil
        }
    }
}

extension RecommendationReason {
    /// The index of the opened item that it names; `nil` for none.
    var openedIndex: Int? {
        switch self {
        case .openedTogether(let index), .likeOpened(let index): Int(index)
        case .popular, .popularNearby, .nearby, .newInBrand, .new: nil
        }
    }

    func write(into writer: inout JSONWriter) {
        switch self {
        case .openedTogether(let index): writer.members("openedTogether", Int(index))
        case .likeOpened(let index): writer.members("likeOpened", Int(index))
        case .popular: writer.members("popular")
        case .popularNearby: writer.members("popularNearby")
        case .nearby: writer.members("nearby")
        case .newInBrand: writer.members("newInBrand")
        case .new: writer.members("new")
        }
    }

    init?(reading object: inout CheckedObject) {
        guard let (name, value) = object.nameAndValue() else { return nil }
        switch name {
        case "openedTogether": self = .openedTogether(with: UInt8(clamping: value))
        case "likeOpened": self = .likeOpened(UInt8(clamping: value))
        case "popular": self = .popular
        case "popularNearby": self = .popularNearby
        case "nearby": self = .nearby
        case "newInBrand": self = .newInBrand
        case "new": self = .new
        default:
            object.report("unknown reason \"\(name)\"")
            return nil
        }
    }
}

extension SourceError {
    func write(into writer: inout JSONWriter) {
        let (cause, reason): (String, String?) =
            switch self {
            case .store(let error): ("store", "\(error)")
            case .recommendations(.unavailable(let reason)): ("unavailable", reason)
            case .recommendations(.timedOut): ("timedOut", nil)
            case .recommendations(.overloaded): ("overloaded", nil)
            case .recommendations(.cancelled): ("cancelled", nil)
            case .timedOut: ("deadline", nil)
            }
        writer.member("cause", cause)
        if let reason { writer.member("reason", reason) }
    }

    init?(reading object: inout CheckedObject) {
        let cause = object.required("cause")?.string()
        let reason = object.optional("reason")?.string() ?? ""
        switch cause {
        case "store": self = .store(StoreError(recorded: reason))
        case "unavailable": self = .recommendations(.unavailable(reason))
        case "timedOut": self = .recommendations(.timedOut)
        case "overloaded": self = .recommendations(.overloaded)
        case "cancelled": self = .recommendations(.cancelled)
        case "deadline": self = .timedOut
        default:
            object.report("unknown cause \"\(cause ?? "")\"")
            return nil
        }
    }
}

extension StoreError {
    /// An error with this description. A home does not depend on the cause.
    init(recorded description: String) { self = .unavailable(StoreFailure(.ioError, description)) }
}
