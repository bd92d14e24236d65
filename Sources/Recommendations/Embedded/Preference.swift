import Catalogue

/// One preference of a user: the ranges of a search, the values of an item that was opened (ranges of one value), or a
/// place.
///
///     likeness = 0.30 price + 0.25 place + 0.20 type + 0.15 bedrooms + 0.10 area
///
/// each of them 0…1 (see ``Similarity``), and ½ where the preference or the item does not state it. A preference that
/// names a brand or a category counts each of them as it does the type, and the weighted mean is taken.
struct Preference {
    static let priceWeight: Float = 0.30
    static let placeWeight: Float = 0.25
    static let typeWeight: Float = 0.20
    static let bedroomsWeight: Float = 0.15
    static let areaWeight: Float = 0.10

    /// The difference at which a price is half alike, as a share of the end of the range.
    static let priceHalfway: Float = 0.2
    /// The distance at which a place is half alike, in metres from the edge of the area.
    static let placeHalfway = 2_000.0
    /// The difference at which a number of bedrooms is half alike.
    static let bedroomsHalfway: Float = 1
    /// The difference at which a living area is half alike, as a share of the end of the range.
    static let areaHalfway: Float = 0.25

    /// The code of the kind of item that is preferred; `nil` for any.
    var kind: Int?
    var price = PreferredRange.all
    /// The code of the currency of ``price``; 0 for any.
    var currency: UInt32 = 0
    var bedrooms = PreferredRange.all
    var area = PreferredRange.all
    var center: Coordinate?
    /// Metres.
    var radius = 0.0
    var types = PreferredTypes()
    /// Codes of the brand and the category; 0 for any.
    var brand: UInt32 = 0
    var category: UInt32 = 0

    /// The sum of the weights that the preference gives.
    var totalWeight: Float { 1 + (brand == 0 ? 0 : Self.typeWeight) + (category == 0 ? 0 : Self.typeWeight) }
}

extension Preference {
    /// A preference for items that the search finds.
    init(_ search: SearchConditions, _ families: TypeFamilies, in snapshot: CatalogueSnapshot) {
        kind = snapshot.kinds.code(of: search.kind)
        price = PreferredRange(search.price.min.map { Float($0) }, search.price.max.map { Float($0) }) {
            Self.priceHalfway * abs($0)
        }
        currency = search.currency.flatMap { snapshot.code(of: $0) } ?? 0
        bedrooms = PreferredRange(search.bedrooms.min.map { Float($0) }, search.bedrooms.max.map { Float($0) }) { _ in
            Self.bedroomsHalfway
        }
        area = PreferredRange(search.area.min.map { Float($0) }, search.area.max.map { Float($0) }) {
            Self.areaHalfway * abs($0)
        }
        center = search.place?.center
        radius = search.place?.radius ?? 0
        types = PreferredTypes(search.types, families, in: snapshot)
        // A text without a code is no item's.
        brand = search.brand.map { snapshot.code(of: $0) ?? .max } ?? 0
        category = search.category.map { snapshot.code(of: $0) ?? .max } ?? 0
    }

    /// A preference for items like one of `items`, which are of one kind.
    init(_ index: Int, of items: ComparedColumns, kind: Int, _ families: TypeFamilies) {
        self.kind = kind
        price = PreferredRange(items.prices[index]) { Self.priceHalfway * abs($0) }
        currency = items.currencies[index]
        bedrooms = PreferredRange(items.bedrooms[index]) { _ in Self.bedroomsHalfway }
        area = PreferredRange(items.areas[index]) { Self.areaHalfway * abs($0) }
        center = Coordinate(latitude: items.latitudes[index], longitude: items.longitudes[index])
        types = PreferredTypes(code: items.types[index], families)
        brand = items.brands[index]
        category = items.categories[index]
    }

    /// A preference for items near `place`.
    init(_ place: Coordinate) { center = place }
}

/// The values of a number that are preferred.
struct PreferredRange {
    let least: Float
    let greatest: Float
    /// The difference below ``least`` at which a value is half alike.
    let halfwayBelow: Float
    /// The difference above ``greatest`` at which a value is half alike.
    let halfwayAbove: Float

