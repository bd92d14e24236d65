import Testing

@testable import HomeFeed

@Suite struct `The parameters of a request` {
    private static let names = [
        "width", "scale", "textScale", "user", "lat", "lon", "segment", "locale", "budget", "explain", "platform",
        "appVersion", "layouts", "schema",
    ]

    /// Which values there are, by name.
    private static func values(_ parameters: Parameters) -> [String: String] {
        var values: [String: String] = [:]
        for place in names.indices {
            guard let name = Parameters.Name(rawValue: place), let value = parameters[name] else { continue }
            values["\(name)"] = value
        }
        return values
    }

    @Test func `are each found under its own name`() {
        let all = Self.names.map { (name: $0, value: "the \($0)") }
        let expected = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.value) })
        #expect(Self.values(Parameters(all)) == expected)
        #expect(Self.values(Parameters(all.reversed())) == expected)
        for one in all { #expect(Self.values(Parameters([one])) == [one.name: one.value]) }
    }

    @Test func `are not found under a name that is nearly it`() {
        for name in Self.names {
            let last = name.dropLast()
            for other in ["", name + "x", "x" + name, String(last), last + "\u{0}", name.uppercased(), name + " "] {
                #expect(Self.values(Parameters([(name: other, value: "1")])).isEmpty, "\(other)")
            }
        }
    }

    @Test func `may be empty, which is not to be missing`() {
        #expect(Self.values(Parameters([(name: "user", value: "")])) == ["user": ""])
        #expect(Self.values(Parameters([])) == [:])
    }

    @Test func `count as they were given last`() {
        let parameters = Parameters([(name: "lat", value: "1"), (name: "lon", value: "2"), (name: "lat", value: "345")])
        #expect(Self.values(parameters) == ["lat": "345", "lon": "2"])
    }

    @Test func `are shown in errors as they were sent`() {
        let parameters = Parameters([(name: "x", value: "y"), (name: "appVersion", value: "größer")])
        #expect(
            parameters.invalid(.appVersion, "a number").message == "appVersion is \"größer\": expected a number"
        )
    }
}
