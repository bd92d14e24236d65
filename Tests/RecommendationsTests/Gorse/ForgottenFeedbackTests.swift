import GorseAnswers
import Testing

@testable import Catalogue
@testable import Recommendations

@Suite(.timeLimit(.minutes(15))) struct `Feedback of forgotten users` {
    private let clock = VirtualClock()

    private func store() async throws -> any CatalogueStore { try await makeStore([.house("0"), .house("1")]) }

    private func open(_ id: String, _ user: String, in store: any CatalogueStore) async throws {
        try await store.append([.opened(.house(id))], by: #require(UserID(user)), at: leapNight)
    }

    /// Sends feedback until the service has all events.
    /// - Returns: `PUT`, or `DELETE` and the path, of each request.
    private func send(_ store: any CatalogueStore) async throws -> [String] {
        let transport = FakeTransport { _ in .gorse(.rowsAffected(1)) }
        let client = GorseClient(transport, clock, .test) { $0.feedbackBatchSize = 10 }
        let task = Task { await client.sendFeedback(from: store) }
        while try await !store.events(after: store.acknowledgedPosition(), limit: 1).isEmpty {
            clock.advance(by: .milliseconds(100))
            await Task.yield()
        }
        task.cancel()
        await task.value
        return transport.requests.map { $0.method == .put ? "PUT" : "\($0.method.rawValue) \($0.url)" }
    }

    @Test func `who were forgotten before a service was used does not name them`() async throws {
        let store = try await store()
        try await open("0", "u1", in: store)
        try await store.forget(#require(UserID("u1")))
        #expect(try await send(store) == [])
        try await open("1", "u2", in: store)
        try await open("1", "u3", in: store)
        try await store.forget(#require(UserID("u2")))
        #expect(try await store.events(after: 0, limit: 9).map(\.user.rawValue) == ["", "u3", "u2"])
    }

    @Test func `deletes them at the service, and then names them no more`() async throws {
        let store = try await store()
        try await open("0", "u.1", in: store)
        try await open("0", "u2", in: store)
        #expect(try await send(store) == ["PUT"])
        try await store.forget(#require(UserID("u.1")))
        try await open("1", "u2", in: store)
        #expect(try await send(store) == ["DELETE http://gorse:8087/api/user/u%2E1", "PUT"])
        #expect(try await store.events(after: 0, limit: 9).map(\.user.rawValue) == ["u2", "", "u2"])
    }
}
