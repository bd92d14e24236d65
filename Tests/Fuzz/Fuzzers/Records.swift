import Catalogue
import Glibc
import JSON

@testable import Import

/// Fuzzes rows of a file as listings, products and items of a declared kind: every accepted row makes a valid item.
enum Records {
    private static let header = Array("id,title,type,price,beds,area,lat,lon,address,day,images\n".utf8)

    private static let listings = mapping(
        """
        {"format": "csv", "delimiter": ",", "kind": "listing", "missing": ["NA"],
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
        {"format": "csv", "delimiter": ",", "kind": "product",
         "fields": {
          "id": {"column": "id", "as": "slug"}, "title": {"column": "title"}, "brand": {"column": "address"},
          "brandId": {"column": "address", "as": "slug"},
          "price": {"sum": [{"column": "price", "decimal": ",", "grouping": "."}, {"column": "beds", "times": 1e3}]},
          "currency": {"column": "type"}, "image": {"column": "images", "split": "|", "pick": "last"},
          "category": {"column": "day", "as": "slug"}, "collections": [{"column": "images", "as": "slug"}]}}
        """
    )

    private static let restaurants = mapping(
        """
        {"format": "csv", "delimiter": ",", "kind": "restaurant",
         "fields": {
          "id": {"column": "id"}, "title": {"column": "title"}, "subtitle": {"column": "address"},
          "fee": {"column": "price", "currency": {"column": "type"}}, "delivery": {"column": "beds", "unit": "hour"},
          "open": {"column": "images"}, "since": {"column": "day", "date": "iso8601"}}}
        """
    )

    private static let kinds: KindTable = {
        let text = """
            {"restaurant": {"attributes": {"fee": {"type": "money"}, "delivery": {"type": "number", "unit": "minute"},
             "open": {"type": "flag"}, "since": {"type": "instant"}}}}
            """
        do {
            return try CheckedValue.read(JSONValue(parsing: text.utf8), KindTable.init(reading:))
        } catch {
            fatalError("expected kinds, found \(error)")
        }
    }()

    static func test(_ input: [UInt8]) {
        for mapping in [listings, products, restaurants] {
            do throws(ImportError) {
                var reader = try mapping.layout.reader(
                    of: Pieces(header + input, size: .max),
                    columns: mapping.columns,
                    maxRecordSize: 1000,
                    pieceSize: 1 << 12
                )
                while let outcome = try reader.next() {
                    if case .success(let record) = outcome { read(record, mapping) }
                }
            } catch {
                fatalError("expected that a row is rejected and not a file, found \(error)")
            }
        }
    }

    private static func read(_ record: Record, _ mapping: Mapping) {
        do throws(ValueError) {
            let item = try mapping.fields.item(of: record)
            expect(item.id.kind == mapping.kind.name && Identifier.isValid(item.id.id), "an item has an id: \(item)")
            check(attributesOf: item, mapping.kind)
            switch item.id.kind {
            case "listing": check(listing: item, record, mapping)
            case "product": check(product: item)
            default: check(restaurant: item)
            }
        } catch {
            expect(!error.reason.isEmpty, "an error has a reason")
        }
    }

    private static func check(attributesOf item: CatalogueItem, _ kind: Kind) {
        for (name, value) in item.attributes {
            guard let attribute = kind.attribute(name), value.matches(attribute.type) else {
                fatalError("expected values of the kind's attributes, found \(name) of \(item)")
            }
            if case .number(let number) = value {
                expect(0...Double.greatestFiniteMagnitude ~= number, "a number is finite: \(item)")
                if attribute.isWhole { expect(number == number.rounded(), "\(name) is whole: \(item)") }
            }
        }
    }

    private static func check(listing: CatalogueItem, _ record: Record, _ mapping: Mapping) {
        func text(_ column: String) -> String {
            let place = mapping.columns.firstIndex(of: column) ?? 0
            return String(decoding: record.text(place).trimmingWhiteSpace(), as: UTF8.self)
        }
        expect(listing.market.map { Identifier.isValid($0) } ?? false, "a market is valid: \(listing)")
        expect(
            (listing.price?.amount ?? -1) >= 0 && listing.price?.currency == "USD",
            "a price makes sense: \(listing)"
        )
        expect(listing.attributes["type"] != nil, "required attributes are present: \(listing)")
        if case .number(let bedrooms)? = listing.attributes["bedrooms"] {
            expect(0...30 ~= bedrooms, "bedrooms are in range: \(listing)")
        }
        if let place = listing.place {
            expect(isNear(place.latitude, text("lat")) && isNear(place.longitude, text("lon")), "\(place) is the place")
        }
        let day = text("day")
        if day.utf8.count == 10 {
            expect(
                day.split(separator: "-").compactMap { Int32($0) } == date(listing.listedAt.seconds),
                "\(day) is \(listing)"
            )
        }
    }

    /// Year, month and day.
    private static func date(_ seconds: Int64) -> [Int32] {
        var seconds = time_t(seconds)
        // Sound: gmtime_r writes one whole `tm` and returns its address, which is not kept.
        var date = unsafe tm()
        unsafe gmtime_r(&seconds, &date)
        return unsafe [date.tm_year + 1900, date.tm_mon + 1, date.tm_mday]
    }

    /// Whether `number` is Swift's own result, up to rounding.
    private static func isNear(_ number: Double, _ text: String) -> Bool {
        guard let other = Double(text) else { return false }
        return abs(number - other) <= number.ulp
    }

    private static func check(product: CatalogueItem) {
        guard let brand = product.brand, let price = product.price else {
            fatalError("expected what is required, found \(product)")
        }
        let identifiers = [brand.id] + product.collections + [product.category].compactMap(\.self)
        expect(identifiers.allSatisfy { Identifier.isValid($0) }, "identifiers are valid: \(product)")
        expect(price.amount >= 0 && price.currency.utf8.count == 3, "a price is valid: \(product)")
        expect(Set(product.collections).count == product.collections.count, "collections are unique: \(product)")
    }

    private static func check(restaurant: CatalogueItem) {
        if case .money(let fee)? = restaurant.attributes["fee"] {
            expect(fee.amount >= 0 && fee.currency.utf8.count == 3, "a fee is valid: \(restaurant)")
        }
    }

    private static func mapping(_ text: String) -> Mapping {
        do {
            return try Mapping(parsing: text.utf8, kinds: kinds)
        } catch {
            fatalError("expected a mapping, found \(error)")
        }
    }
}

extension AttributeValue {
    /// Whether it is a value of `type`.
    fileprivate func matches(_ type: AttributeType) -> Bool {
        switch (self, type) {
        case (.number, .number), (.money, .money), (.flag, .flag), (.instant, .instant): true
        case (.text(let text), .text(let values)): values.isEmpty || values.contains(text)
        default: false
        }
    }
}
