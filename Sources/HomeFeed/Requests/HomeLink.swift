import HomeLayout
import Catalogue

/// The addresses of other parts of the same home: same device, same user, same place, same client, same words.
struct HomeLink {
    /// What all of them end with: `&width=390&scale=3&user=u1`.
    private let rest: [UInt8]

    init(request: HomeRequest) {
        let device = request.device
        var rest = Address("&width=")
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

    /// What loads another segment: `/home?segment=style&width=390&scale=3`.
    func href(segment: String) -> String {
        ending(Address("/home?segment="), segment)
    }

    /// What loads one widget of a segment: `/home/widgets/nearby?segment=homes&width=390&scale=3`.
    func href(widget: String, in segment: String) -> String {
        var address = Address("/home/widgets/")
        address.append(encoding: widget)
        address.append("?segment=")
        return ending(address, segment)
    }

    /// What loads what comes behind: `/home/widgets/nearby?cursor=…&segment=homes&width=390&scale=3`.
    func href(widget: String, in segment: String, cursor: String) -> String {
        var address = Address("/home/widgets/")
        address.append(encoding: widget)
        address.append("?cursor=")
        address.append(encoded: cursor)
        address.append("&segment=")
        return ending(address, segment)
    }

    private func ending(_ address: consuming Address, _ segment: String) -> String {
        address.append(encoding: segment)
        address.append(rest)
        return address.text
    }
}
