import Foundation
import HTTPTestClient
import Synchronization
import Testing

extension `The program` {
    @Suite struct `A burst of requests` {
        @Test func `is answered completely: sixty-four connections with two hundred each, for many users`() throws {
            try withFixtureServer { server in
                // Every fourth user has searched: their homes take most of the test's time in a debug build.
                let users = 16
                for user in stride(from: 0, to: users, by: 4) {
                    let search = #"{"price":{"max":\#(5_000_000 + user * 500_000)},"bedrooms":{"min":\#(user / 4)}}"#
                    #expect(try server.request("POST", "/users/u\(user)/searches", body: search).status == 204)
                }
                let targets = (0..<users).map { user in
                    "/home?width=\(320 + user * 10)&user=u\(user)"
                        + (user % 2 == 1 ? "&segment=style" : user % 8 == 0 ? "&lat=41.65&lon=-83.54" : "")
                }
                let port = server.port
                // The first answer for each target; all later ones must have the same bytes.
                let first = FirstAnswers()
                let answered = try concurrently(64) { connection in
                    let client = try TestClient(port: port)
                    for number in 0..<200 {
                        let target = targets[(connection * 7 + number) % targets.count]
                        let answer = try client.request("GET", target)
                        guard answer.status == 200, first.agrees(answer.body, target) else {
                            throw TestClient.Failure(reason: "\(target): \(answer.status), or other bytes than before")
                        }
                    }
                    return 200
                }
                #expect(answered.reduce(0, +) == 12_800)
                let bodies = first.bodies
                #expect(Set(bodies.keys) == Set(targets))
                for (target, body) in bodies {
                    let home = try JSON(parsing: Data(body))
                    let ids = home.widgets.compactMap(\.id) + home.widgets.flatMap(\.itemIDs)
                    #expect(ids.count >= 10 && Set(ids).count == ids.count, "\(target)")
                }
            }
        }
    }
}

private final class FirstAnswers: Sendable {
    private let answers = Mutex<[String: [UInt8]]>([:])

    var bodies: [String: [UInt8]] { answers.withLock { $0 } }

    /// Whether the body equals the first one of this target, if there is one.
    func agrees(_ body: [UInt8], _ target: String) -> Bool {
        let known = answers.withLock { answers in
            if let known = answers[target] { return known }
            answers[target] = body
            return body
        }
        return known == body
    }
}
