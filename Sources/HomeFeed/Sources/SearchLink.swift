import PropertyStore

/// The app's own link to the results of a search: `/search?market=toledo&types=house&priceMax=20000000`.
enum SearchLink {
    static func href(for criteria: SearchCriteria) -> String {
        var parameters: [String] = []
        if let market = criteria.market { parameters.append("market=\(PercentEncoding.encode(market))") }
        if !criteria.types.isEmpty {
            parameters.append("types=" + criteria.types.map(\.rawValue).sorted().joined(separator: ","))
        }
        append(criteria.price, "price", to: &parameters) { "\($0)" }
        append(criteria.bedrooms, "bedrooms", to: &parameters) { "\($0)" }
        append(criteria.bathrooms, "bathrooms", to: &parameters, \.addressText)
        append(criteria.area, "area", to: &parameters, \.addressText)
        if let place = criteria.place {
            parameters.append("lat=\(place.center.latitude.addressText)")
            parameters.append("lon=\(place.center.longitude.addressText)")
            parameters.append("radius=\(place.radius.addressText)")
        }
        return parameters.isEmpty ? "/search" : "/search?" + parameters.joined(separator: "&")
    }

    private static func append<Bound>(
        _ range: ClosedInterval<Bound>,
        _ name: String,
        to parameters: inout [String],
        _ text: (Bound) -> String
    ) {
        if let min = range.min { parameters.append("\(name)Min=\(text(min))") }
        if let max = range.max { parameters.append("\(name)Max=\(text(max))") }
    }
}
