import PropertyStore

/// The app's own link to the results of a search: `/search?market=toledo&types=house&priceMax=20000000`.
enum SearchLink {
    static func href(for criteria: SearchCriteria) -> String {
        var parameters: [String] = []
        if let market = criteria.market { parameters.append("market=\(PercentEncoding.encode(market))") }
        if !criteria.types.isEmpty {
            parameters.append("types=" + criteria.types.map(\.rawValue).sorted().joined(separator: ","))
        }
        append(criteria.price, "price", to: &parameters)
        append(criteria.bedrooms, "bedrooms", to: &parameters)
        append(criteria.bathrooms, "bathrooms", to: &parameters)
        append(criteria.area, "area", to: &parameters)
        if let place = criteria.place {
            parameters.append("lat=\(place.center.latitude)&lon=\(place.center.longitude)&radius=\(place.radius)")
        }
        return parameters.isEmpty ? "/search" : "/search?" + parameters.joined(separator: "&")
    }

    private static func append<Bound>(_ range: ClosedInterval<Bound>, _ name: String, to parameters: inout [String]) {
        if let min = range.min { parameters.append("\(name)Min=\(min)") }
        if let max = range.max { parameters.append("\(name)Max=\(max)") }
    }
}
