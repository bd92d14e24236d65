import Foundation

/// A listing of the fixtures, parsed without the program, to compare its answers with.
struct FixtureListing {
    let id: String
    /// In cents.
    let price: Int
    let bedrooms: Int
    let bathrooms: Double
    /// In square metres.
    let area: Double
    let latitude: Double
    let longitude: Double
    /// The day as a number that grows with time.
    let day: Int

    static let all = Result { try parse(Fixtures.text(of: Fixtures.listingsFile)) }

    /// Reads the columns that the tests need; the file has no quoted fields.
    private static func parse(_ text: String) throws -> [FixtureListing] {
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let columns = Dictionary(uniqueKeysWithValues: lines[0].enumerated().map { ($1, $0) })
        return try lines.dropFirst().map { fields in
            func field(_ name: String) throws -> String {
                guard let index = columns[name] else { throw Child.Failure(description: "no column \(name)") }
                return fields[index]
            }
            func number(_ name: String) throws -> Double {
                guard let number = Double(try field(name)) else {
                    throw Child.Failure(description: "no number: \(name) of \(fields)")
                }
                return number
            }
            return FixtureListing(
                id: "listing:\(try field("longitude")),\(try field("latitude"))",
                price: Int(try number("price")) * 100,
                bedrooms: Int(try number("beds")),
                bathrooms: try number("baths") + 0.5 * number("halfbaths"),
                // Rounded to hundredths, as the program stores it.
                area: (try number("TLA") * 9.290_304).rounded() / 100,
                latitude: try number("latitude"),
                longitude: try number("longitude"),
                // All are of the nineties, so that the digits sort by date.
                day: Int(try number("sdate"))
            )
        }
    }

    /// The ids of matching listings, newest first; those of one day by their ids' bytes.
    static func newest(_ fits: (FixtureListing) -> Bool) throws -> [String] {
        try all.get().filter(fits)
            .sorted { $0.day == $1.day ? $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) : $0.day > $1.day }
            .map(\.id)
    }

    /// The great-circle distance in metres, by the spherical law of cosines.
    func distance(latitude: Double, longitude: Double) -> Double {
        let (a, b) = (self.latitude * .pi / 180, latitude * .pi / 180)
        let turn = (self.longitude - longitude) * .pi / 180
        return 6_371_008.8 * acos(min(1, sin(a) * sin(b) + cos(a) * cos(b) * cos(turn)))
    }
}
