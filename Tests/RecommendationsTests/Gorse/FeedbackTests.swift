import Foundation
import GorseAnswers
import Synchronization
import Testing

@testable import Catalogue
@testable import Observability
@testable import Recommendations

@Suite(.timeLimit(.minutes(15))) struct `Feedback` {
    private let clock = VirtualClock()
    private let metrics = RecommenderMetrics.test

    private func store(_ count: Int) async throws -> any CatalogueStore {
        let store = try await makeStore((0..<count).map { .house("\($0)") })
        for id in 0..<count {
            let user = try #require(UserID("u\"\\"))
            try await store.append([.opened(.house("\(id)"))], by: user, at: leapNight)
        }
        return store
    }

    /// Whether the service has all events.
    private func isDone(_ store: any CatalogueStore) async throws -> Bool {
        try await store.events(after: store.acknowledgedPosition(), limit: 1).isEmpty
    }

    /// Sends feedback until `isDone`.
    private func send(
        _ store: any CatalogueStore,
        _ transport: FakeTransport,
        batch: Int = 10,
        until isDone: () async throws -> Bool
    ) async rethrows {
        let client = GorseClient(transport, clock, metrics) { $0.feedbackBatchSize = batch }
        let task = Task { await client.sendFeedback(from: store) }
        while try await !isDone() {
            clock.advance(by: .milliseconds(100))
            await Task.yield()
        }
        task.cancel()
        await task.value
    }

    private static func items(_ request: TransportRequest) -> [String] {
        let json = try? JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [[String: Any]]
        return json?.compactMap { $0["ItemId"] as? String } ?? []
    }

    @Test func `names the user, the item, the type and the time, as Gorse reads it`() async throws {
        let store = try await store(1)
        let user = try #require(UserID("u2"))
        for market in ["toledo", nil, "toledo"] {
            let search = UserSearch(filter: ItemFilter(market: market))
            try await store.append([.searched(search)], by: user, at: leapNight)
        }
        let transport = FakeTransport { _ in .gorse(.rowsAffected(4)) }
        try await send(store, transport) { try await isDone(store) }
        let request = try #require(transport.requests.first)
        #expect(request.method == .put)
        #expect(request.url == "http://gorse:8087/api/feedback")
        #expect(request.fields["Content-Type"] == "application/json")
        let lines = request.body.replacing("},{", with: "}\n{").split(separator: "\n")
        try #require(lines.count == 4)
        #expect(
            lines[0]
                == #"[{"FeedbackType":"open","ItemId":"listing:0","Timestamp":"2024-02-29T23:59:59Z","UserId":"u\"\\","Value":1}"#
        )
        // Equal searches have equal ids, different ones have different ids.
        let searches = Self.items(request).dropFirst()
        #expect(searches.allSatisfy { $0.wholeMatch(of: /search:[0-9a-f]{16}/) != nil })
        #expect(searches[1] == searches[3] && searches[1] != searches[2])
        #expect(metrics[FeedbackOutcome.acknowledged].value == 4)
    }

    @Test func `is sent in batches, the oldest first, each event once without errors`() async throws {
        let store = try await store(35)
        let transport = FakeTransport { .gorse(.rowsAffected(Self.items($0).count)) }
        try await send(store, transport) { try await isDone(store) }
        #expect(transport.requests.map { Self.items($0).count } == [10, 10, 10, 5])
        #expect(transport.requests.flatMap(Self.items) == (0..<35).map { "listing:\($0)" })
    }

    @Test func `is sent again after failures, with growing delays`() async throws {
        let store = try await store(3)
        let attempts = Mutex(0)
        let transport = FakeTransport { _ in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            return switch attempt {
            case 1: .failure(.timedOut)
            case 2: .gorse(.storeFailed)
            case 3: .gorse(.unauthorized)
            case 4: .failure(.unavailable("gone"))
            default: .gorse(.rowsAffected(3))
            }
        }
        let start = clock.now
        try await send(store, transport) { try await isDone(store) }
        #expect(transport.requests.count == 5)
        #expect(Set(transport.requests.map(Self.items)) == [["listing:0", "listing:1", "listing:2"]])
        #expect(start.duration(to: clock.now) >= .seconds(1 + 2 + 4 + 8))
    }

    @Test func `that the service rejects does not block the rest`() async throws {
        let store = try await store(20)
        let transport = FakeTransport { request in
            let items = Self.items(request)
            return .gorse(items.contains("listing:13") ? .invalidTimestamp : .rowsAffected(items.count))
        }
        try await send(store, transport, batch: 16) { try await isDone(store) }
        #expect(metrics[FeedbackOutcome.acknowledged].value == 19)
        #expect(metrics[FeedbackOutcome.refused].value == 1)
        let taken = transport.requests.map(Self.items).filter { !$0.contains("listing:13") }.flatMap(\.self)
        #expect(taken == (0..<20).filter { $0 != 13 }.map { "listing:\($0)" })
    }

    @Test func `in flight at shutdown is sent after the next start`() async throws {
        let store = try await store(2)
        let held = FakeTransport()
        await send(store, held) { held.waiting == 1 }
        held.respond(0, .gorse(.rowsAffected(2)))
        #expect(try await store.events(after: store.acknowledgedPosition(), limit: 10).count == 2)
    }

    @Test func `deletes each forgotten user alone, after the feedback before it`() async throws {
        let store = try await makeStore([.house("0")])
        try await store.acknowledge(through: 0)
        for name in ["u1", "u2", "u3"] {
            let user = try #require(UserID(name))
            try await store.append([.opened(.house("0"))], by: user, at: leapNight)
            if name == "u3" { continue }
            try await store.forget(user)
            try await store.append([.opened(.house("0"))], by: #require(UserID("v")), at: leapNight)
        }
        let transport = FakeTransport { _ in .gorse(.rowsAffected(1)) }
        try await send(store, transport) { try await isDone(store) }
        #expect(
            transport.requests.map { "\($0.method.rawValue) \($0.url) \(Self.items($0).count)" } == [
                "DELETE http://gorse:8087/api/user/u1 0", "PUT http://gorse:8087/api/feedback 1",
                "DELETE http://gorse:8087/api/user/u2 0", "PUT http://gorse:8087/api/feedback 2",
            ]
        )
        #expect(transport.requests[0].body.isEmpty)
        #expect(metrics[FeedbackOutcome.acknowledged].value == 5)
    }

    @Test func `repeats the deletion of a user until it succeeds`() async throws {
        let store = try await makeStore([.house("0")])
        try await store.acknowledge(through: 0)
        let user = try #require(UserID("a?b.c"))
        try await store.append([.opened(.house("0"))], by: user, at: leapNight)
        try await store.forget(user)
        let attempts = Mutex(0)
        let transport = FakeTransport { _ in
            attempts.withLock { attempts in
                attempts += 1
                return .gorse(attempts < 3 ? .storeFailed : .rowsAffected(1))
            }
        }
        try await send(store, transport) { try await isDone(store) }
        #expect(transport.requests.map(\.url) == Array(repeating: "http://gorse:8087/api/user/a%3Fb%2Ec", count: 3))
    }
}
