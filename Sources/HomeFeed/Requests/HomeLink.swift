import HomeLayout
import PropertyStore

/// The addresses of other parts of the same home: same device, same user, same place.
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

    private func query(segment: String) -> String {
        let device = request.device
        var query = "segment=\(PercentEncoding.encode(segment))&width=\(device.width)&scale=\(device.scale)"
        if device.textScale != 1 { query += "&textScale=\(device.textScale)" }
        if let user = request.user { query += "&user=\(PercentEncoding.encode(user.rawValue))" }
        if let place = request.place {
            query += "&lat=\(Self.degrees(place.latitude))&lon=\(Self.degrees(place.longitude))"
        }
        return query
    }

    /// Degrees to seven places, which is a centimetre, and never with an exponent.
    private static func degrees(_ value: Double) -> String {
        let units = Int((value * 1e7).rounded())
        let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        var digits = String(String(10_000_000 + fraction).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return (units < 0 ? "-" : "") + String(whole) + (digits.isEmpty ? "" : ".\(digits)")
    }
}
