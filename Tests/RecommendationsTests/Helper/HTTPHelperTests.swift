import EventLoop
import Synchronization
import Testing

@testable import Recommendations

@Suite(.timeLimit(.minutes(15))) struct `A helper` {
    private static let ok = Result<TransportResponse, RecommendationError>.success(
        TransportResponse(status: 200, body: "1")
    )

    private func limits(_ change: (inout HelperLimits) -> Void = { _ in }) -> HelperLimits {
        var limits = HelperLimits()
        limits.maxBackoff = .milliseconds(1)
        change(&limits)
        return limits
    }

    @Test func `matches concurrent responses to their requests`() async throws {
        let helpers = FakeHelpers { .success(TransportResponse(status: 200, body: $1.request.url)) }
        let helper = try HTTPHelper(limits: limits(), launch: helpers.launch)
        await withTaskGroup { group in
            for index in 0..<500 {
                group.addTask {
                    let answer = await helper.exchange("http://x/\(index)")
                    #expect(answer == .success(TransportResponse(status: 200, body: "http://x/\(index)")))
                }
            }
        }
        #expect(helpers.started.withLock { $0 } == 1)
    }

    @Test func `that dies fails the requests in flight at once, and is restarted`() async throws {
        let helpers = FakeHelpers { _, message in
            switch message.request.url {
            case "die": .failure(FakeHelpers.crash)
            case "hold": nil
            default: Self.ok
            }
        }
        let deaths = Mutex(0)
        let helper = try HTTPHelper(
            limits: limits(),
            onDeath: { _, _ in deaths.withLock { $0 += 1 } },
            launch: helpers.launch
        )
        for round in 1...20 {
            let (results, continuation) = AsyncStream<Result<TransportResponse, RecommendationError>>.makeStream()
            for url in ["hold", "hold", "die"] {
                helper.send(TransportRequest(url: url), timeout: .seconds(60)) { continuation.yield($0) }
            }
            var count = 0
            for await result in results {
                count += 1
                if count == 3 { continuation.finish() }
                guard case .failure(.unavailable) = result else { return #expect(Bool(false), "\(result)") }
            }
            // Requests fail at once until the next one has started.
            while await helper.exchange("go") != Self.ok { await Task.yield() }
            #expect(deaths.withLock { $0 } == round)
        }
        #expect(helpers.started.withLock { $0 } == 21)
        #expect(helpers.ended.withLock { $0 } == 20)
    }

    @Test func `that hangs is killed`() async throws {
        let helpers = FakeHelpers { host, _ in host == 1 ? nil : Self.ok }
        let helper = try HTTPHelper(limits: limits { $0.hangTimeout = .milliseconds(50) }, launch: helpers.launch)
        let result = await helper.exchange(timeout: .milliseconds(10))
        guard case .failure(.unavailable(let reason)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(reason.contains("SIGKILL"))
        while await helper.exchange() != Self.ok { await Task.yield() }
        #expect(helpers.ended.withLock { $0 } == 1)
    }

    @Test func `is recycled after its maximum of requests, and requests in flight get their responses`() async throws {
        let helpers = FakeHelpers { _, message in
            // Every seventh response is late, from a draining helper.
            if message.id % 7 == 0 { spinBriefly() }
            return Self.ok
        }
        let helper = try HTTPHelper(limits: limits { $0.maxRequests = 10 }, launch: helpers.launch)
        let answered = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    var answered = 0
                    for _ in 0..<50 where await helper.exchange() == Self.ok { answered += 1 }
                    return answered
                }
            }
            return await group.reduce(0, +)
        }
        #expect(answered == 800)
        #expect(helpers.started.withLock { $0 } >= 6)
        // Recycled helpers have ended; the last one may still drain.
        while helpers.started.withLock({ $0 }) - helpers.ended.withLock({ $0 }) > 1 { await Task.yield() }
    }

    @Test func `that cannot be started fails requests at once, and is started again`() async throws {
        let helpers = FakeHelpers(failsToStart: true) { _, _ in Self.ok }
        let delays = Mutex<[Duration]>([])
        let helper = try HTTPHelper(
            limits: limits { $0.maxBackoff = .milliseconds(400) },
            onDeath: { _, delay in delays.withLock { $0.append(delay) } },
            launch: helpers.launch
        )
        while delays.withLock({ $0.count }) < 4 {
            guard case .failure(.unavailable) = await helper.exchange() else { return #expect(Bool(false)) }
            await Task.yield()
        }
        #expect(
            delays.withLock { $0.prefix(4) } == [.zero, .milliseconds(100), .milliseconds(200), .milliseconds(400)]
        )
    }

    @Test func `that sends malformed messages is killed`() async throws {
        let helpers = FakeHelpers { host, message in
            host == 1
                ? .success(TransportResponse(status: 200, body: String(repeating: "\0", count: 100_000))) : Self.ok
        }
        let helper = try HTTPHelper(limits: limits { $0.maxResponseSize = 1000 }, launch: helpers.launch)
        guard case .failure(.unavailable) = await helper.exchange() else { return #expect(Bool(false)) }
        while await helper.exchange() != Self.ok { await Task.yield() }
    }

    @Test func `that is closed fails all requests and ends its process`() async throws {
        let helpers = FakeHelpers { _, _ in nil }
        let helper = try HTTPHelper(limits: limits(), launch: helpers.launch)
        async let held = helper.exchange()
        while helpers.started.withLock({ $0 }) == 0 { await Task.yield() }
        helper.close()
        guard case .failure(.unavailable) = await held else { return #expect(Bool(false)) }
        guard case .failure(.unavailable) = await helper.exchange() else { return #expect(Bool(false)) }
        while helpers.ended.withLock({ $0 }) == 0 { await Task.yield() }
    }
}

private func spinBriefly() {
    let end = ContinuousClock.now + .milliseconds(2)
    while ContinuousClock.now < end {}
}
