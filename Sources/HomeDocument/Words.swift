import HomeLayout

/// The words of a document that are not its content's own: all of them are here.
extension JSONWriter {
    /// Appends a distance: `40 m`, `850 m`, `1.2 km`, `12 km`.
    mutating func append(_ distance: Distance) {
        let meters = distance.meters
        switch meters {
        case ..<100:
            append(meters)
            append(" m")
        case ..<995:
            append((meters + 5) / 10 * 10)
            append(" m")
        case ..<9_950:
            append(FixedPoint(thousandths: (meters + 50) / 100 * 100))
            append(" km")
        default:
            append((meters + 500) / 1_000)
            append(" km")
        }
    }

    /// Appends a reason: `4% over your budget`, `1 bedroom fewer`.
    mutating func append(_ reason: MatchReason) {
        switch reason {
        case .overBudget(let percent): append(percent: percent, " over your budget")
        case .underBudget(let percent): append(percent: percent, " under your budget")
        case .outsideArea(let distance):
            append(distance)
            append(" outside your area")
        case .fewerBedrooms(let count): append(count: FixedPoint(integerLiteral: count), " bedroom", " fewer")
        case .moreBedrooms(let count): append(count: FixedPoint(integerLiteral: count), " bedroom", " more")
        case .fewerBathrooms(let count): append(count: count, " bathroom", " fewer")
        case .moreBathrooms(let count): append(count: count, " bathroom", " more")
        case .smaller(let percent): append(percent: percent, " smaller")
        case .larger(let percent): append(percent: percent, " larger")
        case .otherType: append("another type of home")
        case .otherMarket: append("in another market")
        case .notStated(let detail):
            switch detail {
            case .place: append("place not stated")
            case .bedrooms: append("bedrooms not stated")
            case .bathrooms: append("bathrooms not stated")
            case .area: append("living area not stated")
            }
        }
    }

    private mutating func append(percent: Int, _ words: StaticString) {
        if percent == 0 { append("less than ") }
        append(max(1, percent))
        append("%")
        append(words)
    }

    private mutating func append(count: FixedPoint, _ singular: StaticString, _ words: StaticString) {
        append(count)
        append(singular)
        if count != 1 { append("s") }
        append(words)
    }
}
