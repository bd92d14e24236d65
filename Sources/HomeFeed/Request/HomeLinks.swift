import Catalogue
import HomeLayout

/// The addresses of other parts of the same home, for the same device, user, place, client and language.
struct HomeLinks {
    /// The end of all of them: `&width=390&scale=3&user=u1`.
    private let rest: [UInt8]

    init(request: HomeRequest) {
        let device = request.device
        var rest = URLBuilder("&width=")
        rest.append(device.width)
        rest.append("&scale=")
        rest.append(device.scale)
        if device.textScale != 1 {
            rest.append("&textScale=")
            rest.append(device.textScale)
        }
        if let user = request.user {
            rest.append("&user=")
            rest.append(encoding: user.rawValue)
        }
        if let place = request.place {
            rest.append("&lat=")
            rest.append(place.latitude)
            rest.append("&lon=")
            rest.append(place.longitude)
        }
        if let platform = request.platform {
            rest.append("&platform=")
            rest.append(encoded: platform.rawValue)
        }
        if let appVersion = request.appVersion {
            rest.append("&appVersion=")
            rest.append(encoded: "\(appVersion)")
        }
        if let layouts = request.layouts {
            rest.append("&")
            rest.append(encoded: layouts.query)
        }
        if let locale = request.locale {
            rest.append("&locale=")
            rest.append(encoded: "\(locale)")
        }
        self.rest = rest.bytes
    }

    /// The address of another segment: `/home?segment=style&width=390&scale=3`.
    func href(segment: String) -> String {
        ending(URLBuilder("/home?segment="), segment)
    }

    /// The address of one widget of a segment, of its next page where there is a cursor:
    /// `/home/widgets/nearby?cursor=…&segment=homes&width=390&scale=3`.
    func href(widget: String, in segment: String, _ choice: ClientChoice, cursor: String? = nil) -> String {
        var address = URLBuilder("/home/widgets/")
        address.append(encoding: widget)
        address.append("?")
        if let cursor {
            address.append("cursor=")
            address.append(encoded: cursor)
            address.append("&")
        }
        address.append(choice.query)
        address.append("segment=")
        return ending(address, segment)
    }

    private func ending(_ address: consuming URLBuilder, _ segment: String) -> String {
        address.append(encoding: segment)
        address.append(rest)
        return address.text
    }
}

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
