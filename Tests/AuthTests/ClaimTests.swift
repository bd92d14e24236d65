import Testing

@testable import Auth

private let exp = #""exp":\#(inAnHour)"#

/// The outcome for a token with these claims, signed with HS256.
private func outcome(_ claims: String, _ policy: TokenPolicy = permissivePolicy, at time: Int64 = now) throws
    -> Result<String, TokenError>
{
    outcome(Signer.hs256.token(claims), try Signer.hs256.keys, policy, at: time)
}

@Suite struct `A token's claims` {
    @Test(arguments: Signer.all)
    func `are accepted if a known key has signed them`(signer: Signer) throws {
        let token = try BearerToken(authorization: "Bearer \(signer.token())")
        let verified = try TokenVerifier(keys: signer.keys, policy: permissivePolicy).verify(token, at: now)
        #expect(verified.subject == "u1")
        #expect(verified.validity.upperBound == inAnHour + TokenPolicy.defaultLeeway)
    }

    @Test(
        arguments: [
            (0, -1, nil), (0, 0, .expired), (0, 1, .expired),
            (30, 29, nil), (30, 30, .expired), (300, 299, nil), (300, 300, .expired),
        ] as [(Int64, Int64, TokenError?)]
    )
    func `are valid until the second of expiry plus the leeway`(leeway: Int64, after: Int64, error: TokenError?)
        throws
    {
        let policy = TokenPolicy(issuer: nil, audience: nil, leeway: leeway)
        let result = try outcome(#"{"sub":"u1","exp":\#(now)}"#, policy, at: now + after)
        #expect(result == error.map { .failure($0) } ?? .success("u1"))
    }

    @Test(
        arguments: ["nbf", "iat"],
        [
            (0, 1, .notYetValid), (0, 0, nil), (0, -1, nil), (30, 31, .notYetValid), (30, 30, nil),
        ] as [(Int64, Int64, TokenError?)]
    )
    func `are valid from their start minus the leeway`(claim: String, _ example: (Int64, Int64, TokenError?)) throws {
        let (leeway, before, error) = example
        let policy = TokenPolicy(issuer: nil, audience: nil, leeway: leeway)
        let result = try outcome(#"{"sub":"u1",\#(exp),"\#(claim)":\#(now)}"#, policy, at: now - before)
        #expect(result == error.map { .failure($0) } ?? .success("u1"))
    }

    @Test func `have thirty seconds of leeway by default`() throws {
        #expect(try outcome(#"{"sub":"u1","exp":\#(now - 29)}"#) == .success("u1"))
        #expect(try outcome(#"{"sub":"u1","exp":\#(now - 30)}"#) == .failure(.expired))
    }

    @Test func `may have times with fractions, which shorten their validity`() throws {
        let exact = TokenPolicy(issuer: nil, audience: nil, leeway: 0)
        let claims = #"{"sub":"u1","exp":\#(now).9,"nbf":\#(now - 3).1}"#
        #expect(try outcome(claims, exact, at: now) == .failure(.expired))
        #expect(try outcome(claims, exact, at: now - 1) == .success("u1"))
        #expect(try outcome(claims, exact, at: now - 2) == .success("u1"))
        #expect(try outcome(claims, exact, at: now - 3) == .failure(.notYetValid))
        #expect(try outcome(#"{"sub":"u1","exp":1.7000036e9}"#, exact, at: now) == .success("u1"))
    }

    @Test(
        arguments: ["exp", "nbf", "iat"],
        [
            #""1700003600""#, "null", "true", "[1700003600]", "{}", "-1", "-0.5e10", "253402300800",
            "9223372036854775807",
            "9223372036854775808", "18446744073709551616", "1e300", "1e400", "-1e400", "NaN", "Infinity", "01700003600",
            "0x7fffffff",
        ]
    )
    func `are refused with an invalid time`(claim: String, value: String) throws {
        let others = claim == "exp" ? "" : "\(exp),"
        #expect(try outcome(#"{"sub":"u1",\#(others)"\#(claim)":\#(value)}"#) == .failure(.malformed))
    }

    @Test func `may expire in the year 9999 and be issued in 1970`() throws {
        #expect(try outcome(#"{"sub":"u1","exp":253402300799,"nbf":0,"iat":0}"#) == .success("u1"))
        #expect(try outcome(#"{"sub":"u1","exp":253402300799}"#, at: .max) == .failure(.expired))
        #expect(try outcome(#"{"sub":"u1","exp":0}"#) == .failure(.expired))
        #expect(try outcome(#"{"sub":"u1","exp":1}"#, at: .min) == .failure(.notYetValid))
    }

    @Test(
        arguments: [
            (#"{"exp":1700003600}"#, .noSubject), (#"{"sub":"","exp":1700003600}"#, .noSubject),
            (#"{"sub":null,"exp":1700003600}"#, .malformed), (#"{"sub":7,"exp":1700003600}"#, .malformed),
            (#"{"sub":["u1"],"exp":1700003600}"#, .malformed), (#"{"sub":"u1"}"#, .noExpiry),
            (#"{"sub":"u1","sub":"u2","exp":1700003600}"#, .malformed),
            (#"{"sub":"u1","exp":1700003600,"\u0073ub":"u2"}"#, .malformed),
            (#"{"sub":"u1","exp":1,"exp":1700003600}"#, .malformed),
            (#"["sub","u1","exp",1700003600]"#, .malformed), (#""u1""#, .malformed), ("null", .malformed),
            ("", .malformed),
            (#"{"sub":"u1","exp":1700003600} {}"#, .malformed), (#"{"sub":"u1","exp":1700003600"#, .malformed),
            (#"{'sub':'u1','exp':1700003600}"#, .malformed),
            ("\u{feff}" + #"{"sub":"u1","exp":1700003600}"#, .malformed),
            (#"{"sub":"\ud800","exp":1700003600}"#, .malformed),
            ("{\"sub\":\"u\u{1}1\",\"exp\":1700003600}", .malformed),
        ] as [(String, TokenError)]
    )
    func `are refused without exactly one subject and one expiry`(claims: String, error: TokenError) throws {
        #expect(try outcome(claims) == .failure(error))
    }

    @Test func `are refused if they are not UTF-8`() throws {
        let signed = base64URL(#"{"alg":"HS256"}"#.utf8) + "." + base64URL([0x22, 0xff, 0x22])
        let token = signed + "." + base64URL(Signer.hs256.sign(Array(signed.utf8)))
        #expect(outcome(token, try Signer.hs256.keys) == .failure(.malformed))
    }

    @Test(
        arguments: [
            (nil, nil, nil), (nil, #""hearth""#, .wrongAudience), (nil, #"["hearth"]"#, .wrongAudience),
            ("hearth", #""hearth""#, nil), ("hearth", #"["other","hearth"]"#, nil), ("hearth", #"["hearth"]"#, nil),
            ("hearth", nil, .wrongAudience), ("hearth", "[]", .wrongAudience),
            ("hearth", #"["other"]"#, .wrongAudience),
            ("hearth", #""Hearth""#, .wrongAudience), ("hearth", #""hearth ""#, .wrongAudience),
            ("hearth", #""""#, .wrongAudience), ("K", "\"\u{212a}\"", .wrongAudience),
            ("hearth", #"["hearth",7]"#, .malformed), ("hearth", "null", .malformed), ("hearth", "7", .malformed),
            ("hearth", #"{"hearth":true}"#, .malformed), ("hearth", #"[["hearth"]]"#, .malformed),
            (nil, "false", .malformed),
        ] as [(String?, String?, TokenError?)]
    )
    func `are valid for the configured audience only`(expected: String?, claimed: String?, error: TokenError?) throws {
        let aud = claimed.map { #","aud":\#($0)"# } ?? ""
        let policy = TokenPolicy(issuer: nil, audience: expected)
        let result = try outcome(#"{"sub":"u1",\#(exp)\#(aud)}"#, policy)
        #expect(result == error.map { .failure($0) } ?? .success("u1"))
    }

    @Test(
        arguments: [
            (nil, nil, nil), (nil, #""https://a.example""#, nil), ("https://a.example", #""https://a.example""#, nil),
            ("https://a.example", nil, .wrongIssuer), ("https://a.example", #""https://a.example/""#, .wrongIssuer),
            ("https://a.example", #""https://b.example""#, .wrongIssuer), ("K", "\"\u{212a}\"", .wrongIssuer),
            ("https://a.example", #"["https://a.example"]"#, .malformed), (nil, "null", .malformed),
        ] as [(String?, String?, TokenError?)]
    )
    func `are valid from the configured issuer only`(expected: String?, claimed: String?, error: TokenError?) throws {
        let iss = claimed.map { #","iss":\#($0)"# } ?? ""
        let policy = TokenPolicy(issuer: expected, audience: nil)
        let result = try outcome(#"{"sub":"u1",\#(exp)\#(iss)}"#, policy)
        #expect(result == error.map { .failure($0) } ?? .success("u1"))
    }
}
