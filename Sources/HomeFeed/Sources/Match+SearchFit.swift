import Catalogue
import HomeDocument
import HomeLayout
import Recommendations

extension Match {
    /// How an item relates to a search that it was compared with.
    init(_ fit: SearchFit) { self = fit.first.map { .similar(MatchReason($0)) } ?? .fits }
}

extension MatchReason {
    /// The reason to tell for what a listing misses.
    fileprivate init(_ miss: Mismatch) {
        switch miss {
        case .overBudget(let percent): self = .overBudget(percent: percent)
        case .underMinimum(let percent): self = .underBudget(percent: percent)
        case .outsideArea(let meters): self = .outsideArea(Distance(meters: Double(meters)))
        case .fewerBedrooms(let count): self = .fewerBedrooms(count)
        case .moreBedrooms(let count): self = .moreBedrooms(count)
        case .fewerBathrooms(let count): self = .fewerBathrooms(FixedPoint(count))
        case .moreBathrooms(let count): self = .moreBathrooms(FixedPoint(count))
        case .smaller(let percent): self = .smaller(percent: percent)
        case .larger(let percent): self = .larger(percent: percent)
        // Clients have no wording of their own for attributes yet.
        case .otherType, .attribute: self = .otherType
        case .unknown(let detail): self = .notStated(Detail(detail))
        }
    }
}

extension MatchReason.Detail {
    fileprivate init(_ detail: Mismatch.Detail) {
        switch detail {
        case .place: self = .place
        case .bedrooms: self = .bedrooms
        case .bathrooms: self = .bathrooms
        case .area: self = .area
        }
    }
}

extension FixedPoint {
    /// The number to the nearest thousandth.
    fileprivate init(_ value: Double) {
        self.init(thousandths: Int((min(value, 1_000_000) * 1000).rounded()))
    }
}
