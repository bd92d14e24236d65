import Catalogue

/// The app's own link to the results of a search: `/search?market=toledo&types=house&priceMax=20000000`.
enum SearchLink {
    static func href(for criteria: SearchCriteria) -> String {
        var address = Address("/search")
        append(criteria, to: &address)
        return address.text
    }

    static func append(_ criteria: SearchCriteria, to address: inout Address) {
        var parameters = Parameters(address: address)
        if let market = criteria.market { parameters.add("market=") { $0.append(encoding: market) } }
        if !criteria.types.isEmpty {
            let types = criteria.types.map(\.rawValue).sorted().joined(separator: ",")
            parameters.add("types=") { $0.append(encoded: types) }
        }
        parameters.add(criteria.price, "priceMin=", "priceMax=") { $0.append(Int($1)) }
        parameters.add(criteria.bedrooms, "bedroomsMin=", "bedroomsMax=") { $0.append($1) }
        parameters.add(criteria.bathrooms, "bathroomsMin=", "bathroomsMax=") { $0.append($1) }
        parameters.add(criteria.area, "areaMin=", "areaMax=") { $0.append($1) }
        if let place = criteria.place {
            parameters.add("lat=") { $0.append(place.center.latitude) }
            parameters.add("lon=") { $0.append(place.center.longitude) }
            parameters.add("radius=") { $0.append(place.radius) }
        }
        address = parameters.address
    }

    private struct Parameters {
        var address: Address
        private var isFirst = true

        init(address: Address) {
            self.address = address
        }

        mutating func add(_ name: StaticString, _ value: (inout Address) -> Void) {
            address.append(isFirst ? "?" : "&")
            isFirst = false
            address.append(name)
            value(&address)
        }

        mutating func add<Bound>(
            _ range: ClosedInterval<Bound>,
            _ min: StaticString,
            _ max: StaticString,
            _ value: (inout Address, Bound) -> Void
        ) {
            if let bound = range.min { add(min) { value(&$0, bound) } }
            if let bound = range.max { add(max) { value(&$0, bound) } }
        }
    }
}
