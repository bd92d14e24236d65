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
        let (device, user, place) = (request.device, request.user?.rawValue, request.place)
        let (platform, version) = (request.platform?.rawValue, request.appVersion)
        let (layouts, locale) = (request.layouts?.query, request.locale?.description)
        let length = 3 * (user?.utf8.count ?? 0) + (layouts?.utf8.count ?? 0) + (locale?.utf8.count ?? 0)
        parameters = [UInt8](capacity: Self.room + length) {
            $0.append("&width=")
            $0.append(device.width)
            $0.append("&scale=")
            $0.append(device.scale)
            $0.append("&textScale=", device.textScale == 1 ? nil : device.textScale) { $0.append($1) }
            $0.append("&user=", user) { $0.append(percentEncoding: $1.utf8.span) }
            $0.append("&lat=", place) { $0.append(address: $1.latitude) }
            $0.append("&lon=", place) { $0.append(address: $1.longitude) }
            $0.append("&platform=", platform) { $0.append(copying: $1.utf8.span) }
            $0.append("&appVersion=", version) { $0.append($1) }
            $0.append("&", layouts) { $0.append(copying: $1.utf8.span) }
            $0.append("&locale=", locale) { $0.append(copying: $1.utf8.span) }
        }
        choices = request.choices.isEmpty ? [] : Array("&choices=\(request.choices.text.percentEncoded)".utf8)
    }

    /// The most bytes of the names, five numbers, a platform and the eight numbers of a version.
    private static let room = 512

    /// `segment=homes`.
    static func segment(_ id: String) -> [UInt8] { Array("segment=\(id.percentEncoded)".utf8) }

    /// The beginning of the URL of a segment: `/home?segment=style`. The parameters follow, then the choices.
    static func start(ofSegment id: String) -> [UInt8] { Array("/home?".utf8) + segment(id) }

    /// The beginning of the URL of a widget: `/home/widgets/nearby`.
    static func start(ofWidget id: String) -> [UInt8] { Array("/home/widgets/\(id.percentEncoded)".utf8) }

    /// - Parameters:
    ///   - start: ``start(ofWidget:)``.
    ///   - cursor: As the client sent it; `nil` for the first page.
    func url(_ start: [UInt8], _ choice: ClientChoice, cursor: String? = nil) -> [UInt8] {
        var url: [UInt8] = []
        write(start, choice, to: &url, cursor: cursor.map { cursor in { $0 += cursor.utf8 } })
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
        var parameters: [String] = []
        func add(_ name: String, _ value: String?) {
            if let value { parameters.append("\(name)=\(value)") }
        }
        add("kind", kind == "listing" ? nil : kind.percentEncoded)
        add("market", filter.market?.percentEncoded)
        add("brand", filter.brand?.percentEncoded)
        add("category", filter.category?.percentEncoded)
        add("collection", filter.collection?.percentEncoded)
        for (name, condition) in filter.attributes.sorted(by: { $0.key < $1.key }) {
            switch condition {
            case .range(let range):
                add("\(name)Min", range.min?.addressText)
                add("\(name)Max", range.max?.addressText)
            case .anyOf(let texts):
                // The name of the parameter before other kinds had attributes.
                add(name == "type" ? "types" : name, texts.sorted().map(\.percentEncoded).joined(separator: ","))
            case .flag(let flag): add(name, flag ? "true" : "false")
            }
        }
        add("priceMin", filter.price.min.map { "\($0)" })
        add("priceMax", filter.price.max.map { "\($0)" })
        add("currency", filter.currency?.percentEncoded)
        add("lat", filter.place?.center.latitude.addressText)
        add("lon", filter.place?.center.longitude.addressText)
        add("radius", filter.place?.radius.addressText)
        return parameters.isEmpty ? "/search" : "/search?" + parameters.joined(separator: "&")
    }
}