    /// All values: no preference.
    static let all = PreferredRange(nil, nil) { _ in 1 }

    /// The values between two ends, where they are given.
    /// - Parameter halfway: the difference from an end at which a value is half alike.
    init(_ least: Float?, _ greatest: Float?, halfway: (_ end: Float) -> Float) {
        self.least = least ?? -.infinity
        self.greatest = greatest ?? .infinity
        halfwayBelow = least.map(halfway) ?? 1
        halfwayAbove = greatest.map(halfway) ?? 1
    }

    /// One value; all where it is not a number.
    init(_ value: Float, halfway: (_ end: Float) -> Float) {
        self.init(value.isNaN ? nil : value, value.isNaN ? nil : value, halfway: halfway)
    }

    var isBounded: Bool { least > -.infinity || greatest < .infinity }
}

/// The types that are alike: houses; flats.
struct TypeFamilies {
    private static let names = [["house", "townhouse"], ["apartment", "studio", "duplex", "penthouse"]]

    /// The codes of each family's types, as far as items have them.
    private let codes: [[UInt32]]

    init(in snapshot: CatalogueSnapshot) {
        codes = Self.names.map { family in family.compactMap { snapshot.code(of: $0) } }
    }

    /// The codes of the types that are alike to one of these.
    func related(to types: [String]) -> [UInt32] {
        zip(Self.names, codes).flatMap { names, codes in types.contains(where: names.contains) ? codes : [] }
    }

    /// The codes of the types that are alike to the one of this code.
    func related(to type: UInt32) -> [UInt32] { codes.first { $0.contains(type) } ?? [] }
}

/// The types that are preferred, by their codes: an item of one of them is alike, one of the same family by half.
struct PreferredTypes {
    /// The codes of the types; empty for any.
    private var codes: [UInt32] = []
    /// Those of the same families.
    private var related: [UInt32] = []
    /// Whether there is a preference.
    private(set) var isBounded = false

    /// Any type.
    init() {}

    init(_ types: [String], _ families: TypeFamilies, in snapshot: CatalogueSnapshot) {
        isBounded = !types.isEmpty
        codes = types.compactMap { snapshot.code(of: $0) }
        related = families.related(to: types)
    }

    init(code: UInt32, _ families: TypeFamilies) {
        guard code != 0 else { return }
        isBounded = true
        codes = [code]
        related = families.related(to: code)
    }

    /// How alike the type of this code is; neutral where either is missing.
    func likeness(of code: UInt32) -> Float {
        guard isBounded, code != 0 else { return Float(Similarity.neutral) }
        return codes.contains(code) ? 1 : related.contains(code) ? 0.5 : 0
    }
}

extension ComparedColumns {
    /// The columns of items that preferences are about.
    init(preferred rows: [ItemRow], in snapshot: CatalogueSnapshot) {
        self.init(
            of: rows,
            in: snapshot,
            numbers: [ListingAttribute.bedrooms, ListingAttribute.area],
            texts: [ListingAttribute.type]
        )
    }

    var bedrooms: [Float] { numbers[0] }
    /// Square metres.
    var areas: [Float] { numbers[1] }
    var types: [UInt32] { texts[0] }
}

/// How alike a value is to a preferred one: 1 where it is the same, less with every difference.
///
///     likeness(d) = halfway / (halfway + d)
///
/// which is ½ at the difference `halfway`.
enum Similarity {
    /// The likeness where either side states no value: neither for the item nor against it.
    static let neutral = 0.5

    /// The likeness at `difference`, 0 or more.
    static func at(_ difference: Double, halfway: Double) -> Double {
        halfway / (halfway + difference)
    }

    /// The likeness of two numbers of any sign by their difference, as a share of the greater magnitude.
    static func ofNumbers(_ one: Double, _ other: Double, halfway: Double) -> Double {
        let greater = max(abs(one), abs(other))
        return greater > 0 ? at(abs(one - other) / greater, halfway: halfway) : 1
    }
}
