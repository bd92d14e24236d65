import HTTPServer
import Testing

private func decoded(_ query: String) throws(QueryError) -> [String] {
    try QueryParameters(query).decoded().map { "\($0.name)=\($0.value)" }
}

@Suite struct `A query` {
    @Test(arguments: [
        ("", []),
        ("a=1", ["a=1"]),
        ("a=1&b=2&c=3", ["a=1", "b=2", "c=3"]),
        ("a", ["a="]),
        ("a=", ["a="]),
        ("=x", ["=x"]),
        ("a=b=c", ["a=b=c"]),
        ("&&a=1&", ["a=1"]),
        ("a+b=c+d%2B", ["a b=c d+"]),
        ("m%C3%BCnchen=%f0%9f%8f%a0", ["münchen=🏠"]),
    ])
    func `is decoded as forms write it`(query: String, expected: [String]) throws {
        #expect(try decoded(query) == expected)
    }

    @Test(arguments: ["a=%", "a=%2", "a=%zz", "a=%2x1"])
    func `with an incomplete escape is refused by name`(query: String) {
        #expect(throws: QueryError.undecodable(name: "a", .incompleteEscape)) { try decoded(query) }
    }

    @Test(arguments: ["a=%ff", "a=%C3", "a=%ED%A0%80", "a=%C0%80"])
    func `that is no UTF-8 is refused by name`(query: String) {
        #expect(throws: QueryError.undecodable(name: "a", .invalidUTF8)) { try decoded(query) }
    }

    @Test func `that repeats a name is refused, however it is written`() {
        #expect(throws: QueryError.repeated(name: "width")) { try decoded("width=1&x&wi%64th=2") }
    }

    @Test func `has a bound`() throws {
        let most = (0..<QueryParameters.maximumCount).map { "p\($0)" }
        #expect(try decoded(most.joined(separator: "&")).count == most.count)
        #expect(throws: QueryError.tooMany(limit: QueryParameters.maximumCount)) {
            try decoded((most + ["q"]).joined(separator: "&"))
        }
    }
}
