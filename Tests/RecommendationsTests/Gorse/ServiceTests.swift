import Catalogue
import Observability
import Testing
@testable import Recommendations

@Suite(.timeLimit(.minutes(5))) struct `A service` {
    private let time = VirtualClock()
    private let transport = HeldTransport()
    private let metrics = RecommenderMetrics.uncounted
    private let latest = GorseQuery.latest(category: nil)

    private func soon(_ milliseconds: Int = 100) -> ContinuousClock.Instant { time.now + .milliseconds(milliseconds) }

    @Test func `is asked a question once at a time, and everybody gets the answer`() async throws {
        let service = GorseService(transport, time, metrics, key: "secret")
        let tasks = (0..<20).map { _ in Task { try await service.items(latest, by: soon()) } }
        await transport.waitForRequests(1)
        while metrics[.joined].value != 19 { await Task.yield() }
        transport.answer(0, .ok(#"["listing:a","listing:b"]"#))
        for task in tasks { #expect(try await task.value == [.house("a"), .house("b")]) }
        #expect(transport.requests.count == 1)
        let request = try #require(transport.requests.first)
        #expect(request.url == "http://gorse:8087/api/latest?n=100")
        #expect(request.method == .get)
        #expect(request.fields["X-API-Key"] == "secret")
        #expect(request.fields["X-API-Version"] == "2")
        #expect(metrics.inFlight.value == 0)
        #expect(transport.mostWaiting == 1)
    }

    @Test func `lets whoever is cancelled go at once, and the others wait on`() async throws {
        let service = GorseService(transport, time, metrics)
        let first = Task { try await service.items(latest, by: soon()) }
        await transport.waitForRequests(1)
        let second = Task { try await service.items(latest, by: soon()) }
        while metrics[.joined].value != 1 { await Task.yield() }
        first.cancel()
        await #expect(throws: RecommendationError.cancelled) { try await first.value }
        #expect(transport.waiting == 1)
        transport.answer(0, .ok(#"["listing:a"]"#))
        #expect(try await second.value == [.house("a")])
        // Whoever is cancelled before they ask is not in the way either.
        let third = Task { () throws -> [CatalogueItem.ID] in
            while !Task.isCancelled { await Task.yield() }
            return try await service.items(.neighbors(.house("x")), by: soon())
        }
        third.cancel()
        await #expect(throws: RecommendationError.cancelled) { try await third.value }
    }

    @Test func `is waited for until the deadline, and its answer is kept for the next`() async throws {
        let service = GorseService(transport, time, metrics)
        let task = Task { try await service.items(latest, by: soon(40)) }
        await transport.waitForRequests(1)
        while metrics.inFlight.value == 0 { await Task.yield() }
        // The task may not have told the time yet when it should be called.
        while metrics[.abandoned].value == 0 {
            time.advance(by: .milliseconds(20))
            await Task.yield()
        }
        await #expect(throws: RecommendationError.timedOut) { try await task.value }
        transport.answer(0, .ok(#"["listing:a"]"#))
        #expect(try await service.items(latest, by: soon()) == [.house("a")])
        #expect(metrics[.cached].value == 1)
        #expect(transport.requests.count == 1)
        await #expect(throws: RecommendationError.timedOut) { try await service.items(latest, by: time.now) }
        time.advance(by: .seconds(6))
        let again = Task { try await service.items(latest, by: soon()) }
        await transport.waitForRequests(2)
        transport.answer(1, .ok("null"))
        #expect(try await again.value == [])
    }

    @Test func `is asked no more at a time than it may be`() async throws {
        let service = GorseService(transport, time, metrics) {
            $0.requests = 3
            $0.waiters = 2
        }
        let tasks = (0..<3).map { index in Task { try await service.items(.neighbors(.house("\(index)")), by: soon()) }
        }
        await transport.waitForRequests(3)
        await #expect(throws: RecommendationError.overloaded) { try await service.items(latest, by: soon()) }
        let joined = Task { try await service.items(.neighbors(.house("0")), by: soon()) }
        while metrics[.joined].value != 1 { await Task.yield() }
        await #expect(throws: RecommendationError.overloaded) {
            try await service.items(.neighbors(.house("0")), by: soon())
        }
        for index in 0..<3 { transport.answer(index, .ok("[]")) }
        for task in tasks + [joined] { #expect(try await task.value == []) }
        #expect(transport.mostWaiting == 3)
        #expect(metrics[.overloaded].value == 2)
    }

    @Test func `is left alone when it fails, and asked again when it is well`() async throws {
        let service = GorseService(transport, time, metrics) {
            $0.breaker.window = 4
            $0.breaker.failures = 2
            $0.breaker.pause = .seconds(1)
        }
        let failures: [HeldTransport.Answer] = [.failure(.timedOut), .ok("<html>")]
        for (index, failure) in failures.enumerated() {
            let task = Task { try await service.items(latest, by: soon()) }
            await transport.waitForRequests(index + 1)
            transport.answer(index, failure)
            await #expect(throws: RecommendationError.self) { try await task.value }
        }
        await #expect(throws: RecommendationError.self) { try await service.items(latest, by: soon()) }
        #expect(metrics[.rejected].value == 1)
        #expect(metrics.breaker.value == 2)
        #expect(transport.requests.count == 2)

        time.advance(by: .seconds(1))
        let probe = Task { try await service.items(latest, by: soon()) }
        await transport.waitForRequests(3)
        #expect(metrics.breaker.value == 1)
        await #expect(throws: RecommendationError.self) { try await service.items(.neighbors(.house("a")), by: soon()) }
        transport.answer(2, .ok(#"["listing:a"]"#))
        #expect(try await probe.value == [.house("a")])
        #expect(metrics.breaker.value == 0)
    }

    @Test(arguments: [
        (HeldTransport.Answer.failure(.timedOut), RecommendationError.timedOut, GorseQueryOutcome.timedOut, true),
        (.failure(.tooLong), .unavailable("its answer is too long"), .failed, true),
        (.failure(.unreachable("refused")), .unavailable("refused"), .failed, true),
        (.failure(.interrupted("gone")), .unavailable("gone"), .failed, true),
        (.status(500, "no\nwords"), .unavailable("it answered 500: nowords"), .refused, true),
        (.status(401), .unavailable("it answered 401"), .refused, true),
        (.status(429), .unavailable("it answered 429"), .refused, true),
        (.status(404, "not found"), .unavailable("it answered 404: not found"), .refused, false),
        (.status(302), .unavailable("it answered 302"), .refused, true),
        (.status(204), .unavailable("it answered 204"), .refused, true),
        (.ok(""), .unavailable("its answer is no list of items"), .failed, true),
    ])
    func `has its errors told by what they are`(
        _ answer: HeldTransport.Answer,
        _ error: RecommendationError,
        _ outcome: GorseQueryOutcome,
        _ opensBreaker: Bool
    ) async throws {
        let transport = HeldTransport { _ in answer }
        let service = GorseService(transport, time, metrics) {
            $0.breaker.window = 1
            $0.breaker.failures = 1
        }
        await #expect(throws: error) { try await service.items(latest, by: soon()) }
        #expect(metrics.outcomes == [outcome: 1])
        #expect(metrics.breaker.value == (opensBreaker ? 2 : 0))
    }

    @Test func `leaves nobody waiting, whatever comes in whatever order`() async throws {
        var generator = SplitMix(state: 11)
        let service = GorseService(transport, time, metrics) {
            $0.requests = 8
            $0.answerLife = .milliseconds(5)
        }
        // Time passes, and requests are answered in one way or another, until all is over.
        let world = Task { [transport, time] in
            var generator = SplitMix(state: 12)
            while !Task.isCancelled {
                time.advance(by: .milliseconds(Int.random(in: 0...3, using: &generator)))
                for index in 0..<transport.requests.count where Int.random(in: 0..<3, using: &generator) == 0 {
                    transport.answer(index, Bool.random(using: &generator) ? .ok(#"["listing:a"]"#) : .status(404))
                }
                await Task.yield()
            }
        }
        for _ in 0..<40 {
            let tasks = (0..<30).map { _ in
                let question = GorseQuery.neighbors(.house("\(Int.random(in: 0..<12, using: &generator))"))
                let deadline = soon(Int.random(in: 1..<30, using: &generator))
                let isCancelled = Int.random(in: 0..<5, using: &generator) == 0
                let task = Task { try? await service.items(question, by: deadline) }
                if isCancelled { task.cancel() }
                return task
            }
            for task in tasks { _ = await task.value }
        }
        while metrics.inFlight.value > 0 { await Task.yield() }
        world.cancel()
        await world.value
        #expect(transport.mostWaiting <= 8)
        #expect(metrics[.answered].value > 0)
        #expect(metrics[.abandoned].value > 0)
    }
}
