import Catalogue

/// How alike a value is to what is wished for: 1 where it is the same, less with every difference.
///
///     likeness(d) = halfway / (halfway + d)
///
/// which is ½ at the difference `halfway`.
enum Likeness {
    /// The likeness where either side says nothing: neither for the listing nor against it.
    static let neutral = 0.5

    /// The likeness at `difference`, 0 or more.
    static func at(_ difference: Double, halfway: Double) -> Double {
        halfway / (halfway + difference)
    }

    /// The likeness by the difference between `value` and the nearer end of `range`.
    static func ofDifference(_ value: Double?, to range: ClosedInterval<Double>, halfway: Double) -> Double {
        guard let value, range.isBounded else { return neutral }
        return switch range.side(of: value) {
        case .inside: 1
        case .below(let min): at(min - value, halfway: halfway)
        case .above(let max): at(value - max, halfway: halfway)
        }
    }

    /// The likeness by the difference between `value` and the nearer end of `range`, as a share of that end, both 0
    /// or more.
    static func ofShare(_ value: Double?, to range: ClosedInterval<Double>, halfway: Double) -> Double {
        guard let value, range.isBounded else { return neutral }
        return switch range.side(of: value) {
        case .inside: 1
        case .below(let min): at((min - value) / min, halfway: halfway)
        case .above(let max): at((value - max) / max, halfway: halfway)
        }
    }
}

/// How alike a listing's type is to those that are wished for: 1 for one of them, ½ for one of the same family (houses;
/// flats), else 0. A set of bits, since it is asked for every candidate and wish.
struct TypeLikeness {
    private static let families: [[ListingType]] = [
        [.house, .townhouse], [.apartment, .studio, .duplex, .penthouse],
    ]

    private let wished: UInt32
    private let kindred: UInt32

    /// The likeness to any of `types`; neutral where there is none.
    init(_ types: Set<ListingType>) {
        wished = Self.bits(types)
        kindred = Self.bits(Self.families.lazy.filter { !types.isDisjoint(with: $0) }.joined())
    }

    /// How alike `type` is.
    func likeness(of type: ListingType) -> Double {
        let bit = UInt32(1) << UInt32(type.code)
        if wished == 0 { return Likeness.neutral }
        if wished & bit != 0 { return 1 }
        return kindred & bit != 0 ? 0.5 : 0
    }

    private static func bits(_ types: some Sequence<ListingType>) -> UInt32 {
        types.reduce(0) { $0 | 1 << UInt32($1.code) }
    }
}
