import HomeLayout
import Catalogue

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
