import GorseAnswers
import SeededRandom
import Testing

@testable import Catalogue
@testable import Observability
@testable import Recommendations

@Suite(.timeLimit(.minutes(15))) struct `A Gorse client` {
    private let clock = VirtualClock()
    private let transport = FakeTransport()
    private let metrics = RecommenderMetrics.test
    private let latest = GorseQuery.latest(category: nil)

    @Test func `sends equal queries once at a time, and all callers get the response`() async throws {
        let client = GorseClient(transport, clock, metrics, key: "secret")
        let tasks = (0..<20).map { _ in Task { try await client.items(latest) } }
        await transport.waitForRequests(1)
        while metrics[.joined].value != 19 { await Task.yield() }
        transport.respond(0, .gorse(.scores(["listing:a", "listing:b"])))
        for task in tasks { #expect(try await task.value == [.house("a"), .house("b")]) }
        #expect(transport.requests.count == 1)
        let request = try #require(transport.requests.first)
        #expect(request.url == "http://gorse:8087/api/latest?n=100")
        #expect(request.method == .get)
        #expect(request.fields["X-API-Key"] == "secret")
        #expect(request.fields["X-API-Version"] == "2")
        #expect(metrics.inFlight[0].value == 0)
        #expect(transport.maxWaiting == 1)
    }

    @Test func `returns at once to a cancelled caller, while the others wait`() async throws {
        let client = GorseClient(transport, clock, metrics)
        let first = Task { try await client.items(latest) }
        await transport.waitForRequests(1)
        let second = Task { try await client.items(latest) }
        while metrics[.joined].value != 1 { await Task.yield() }
        first.cancel()
        await #expect(throws: RecommendationError.cancelled) { try await first.value }
        #expect(transport.waiting == 1)
        transport.respond(0, .gorse(.ids(["listing:a"])))
        #expect(try await second.value == [.house("a")])
        // The same for a caller that is cancelled before the query.
        let third = Task { () throws -> [CatalogueItem.ID] in
            while !Task.isCancelled { await Task.yield() }
            return try await client.items(.neighbors(.house("x")))
        }
        third.cancel()
        await #expect(throws: RecommendationError.cancelled) { try await third.value }
    }

    @Test func `caches responses for a while, also those that no caller waits for`() async throws {
        let client = GorseClient(transport, clock, metrics)
        let task = Task { try await client.items(latest) }
        await transport.waitForRequests(1)
        task.cancel()
        await #expect(throws: RecommendationError.cancelled) { try await task.value }
        #expect(metrics[.abandoned].value == 1)
        transport.respond(0, .gorse(.ids(["listing:a"])))
        #expect(try await client.items(latest) == [.house("a")])
        #expect(metrics[.cached].value == 1)
        #expect(transport.requests.count == 1)
        clock.advance(by: .seconds(6))
        let again = Task { try await client.items(latest) }
        await transport.waitForRequests(2)
        transport.respond(1, .gorse(.null))
        #expect(try await again.value == [])
    }

    @Test func `limits concurrent requests and waiting callers`() async throws {
        let client = GorseClient(transport, clock, metrics) {
            $0.maxConcurrentRequests = 3
            $0.maxWaiters = 2
        }
        let tasks = (0..<3).map { index in
            Task { try await client.items(.neighbors(.house("\(index)"))) }
        }
        await transport.waitForRequests(3)
        await #expect(throws: RecommendationError.overloaded) { try await client.items(latest) }
        let joined = Task { try await client.items(.neighbors(.house("0"))) }
        while metrics[.joined].value != 1 { await Task.yield() }
        await #expect(throws: RecommendationError.overloaded) {
            try await client.items(.neighbors(.house("0")))
        }
        for index in 0..<3 { transport.respond(index, .gorse(.empty)) }
        for task in tasks + [joined] { #expect(try await task.value == []) }
        #expect(transport.maxWaiting == 3)
        #expect(metrics[.overloaded].value == 2)
    }

    @Test func `opens the circuit breaker after failures, and closes it after a successful probe`() async throws {
        let client = GorseClient(transport, clock, metrics) {
            $0.circuitBreaker.window = 4
            $0.circuitBreaker.failures = 2
            $0.circuitBreaker.backoff = .seconds(1)
        }
        let failures: [FakeTransport.Outcome] = [.failure(.timedOut), .ok("<html>")]
        for (index, failure) in failures.enumerated() {
            let task = Task { try await client.items(latest) }
            await transport.waitForRequests(index + 1)
            transport.respond(index, failure)
            await #expect(throws: RecommendationError.self) { try await task.value }
        }
        await #expect(throws: RecommendationError.self) { try await client.items(latest) }
        #expect(metrics[.rejected].value == 1)
        #expect(metrics.breakerState[0].value == 2)
        #expect(transport.requests.count == 2)

        clock.advance(by: .seconds(1))
        let probe = Task { try await client.items(latest) }
        await transport.waitForRequests(3)
        #expect(metrics.breakerState[0].value == 1)
        await #expect(throws: RecommendationError.self) { try await client.items(.neighbors(.house("a"))) }
        transport.respond(2, .gorse(.ids(["listing:a"])))
        #expect(try await probe.value == [.house("a")])
        #expect(metrics.breakerState[0].value == 0)
    }

    @Test(arguments: [
        (FakeTransport.Outcome.failure(.timedOut), RecommendationError.timedOut, GorseQueryOutcome.timedOut, true),
        (.failure(.unavailable("refused")), .unavailable("refused"), .failed, true),
        (.status(500, "no\nwords"), .unavailable("it answered 500: nowords"), .refused, true),
        (.gorse(.unauthorized), .unavailable("it answered 401: unauthorized"), .refused, true),
        (
            .gorse(.storeFailed),
            .unavailable("it answered 500: dial tcp 127.0.0.1:3306: connect: connection refused"), .refused, true
        ),
        (
            .gorse(.invalidNumber), .unavailable(#"it answered 400: strconv.Atoi: parsing "x": invalid syntax"#),
            .refused, false
        ),
        (.gorse(.pageNotFound), .unavailable("it answered 404: 404: Page Not Found"), .refused, false),
        (.gorse(.methodNotAllowed), .unavailable("it answered 405: 405: Method Not Allowed"), .refused, false),
        (.gorse(.rowsAffected(1)), .unavailable("its response is not a list of items"), .failed, true),
        (.status(429), .unavailable("it answered 429"), .refused, true),
        (.status(302), .unavailable("it answered 302"), .refused, true),
        (.status(204), .unavailable("it answered 204"), .refused, true),
        (.ok(""), .unavailable("its response is not a list of items"), .failed, true),
    ])
    func `reports the cause of a failure`(
        _ answer: FakeTransport.Outcome,
        _ error: RecommendationError,
        _ outcome: GorseQueryOutcome,
        _ opensBreaker: Bool
    ) async throws {
        let transport = FakeTransport { _ in answer }
        let client = GorseClient(transport, clock, metrics) {
            $0.circuitBreaker.window = 1
            $0.circuitBreaker.failures = 1
        }
        await #expect(throws: error) { try await client.items(latest) }
        #expect(metrics.outcomes == [outcome: 1])
        #expect(metrics.breakerState[0].value == (opensBreaker ? 2 : 0))
    }

    @Test func `answers every caller, in any order of events`() async throws {
        var generator = SplitMix64(seed: 11)
        let client = GorseClient(transport, clock, metrics) {
            $0.maxConcurrentRequests = 8
            $0.cacheLifetime = .milliseconds(5)
        }
        // Time passes, and requests get responses, until all callers have returned.
        let background = Task { [transport, clock] in
            var generator = SplitMix64(seed: 12)
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(Int.random(in: 0...3, using: &generator)))
                for index in 0..<transport.requests.count where Int.random(in: 0..<3, using: &generator) == 0 {
                    transport.respond(
                        index,
                        Bool.random(using: &generator) ? .gorse(.ids(["listing:a"])) : .status(404)
                    )
                }
                await Task.yield()
            }
        }
        for _ in 0..<40 {
            let tasks = (0..<30).map { _ in
                let query = GorseQuery.neighbors(.house("\(Int.random(in: 0..<12, using: &generator))"))
                let isCancelled = Int.random(in: 0..<5, using: &generator) == 0
                let task = Task { try? await client.items(query) }
                if isCancelled { task.cancel() }
                return task
            }
            for task in tasks { _ = await task.value }
        }
        while metrics.inFlight[0].value > 0 { await Task.yield() }
        background.cancel()
        await background.value
        #expect(transport.maxWaiting <= 8)
        #expect(metrics[.answered].value > 0)
        #expect(metrics[.abandoned].value > 0)
    }
}
