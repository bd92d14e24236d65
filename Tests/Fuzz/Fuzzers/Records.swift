import Glibc
import Catalogue

@testable import CatalogueImport

/// The rows of a file, as listings and as products: whatever a reading makes of a text can be kept.
enum Records {
    private static let header = Array("id,title,type,price,beds,area,lat,lon,address,day,images\n".utf8)

    private static let listings = mapping(
        """
        {"format": "csv", "delimiter": ",", "target": "listings", "missing": ["NA"],
         "derived": {"place": {"template": "{lat} {lon}", "as": "hash"}},
         "fields": {
          "id": {"template": "{id}[-{place}]"}, "title": {"template": "[{beds}-bed ]{type} {title}"},
          "type": {"column": "type", "table": {"h": "house", "f": "apartment"}, "otherwise": "other"},
          "price": {"column": "price", "affixes": ["$", "USD"], "grouping": ","}, "currency": {"constant": "USD"},
          "bedrooms": {"column": "beds", "max": 30}, "area": {"column": "area", "unit": "sqft"},
          "bathrooms": {"sum": [{"column": "beds"}, {"column": "area", "times": 0.5}]},
          "latitude": {"column": "lat"}, "longitude": {"column": "lon"}, "address": {"column": "address"},
          "market": {"column": "title", "as": "slug"}, "listedAt": {"column": "day", "date": "iso8601"},
          "images": [{"column": "images", "split": " "}]}}
        """
    )

    private static let products = mapping(
        """
        {"format": "csv", "delimiter": ",", "target": "products",
         "fields": {
          "id": {"column": "id", "as": "slug"}, "title": {"column": "title"}, "brand": {"column": "address"},
          "brandId": {"column": "address", "as": "slug"},
          "price": {"sum": [{"column": "price", "decimal": ",", "grouping": "."}, {"column": "beds", "times": 1e3}]},
          "currency": {"column": "type"}, "image": {"column": "images", "split": "|", "pick": "last"},
          "category": {"column": "day", "as": "slug"}, "collections": [{"column": "images", "as": "slug"}]}}
        """
    )

    static func test(_ input: [UInt8]) {
        for mapping in [listings, products] {
            do throws(ImportError) {
                var reader = try mapping.layout.reader(
                    of: Pieces(header + input, size: .max),
                    columns: mapping.columns,
                    maximumRecordSize: 1000,
                    pieceSize: 1 << 12
                )
                while let outcome = try reader.next() {
                    if case .record(let record) = outcome { read(record, mapping) }
                }
            } catch {
                fatalError("expected that a row is refused and not a file, found \(error)")
            }
        }
    }

    private static func read(_ record: Record, _ mapping: Mapping) {
        do throws(Refusal) {
            switch mapping.target {
            case .listings(let fields): check(try fields.listing(of: record), record, mapping)
            case .products(let fields): check(try fields.product(of: record))
            }
        } catch {
            expect(!error.reason.isEmpty, "a refusal has a reason")
        }
    }

    private static func check(_ listing: Listing, _ record: Record, _ mapping: Mapping) {
        func text(_ column: String) -> String {
            let place = mapping.columns.firstIndex(of: column) ?? 0
            return String(decoding: record.text(place).trimmingWhiteSpace(), as: UTF8.self)
        }
        expect(Identifier.isValid(listing.id) && Identifier.isValid(listing.market), "identifiers are some: \(listing)")
        expect(listing.price.amount >= 0 && listing.price.currency == "USD", "a price makes sense: \(listing)")
        expect(0...30 ~= listing.bedrooms ?? 0, "bedrooms make sense: \(listing)")
        for number in [listing.bathrooms, listing.area] {
            expect(number.map { 0...Double.greatestFiniteMagnitude ~= $0 } ?? true, "a number is one: \(listing)")
        }
        if let place = listing.place {
            expect(isNear(place.latitude, text("lat")) && isNear(place.longitude, text("lon")), "\(place) is the place")
        }
        let day = text("day")
        if day.utf8.count == 10 {
            expect(day.split(separator: "-").compactMap { Int32($0) } == date(listing.listedAt), "\(day) is \(listing)")
        }
    }

    /// Year, month and day.
    private static func date(_ seconds: Int64) -> [Int32] {
        var seconds = time_t(seconds)
        // Sound: gmtime_r writes one whole `tm` and gives back its address, which nobody keeps.
        var date = unsafe tm()
        unsafe gmtime_r(&seconds, &date)
        return unsafe [date.tm_year + 1900, date.tm_mon + 1, date.tm_mday]
    }

    /// Whether `number` is what Swift reads, too.
    private static func isNear(_ number: Double, _ text: String) -> Bool {
        guard let other = Double(text) else { return false }
        return abs(number - other) <= number.ulp
    }

    private static func check(_ product: Product) {
        let identifiers = [product.id, product.brand.id] + product.collections + [product.category].compactMap(\.self)
        expect(identifiers.allSatisfy { Identifier.isValid($0) }, "identifiers are some: \(product)")
        expect(product.price.amount >= 0 && product.price.currency.utf8.count == 3, "a price makes sense: \(product)")
        expect(Set(product.collections).count == product.collections.count, "collections differ: \(product)")
    }

    private static func mapping(_ text: String) -> Mapping {
        do {
            return try Mapping(parsing: text.utf8)
        } catch {
            fatalError("expected a mapping, found \(error)")
        }
    }
}
