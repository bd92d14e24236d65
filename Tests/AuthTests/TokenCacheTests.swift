import Testing

@testable import Auth

private func token(_ text: String) throws -> BearerToken {
    try BearerToken(authorization: "Bearer \(text)")
}

@Suite struct `The cache of tokens` {
    @Test func `returns the same as verification, before and after expiry`() throws {
        let verifier = TokenVerifier(keys: try Signer.es256.keys, policy: permissivePolicy)
        let token = try token(Signer.es256.token(#"{"sub":"u1","exp":\#(now + 10),"nbf":\#(now)}"#))
        #expect(try verifier.verify(token, at: now) == verifier.verify(token, at: now + 1))
        #expect(throws: TokenError.expired) { try verifier.verify(token, at: now + 40) }
        #expect(throws: TokenError.notYetValid) { try verifier.verify(token, at: now - 31) }
        #expect(try verifier.verify(token, at: now + 39).subject == "u1")
    }

    @Test func `does not accept a forged token`() throws {
        let verifier = TokenVerifier(keys: try Signer.hs256.keys, policy: permissivePolicy)
        let good = Signer.hs256.token()
        _ = try verifier.verify(try token(good), at: now)
        let forged = good.dropLast(3) + "AAA"
        for _ in 0..<2 {
            #expect(throws: TokenError.self) { try verifier.verify(try token(String(forged)), at: now) }
        }
        #expect(try verifier.verify(try token(good), at: now).subject == "u1")
    }

    @Test func `is shared by many tasks`() async throws {
        let verifier = TokenVerifier(keys: try Signer.es256.keys, policy: permissivePolicy)
        let tokens = try (0..<16).map { try token(Signer.es256.token(#"{"sub":"u\#($0)","exp":\#(inAnHour)}"#)) }
        let subjects = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for task in 0..<400 {
                let token = tokens[task % 16]
                group.addTask { (task % 16, try verifier.verify(token, at: now).subject) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(subjects.count == 400)
        #expect(subjects.allSatisfy { $1 == "u\($0)" })
    }
}
