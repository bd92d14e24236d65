import Bytes
import Catalogue
import HomeLayout
import Localization

/// The URLs of other parts of the home, for the same device, user, place, client and language.
struct HomeLinks {
    /// The parameter of widgets alone: `segment=homes`.
    let segment: [UInt8]
    /// The common parameters: `&width=390&scale=3&user=u1`.
    let parameters: [UInt8]
    /// The parameter of homes alone: `&choices=browse:top`.
    let choices: [UInt8]

    /// - Parameter segment: Its parameter, see ``segment(_:)``.
    init(request: borrowing HomeRequest, segment: [UInt8]) {
        self.segment = segment
        let device = request.device
        var parameters = URLBuilder("&width=")
        parameters.append(decimal: device.width.thousandths, places: 3)
        parameters.append("&scale=")
        parameters.append(decimal: device.scale.hundredThousandths, places: 5)
        parameters.append("&textScale=", device.textScale == 1 ? nil : device.textScale) {
            $0.append(decimal: $1.thousandths, places: 3)
        }
        parameters.append("&user=", request.user) { $0.append(encoding: $1.rawValue) }
        parameters.append("&lat=", request.place) { $0.append($1.latitude) }
        parameters.append("&lon=", request.place) { $0.append($1.longitude) }
        parameters.append("&platform=", request.platform) { $0.append(encoded: $1.rawValue) }
        parameters.append("&appVersion=", request.appVersion) { $0.append($1) }
        parameters.append("&", request.layouts) { $0.append(encoded: $1.query) }
        parameters.append("&locale=", request.locale) { $0.append(encoded: $1.description) }
        self.parameters = parameters.bytes
        var choices = URLBuilder(capacity: 0)
        choices.append("&choices=", request.choices.isEmpty ? nil : request.choices) { $0.append(encoding: $1.text) }
        self.choices = choices.bytes
    }

    /// `segment=homes`.
    static func segment(_ id: String) -> [UInt8] {
        var parameter = URLBuilder("segment=")
        parameter.append(encoding: id)
        return parameter.bytes
    }

    /// The beginning of the URL of a segment: `/home?segment=style`. The parameters follow, then the choices.
    static func start(ofSegment id: String) -> [UInt8] { Array("/home?".utf8) + segment(id) }

    /// The beginning of the URL of a widget: `/home/widgets/nearby`.
    static func start(ofWidget id: String) -> [UInt8] {
        var url = URLBuilder("/home/widgets/")
        url.append(encoding: id)
        return url.bytes
    }

    /// - Parameter start: ``start(ofWidget:)``.
    func url(_ start: [UInt8], _ choice: ClientChoice) -> [UInt8] {
        var url: [UInt8] = []
        write(start, choice, to: &url)
        return url
    }

    /// Appends the URL of a widget, or of a page: `/home/widgets/nearby?cursor=…&segment=homes&width=390&scale=3`.
    /// - Parameter cursor: Appends the page's cursor; `nil` for the first page.
    func write(
        _ start: [UInt8],
        _ choice: ClientChoice,
        to url: inout [UInt8],
        cursor: ((inout [UInt8]) -> Void)? = nil
    ) {
        url += start
        url.append(UInt8(ascii: "?"))
        if let cursor {
            url.append(addingCapacity: 8) { $0.append("cursor=") }
            cursor(&url)
            url.append(UInt8(ascii: "&"))
        }
        url.append(addingCapacity: choice.query.count + segment.count + parameters.count) {
            $0.append(copying: choice.query)
            $0.append(copying: segment)
            $0.append(copying: parameters)
        }
    }
}

extension UserSearch {
    /// The app's link to the results of the search: `/search?market=toledo&types=house&priceMax=20000000`.
    ///
    /// Ranges become `Min` and `Max` parameters, texts are separated by commas. `kind` is omitted for listings.
    var href: String {
        var url = URLBuilder("/search")
        var separator: StaticString = "?"
        func add(_ name: String, _ value: (inout URLBuilder) -> Void) {
            url.append(separator)
            separator = "&"
            url.append(encoded: name)
            url.append("=")
            value(&url)
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
                // The name of the parameter before other kinds had attributes.
                let parameter = name == "type" ? "types" : name
                add(parameter) { url in
                    for (index, text) in texts.sorted().enumerated() {
                        if index > 0 { url.append(",") }
                        url.append(encoding: text)
                    }
                }
            case .flag(let flag):
                add(name) { $0.append(encoded: flag ? "true" : "false") }
            }
        }
        if let min = filter.price.min { add("priceMin") { $0.append(decimal: Int(min)) } }
        if let max = filter.price.max { add("priceMax") { $0.append(decimal: Int(max)) } }
        if let currency = filter.currency { add("currency") { $0.append(encoding: currency) } }
        if let place = filter.place {
            add("lat") { $0.append(place.center.latitude) }
            add("lon") { $0.append(place.center.longitude) }
            add("radius") { $0.append(place.radius) }
        }
        return url.text
    }
}
