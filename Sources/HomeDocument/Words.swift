import Bytes
import HomeLayout
import Localization

/// Which phrase says what of an item's marks.
extension Localizer {
    /// Appends a reason: `4% over your budget`, `1 bedroom fewer`.
    func write(_ reason: MatchReason, to bytes: inout OutputSpan<UInt8>) {
        let (phrase, argument) = reason.phrase
        write(phrase, argument, to: &bytes)
    }

    /// Appends what a screen reader says of marks: `New, 1.2 km away, 4% over your budget`.
    func write(_ marks: ItemMarks, to bytes: inout OutputSpan<UInt8>) {
        var isFirst = true
        func separate(_ bytes: inout OutputSpan<UInt8>) {
            if !isFirst { write(.listSeparator, to: &bytes) }
            isFirst = false
        }
        if marks.isNew == true {
            separate(&bytes)
            write(.isNew, to: &bytes)
        }
        if let distance = marks.distance {
            separate(&bytes)
            write(.distanceAway, .distance(meters: distance.meters), to: &bytes)
        }
        guard let match = marks.match else { return }
        separate(&bytes)
        switch match {
        case .fits: write(.fitsSearch, to: &bytes)
        case .similar(let reason): write(reason, to: &bytes)
        }
    }
}

extension MatchReason {
    fileprivate var phrase: (StringKey, Localizer.Argument) {
        switch self {
        case .overBudget(let percent): (.overBudget, .percent(percent))
        case .underBudget(let percent): (.underBudget, .percent(percent))
        case .outsideArea(let distance): (.outsideArea, .distance(meters: distance.meters))
        case .fewerBedrooms(let count): (.fewerBedrooms, .count(thousandths: count * 1_000))
        case .moreBedrooms(let count): (.moreBedrooms, .count(thousandths: count * 1_000))
        case .fewerBathrooms(let count): (.fewerBathrooms, .count(thousandths: count.thousandths))
        case .moreBathrooms(let count): (.moreBathrooms, .count(thousandths: count.thousandths))
        case .smaller(let percent): (.smaller, .percent(percent))
        case .larger(let percent): (.larger, .percent(percent))
        case .otherType: (.otherType, .none)
        case .otherMarket: (.otherMarket, .none)
        case .notStated(.place): (.placeNotStated, .none)
        case .notStated(.bedrooms): (.bedroomsNotStated, .none)
        case .notStated(.bathrooms): (.bathroomsNotStated, .none)
        case .notStated(.area): (.areaNotStated, .none)
        }
    }
}
