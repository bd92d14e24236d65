import SeededRandom
import Testing

@testable import HTTPServer

private func parameters(_ query: String) throws(RequestError) -> QueryParameters {
    try QueryParameters(bytes: Array(query.utf8), range: 0..<query.utf8.count)
}

private func decoded(_ query: String) throws(RequestError) -> [String] {
    try parameters(query).texts
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
        ("münchen=🏠", ["münchen=🏠"]),
        ("=&a", ["=", "a="]),
        ("+=+", [" = "]),
        ("a==&%26=%3D", ["a==", "&=="]),
    ])
    func `is decoded like a form`(query: String, expected: [String]) throws {
        #expect(try decoded(query) == expected)
    }

    @Test(arguments: ["a=%", "a=%2", "a=%zz", "a=%2x1"])
    func `with an incomplete escape is refused by name`(query: String) {
        #expect(throws: RequestError.undecodable(parameter: "a")) { try decoded(query) }
    }

    @Test(arguments: ["a=%ff", "a=%C3", "a=%ED%A0%80", "a=%C0%80"])
    func `that is not UTF-8 is refused by name`(query: String) {
        #expect(throws: RequestError.undecodable(parameter: "a")) { try decoded(query) }
    }

    @Test(arguments: ["a=%00", "a=b%00c", "a=1&a=%00"])
    func `with a NUL is refused by name`(query: String) {
        #expect(throws: RequestError.undecodable(parameter: "a")) { try decoded(query) }
    }

    @Test func `whose name cannot be decoded is refused by its beginning, undecoded`() {
        let name = String(repeating: "x", count: 60) + "%zz" + String(repeating: "y", count: 60)
        #expect(throws: RequestError.undecodable(parameter: String(name.prefix(64)))) {
            try decoded("a=1&\(name)=2")
        }
    }

    @Test(arguments: [
        ("width=1&x&wi%64th=2", "width"), ("width=1&x&width=2", "width"), ("width&width", "width"), ("=1&=2", ""),
        ("=&%41=&=", ""), ("a+b=1&a%20b=2", "a b"), ("%C3%BC=1&ü=2", "ü"),
    ])
    func `that repeats a name is refused in any spelling`(query: String, name: String) {
        #expect(throws: RequestError.repeated(parameter: name)) { try decoded(query) }
    }

    @Test func `may have similar names`() throws {
        // The second to the fifth have the same length and first byte.
        let names = ["", "width", "wider", "?abc", "Gab", "Width", "widt", "widths"]
        let query = names.map { "\($0)=1" }.joined(separator: "&")
        #expect(try decoded(query) == names.map { "\($0)=1" })
        #expect(try decoded(query + "&%6E=1") == names.map { "\($0)=1" } + ["n=1"])
    }

    @Test func `is the same encoded or not, and within other bytes`() throws {
        var generator = SplitMix64(seed: 11)
        let characters = Array("abcdefgh=./~-_".utf8)
        for _ in 0..<500 {
            let parts = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                (0..<Int.random(in: 0...20, using: &generator)).map { _ in characters.randomElement(using: &generator)!
                }
            }
            let plain = Array(parts.joined(separator: [UInt8(ascii: "&")]))
            let encoded = Array(
                parts.map { part in
                    part.map { byte in
                        byte != UInt8(ascii: "=") && Bool.random(using: &generator)
                            ? "%" + String(byte, radix: 16) : String(Unicode.Scalar(byte))
                    }.joined()
                }.joined(separator: "&").utf8
            )
            let before = Array("GET /home?+%".utf8)
            let results = [([], plain, []), (before, plain, Array("%zz&x".utf8)), (before, encoded, [0xff])].map {
                (before, query, after) in
                Result { () throws(RequestError) in
                    let range = before.count..<before.count + query.count
                    return try QueryParameters(bytes: before + query + after, range: range)
                }
            }
            #expect(results[1] == results[0] && results[2] == results[0], "\(String(decoding: encoded, as: UTF8.self))")
        }
    }

    @Test func `has values by name`() throws {
        for query in ["a=1&bc&=d", "%61=1&b%63&=d"] {
            let decoded = try parameters(query)
            #expect(["a", "bc", "", "b"].map { decoded[$0] } == ["1", "", "d", nil])
        }
    }

    @Test func `has a maximum number of parameters`() throws {
        let most = (0..<QueryParameters.maximumCount).map { "p\($0)" }
        #expect(try decoded(most.joined(separator: "&")).count == most.count)
        #expect(throws: RequestError.tooManyParameters(limit: QueryParameters.maximumCount)) {
            try decoded((most + ["q"]).joined(separator: "&"))
        }
    }
}

extension QueryParameters: Equatable {
    /// Whether both have equal parameters in the same order.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.texts == rhs.texts }
}
