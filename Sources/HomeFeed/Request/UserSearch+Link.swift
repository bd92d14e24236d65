import Catalogue

extension UserSearch {
    /// The app's own link to the results of the search: `/search?market=toledo&types=house&priceMax=20000000`.
    ///
    /// Ranges become `Min` and `Max` parameters, texts a list with commas. The kind is named unless it is `listing`.
    var href: String {
        var address = URLBuilder("/search")
        var separator: StaticString = "?"
        func add(_ name: String, _ value: (inout URLBuilder) -> Void) {
            address.append(separator)
            separator = "&"
            address.append(encoded: name)
            address.append("=")
            value(&address)
        }
        func add(_ name: String, _ range: ClosedInterval<Double>) {
            if let min = range.min { add("\(name)Min") { $0.append(min) } }
            if let max = range.max { add("\(name)Max") { $0.append(max) } }
        }
        if kind != "listing" { add("kind") { $0.append(encoding: kind) } }
        for (name, value) in [
            ("market", filter.market), ("brand", filter.brand), ("category", filter.category),
            ("collection", filter.collection),
        ] {
            if let value { add(name) { $0.append(encoding: value) } }
        }
        for (name, condition) in filter.attributes.sorted(by: { $0.key < $1.key }) {
            switch condition {
            case .range(let range):
                add(name, range)
            case .anyOf(let texts):
                // The parameter has been called so since there was only one such attribute.
                let parameter = name == "type" ? "types" : name
                add(parameter) { address in
                    for (index, text) in texts.sorted().enumerated() {
                        if index > 0 { address.append(",") }
                        address.append(encoding: text)
                    }
                }
            case .flag(let flag):
                add(name) { $0.append(encoded: flag ? "true" : "false") }
            }
        }
        if let min = filter.price.min { add("priceMin") { $0.append(Int(min)) } }
        if let max = filter.price.max { add("priceMax") { $0.append(Int(max)) } }
        if let currency = filter.currency { add("currency") { $0.append(encoding: currency) } }
        if let place = filter.place {
            add("lat") { $0.append(place.center.latitude) }
            add("lon") { $0.append(place.center.longitude) }
            add("radius") { $0.append(place.radius) }
        }
        return address.text
    }
}
