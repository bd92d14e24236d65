import HomeLayout
import PropertyStore

/// The addresses of other parts of the same home: same device, same user, same place, same client, same words.
struct HomeLink {
    let request: HomeRequest

    /// What loads another segment: `/home?segment=style&width=390&scale=3`.
    func href(segment: String) -> String {
        "/home?" + query(segment: segment)
    }

    /// What loads one widget of a segment: `/home/widgets/nearby?segment=homes&width=390&scale=3`.
    func href(widget: String, in segment: String) -> String {
        "/home/widgets/\(PercentEncoding.encode(widget))?" + query(segment: segment)
    }

    /// What loads what comes behind: `/home/widgets/nearby?cursor=…&segment=homes&width=390&scale=3`.
    func href(widget: String, in segment: String, cursor: String) -> String {
        "/home/widgets/\(PercentEncoding.encode(widget))?cursor=\(cursor)&" + query(segment: segment)
    }

    private func query(segment: String) -> String {
        let device = request.device
        var query = "segment=\(PercentEncoding.encode(segment))&width=\(device.width)&scale=\(device.scale)"
        if device.textScale != 1 { query += "&textScale=\(device.textScale)" }
        if let user = request.user { query += "&user=\(PercentEncoding.encode(user.rawValue))" }
        if let place = request.place {
            query += "&lat=\(place.latitude.addressText)&lon=\(place.longitude.addressText)"
        }
        if let platform = request.platform { query += "&platform=\(platform.rawValue)" }
        if let appVersion = request.appVersion { query += "&appVersion=\(appVersion)" }
        if let layouts = request.layouts { query += "&\(layouts.query)" }
        if let locale = request.locale { query += "&locale=\(locale)" }
        return query
    }
}
