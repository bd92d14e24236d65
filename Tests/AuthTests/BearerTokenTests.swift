import Testing

@testable import Auth

private func read(_ field: String?) -> Result<String, TokenError> {
    do throws(TokenError) {
        return .success(try BearerToken(authorization: field).text)
    } catch {
        return .failure(error)
    }
}

@Suite struct `A bearer token in a request` {
    @Test(arguments: ["Bearer a.b.c", "bearer a.b.c", "BEARER a.b.c", "bEaReR   a.b.c"])
    func `follows its scheme, in any case`(field: String) {
        #expect(read(field) == .success("a.b.c"))
    }

    @Test(arguments: ["Bearer AZaz09-._~+/", "Bearer a=", "Bearer a=="])
    func `is one token68`(field: String) {
        #expect(read(field) == .success(String(field.dropFirst(7))))
    }

    @Test(arguments: [
        nil, "", " ", "Basic dTE6cHc=", "Digest a", "Bearera.b.c", "Bear er", " Bearer a", "JWT a.b.c", "a.b.c",
        "\u{fe7}earer a", "DPoP a", "Bearer\ta.b.c",
    ])
    func `is missing without the scheme`(field: String?) {
        #expect(read(field) == .failure(.missing))
    }

    @Test(arguments: [
        "Bearer", "Bearer ", "Bearer    ", "Bearer a b", "Bearer a ", "Bearer a,b", "Bearer a, Bearer b", "Bearer =",
        "Bearer =a", "Bearer a=b", "Bearer a\t", "Bearer \ta", "Bearer \"a\"", "Bearer a\u{0}", "Bearer é",
        "Bearer a;b",
        "Bearer \u{212a}", "Bearer realm=\"x\"", "Bearer a\r\nb",
    ])
    func `is malformed if anything else follows`(field: String) {
        #expect(read(field) == .failure(.malformed))
    }

    @Test func `has at most eight kibibytes`() throws {
        #expect(try read("Bearer " + String(repeating: "a", count: 8192)).get().utf8.count == 8192)
        #expect(read("Bearer " + String(repeating: "a", count: 8193)) == .failure(.malformed))
        #expect(read("Bearer " + String(repeating: "a", count: 1 << 20)) == .failure(.malformed))
        let filler = String(repeating: "x", count: 5900)
        let long = Signer.hs256.token(#"{"sub":"u1","exp":\#(inAnHour),"filler":"\#(filler)"}"#)
        #expect(outcome(long, try Signer.hs256.keys) == .success("u1"))
        let tooLong = Signer.hs256.token(#"{"sub":"u1","exp":\#(inAnHour),"filler":"\#(filler)\#(filler)"}"#)
        #expect(outcome(tooLong, try Signer.hs256.keys) == .failure(.malformed))
    }

    @Test func `is three parts in base64url`() throws {
        let keys = try Signer.hs256.keys
        let good = Signer.hs256.token()
        let parts = good.split(separator: ".").map(String.init)
        let others = [
            "a", "a.b", "..", "...", ".", good + ".", "." + good, good + ".a", parts[0] + "." + parts[1], good + "=",
            good + "==", parts[0] + "=." + parts[1] + "." + parts[2], "+" + good.dropFirst(), "/" + good.dropFirst(),
            "~" + good.dropFirst(), "." + parts[1] + "." + parts[2],
            [parts[0], parts[1], parts[2], "", ""].joined(separator: "."),
        ]
        for other in others { #expect(outcome(other, keys) == .failure(.malformed), "\(other)") }
        #expect(outcome(good, keys) == .success("u1"))
    }

    /// 32 bytes leave two unused bits in the last character; four spellings would decode to the same bytes.
    @Test func `has only one valid spelling`() throws {
        let good = Signer.hs256.token()
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(good.last.flatMap(alphabet.firstIndex))
        #expect(last % 4 == 0)
        for bits in 1...3 {
            let other = String(good.dropLast()) + String(alphabet[last + bits])
            #expect(outcome(other, try Signer.hs256.keys) == .failure(.malformed))
        }
    }

    @Test func `is not printed`() throws {
        let token = try BearerToken(authorization: "Bearer secret.secret.secret")
        #expect("\(token)" == "a bearer token of 20 bytes")
        #expect(!"\(try Signer.hs256.keys)".contains("48"))
    }
}

@Suite struct `The answer to a refused token` {
    @Test func `is the same for every invalid token`() {
        let challenges = Set(TokenError.allCases.filter { $0 != .missing }.map(\.challenge))
        #expect(
            challenges == [
                #"Bearer realm="hearth", error="invalid_token", error_description="The access token is not valid""#
            ]
        )
    }

    @Test func `asks for a token if there is none`() {
        #expect(TokenError.missing.challenge == #"Bearer realm="hearth""#)
    }

    @Test func `has its own reason in logs and metrics`() {
        for error in TokenError.allCases {
            #expect(error.rawValue.utf8.allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x5f })
        }
    }
}
