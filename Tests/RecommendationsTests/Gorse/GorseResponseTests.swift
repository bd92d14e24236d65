import GorseAnswers
import SeededRandom
import Testing

@testable import Catalogue
@testable import Recommendations

@Suite struct `A response of Gorse` {
    @Test(arguments: [
        (#"["k:a","k:b"]"#, ["k:a", "k:b"]),
        (#"[{"Id":"k:a","Score":0.5},{"Score":-1e300,"Id":"l:b","More":[]}]"#, ["k:a", "l:b"]),
        ("null", []), ("[]", []), (#" [ "k:a" , "k:a", {"Id":"k:a","Score":1} ] "#, ["k:a"]),
        (#"["","a",":a","K:a","k:","k:a b","k:a/b","k:ä","k:ok:2"]"#, ["k:ok:2"]),
        (#"["k:1","k:2","k:3","k:4","k:5"]"#, ["k:1", "k:2", "k:3", "k:4"]),
    ])
    func `is a list of items, each once`(_ body: String, _ ids: [String]) {
        #expect(GorseResponse.ids(in: Array(body.utf8), limit: 4)?.map(\.description) == ids)
    }

    @Test(arguments: [
        (GorseAnswer.scores(["k:a", "k:b", "k:c"]), ["k:a", "k:b", "k:c"]), (.ids(["k:a", "k:b"]), ["k:a", "k:b"]),
        (.empty, []), (.null, []),
    ])
    func `is read as Gorse writes it`(_ answer: GorseAnswer, _ ids: [String]) {
        #expect(GorseResponse.ids(in: Array(answer.body.utf8), limit: 4)?.map(\.description) == ids)
    }

    @Test(arguments: [
        "", "{}", "1", "\"a\"", "[1]", "[null]", "[{}]", "[[]]", #"[{"Id":1}]"#, #"[{"id":"a"}]"#, "[\"a\"", "nul",
    ])
    func `is rejected if it is not a list`(_ body: String) {
        #expect(GorseResponse.ids(in: Array(body.utf8), limit: 4) == nil)
    }

    @Test func `never crashes the parser`() {
        var generator = SplitMix64(seed: 9)
        let pieces = ["[", "]", "{", "}", "\"Id\"", ":", ",", "\"a\"", "null", "1e9", "\\u0000", "\"", " ", "[[[["]
        var lists = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces.randomElement(using: &generator)!
            }
            if GorseResponse.ids(in: Array(text.joined().utf8), limit: 4) != nil { lists += 1 }
        }
        #expect(lists > 0)
    }
}

@Suite struct `The URL of a service` {
    @Test(arguments: [
        ("http://127.0.0.1:8087", "http://127.0.0.1:8087"), ("http://gorse", "http://gorse"),
        ("https://a-b.example:443/gorse/v1///", "https://a-b.example:443/gorse/v1"),
        ("http://[::1]:80/", "http://[::1]:80"),
        ("http://gorse:1/%7Ea", "http://gorse:1/%7Ea"),
    ])
    func `is read`(_ text: String, _ address: String) {
        #expect(ServiceURL(text)?.description == address)
    }

    @Test(arguments: [
        "", "gorse:8087", "http://", "http:///x", "ftp://gorse", "http://gorse:", "http://gorse:0",
        "http://gorse:65536",
        "http://gorse:8x", "http://user@gorse", "http://user:pass@gorse:1", "http://gorse/?q", "http://gorse/#f",
        "http://gorse /", "http://[::1", "http://[]:1", "http://[::1]x", "http://[::1]8087", "HTTP://gorse",
        "http://gorse/\r\nX: y",
    ])
    func `is rejected if it is malformed`(_ text: String) {
        #expect(ServiceURL(text) == nil)
    }

    @Test func `precedes each query, whose names are encoded`() throws {
        let service = try #require(ServiceURL("http://gorse:8087/prefix/"))
        let user = try #require(UserID("a?b&c#d%e..\\\"+"))
        let urls = [
            GorseQuery.recommended(user, offset: 0, category: nil), .recommended(user, offset: 20, category: "a&b"),
            .neighbors(CatalogueItem.ID(kind: "listing", id: "..")), .nonPersonalized("popular", category: nil),
            .latest(category: "toledo"),
        ].map { $0.url(at: service, count: 10) }
        #expect(
            urls == [
                "http://gorse:8087/prefix/api/recommend/a%3Fb%26c%23d%25e%2E%2E%5C%22%2B?n=10",
                "http://gorse:8087/prefix/api/recommend/a%3Fb%26c%23d%25e%2E%2E%5C%22%2B?n=10&offset=20&category=a%26b",
                "http://gorse:8087/prefix/api/item/listing%3A%2E%2E/neighbors?n=10",
                "http://gorse:8087/prefix/api/non-personalized/popular?n=10",
                "http://gorse:8087/prefix/api/latest?n=10&category=toledo",
            ]
        )
    }
}
