import CheckedJSON
import Catalogue

/// How a place is made of a record.
struct PlaceReading: Hashable, Sendable {
    private let latitude: NumberReading
    private let longitude: NumberReading

    init?(_ latitude: CheckedValue, _ longitude: CheckedValue, _ reader: MappingReader) {
        guard let latitude = reader.number(latitude), let longitude = reader.number(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The columns that the place is made of, for a rejection.
    var columnNames: String? {
        [latitude.columnNames, longitude.columnNames].compactMap(\.self).joined(separator: ", ")
    }

    /// The place that the record gives, or `nil` where it is missing.
    func coordinate(in record: Record) throws(Refusal) -> Coordinate? {
        switch (try latitude.number(in: record), try longitude.number(in: record)) {
        case (nil, nil): return nil
        case (let north?, let east?):
            if let place = Coordinate(latitude: north, longitude: east) { return place }
            throw Refusal(
                column: columnNames,
                "expected degrees within ±90 north and ±180 east, found \(north), \(east)"
            )
        default: throw Refusal(column: columnNames, "expected latitude and longitude, found one of them")
        }
    }
}
