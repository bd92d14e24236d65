import HomeLayout
import Words

/// Which phrase says what of an item's marks.
extension JSONWriter {
    /// Appends a distance: `850 m`, `1.2 km`.
    mutating func append(_ distance: Distance, _ words: Wording) {
        append { words.write(distance: distance.meters, to: &$0) }
    }

    /// Appends a reason: `4% over your budget`, `1 bedroom fewer`.
    mutating func append(_ reason: MatchReason, _ words: Wording) {
        let (phrase, argument) = reason.phrase
        append { words.write(phrase, argument, to: &$0) }
    }

    /// Appends what a screen reader says of marks: `New, 1.2 km away, 4% over your budget`.
    mutating func append(_ marks: ItemMarks, _ words: Wording) {
        var isFirst = true
        func say(_ phrase: Phrase, _ argument: Wording.Argument = .none, to bytes: inout [UInt8]) {
            if !isFirst { words.write(.listSeparator, to: &bytes) }
            isFirst = false
            words.write(phrase, argument, to: &bytes)
        }
        append { bytes in
            if marks.isNew == true { say(.isNew, to: &bytes) }
            if let distance = marks.distance {
                say(.distanceAway, .distance(meters: distance.meters), to: &bytes)
            }
            switch marks.match {
            case nil: return
            case .fits: say(.fitsSearch, to: &bytes)
            case .similar(let reason):
                let (phrase, argument) = reason.phrase
                say(phrase, argument, to: &bytes)
            }
        }
    }
}

extension MatchReason {
    fileprivate var phrase: (Phrase, Wording.Argument) {
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
