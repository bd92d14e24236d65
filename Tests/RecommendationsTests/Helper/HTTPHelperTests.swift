import EventLoop
import Synchronization
import Testing
@testable import Recommendations

@Suite(.timeLimit(.minutes(5))) struct `A helper` {
    private static let ok = Result<TransportResponse, TransportError>.success(TransportResponse(status: 200, body: [1]))

    private func limits(_ change: (inout HelperLimits) -> Void = { _ in }) -> HelperLimits {
        var limits = HelperLimits()
        limits.longestPause = .milliseconds(1)
        change(&limits)
        return limits
    }

    @Test func `answers many at a time, each with what is its own`() async throws {
        let hosts = FakeHosts { .success(TransportResponse(status: 200, body: Array($1.url.utf8))) }
        let helper = try HTTPHelper(limits: limits(), launch: hosts.launch)
        await withTaskGroup { group in
            for index in 0..<500 {
                group.addTask {
                    let answer = await helper.exchange("http://x/\(index)")
                    #expect(answer == .success(TransportResponse(status: 200, body: Array("http://x/\(index)".utf8))))
                }
            }
        }
        #expect(hosts.started.withLock { $0 } == 1)
    }

    @Test func `that dies fails what is in flight at once, and another takes its place`() async throws {
        let hosts = FakeHosts { _, message in
            switch message.url {
            case "die": .failure(FakeHosts.death)
            case "hold": nil
            default: Self.ok
            }
        }
        let events = Mutex<[HelperEvent]>([])
        let helper = try HTTPHelper(
            limits: limits(),
            note: { event in events.withLock { $0.append(event) } },
            launch: hosts.launch
        )
        for round in 1...20 {
            let (results, continuation) = AsyncStream<Result<TransportResponse, TransportError>>.makeStream()
            for url in ["hold", "hold", "die"] {
                helper.send(TransportRequest(.get, url), within: .seconds(60)) { continuation.yield($0) }
            }
            var count = 0
            for await result in results {
                count += 1
                if count == 3 { continuation.finish() }
                guard case .failure(.interrupted) = result else { return #expect(Bool(false), "\(result)") }
            }
            // While the next one is awaited, what is asked fails at once.
            while await helper.exchange("go") != Self.ok { await Task.yield() }
            #expect(events.withLock { $0.count } == round)
        }
        #expect(hosts.started.withLock { $0 } == 21)
        #expect(hosts.ended.withLock { $0 } == 20)
    }

    @Test func `that answers nothing any more is ended`() async throws {
        let hosts = FakeHosts { host, _ in host == 1 ? nil : Self.ok }
        let helper = try HTTPHelper(limits: limits { $0.silence = .milliseconds(50) }, launch: hosts.launch)
        let result = await helper.exchange(within: .milliseconds(10))
        guard case .failure(.interrupted(let reason)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(reason.contains("SIGKILL"))
        while await helper.exchange() != Self.ok { await Task.yield() }
        #expect(hosts.ended.withLock { $0 } == 1)
    }

    @Test func `is renewed after its number of requests, and what is in flight is answered`() async throws {
        let hosts = FakeHosts { _, message in
            // Every seventh is answered late, by a helper that has gone on meanwhile.
            if message.id % 7 == 0 { usleepBriefly() }
            return Self.ok
        }
        let renewals = Mutex(0)
        let helper = try HTTPHelper(
            limits: limits { $0.renewal = 10 },
            note: { event in if event == .renewed { renewals.withLock { $0 += 1 } } },
            launch: hosts.launch
        )
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
        #expect(renewals.withLock { $0 } >= 5)
        // The ones that were renewed are gone; the last may still be about to.
        while hosts.started.withLock({ $0 }) - hosts.ended.withLock({ $0 }) > 1 { await Task.yield() }
    }

    @Test func `that cannot be started says so at once, and is tried again`() async throws {
        let hosts = FakeHosts(failsToStart: true) { _, _ in Self.ok }
        let pauses = Mutex<[Duration]>([])
        let helper = try HTTPHelper(
            limits: limits { $0.longestPause = .milliseconds(400) },
            note: { if case .died(_, let pause) = $0 { pauses.withLock { $0.append(pause) } } },
            launch: hosts.launch
        )
        while pauses.withLock({ $0.count }) < 4 {
            guard case .failure(.interrupted) = await helper.exchange() else { return #expect(Bool(false)) }
            await Task.yield()
        }
        #expect(
            pauses.withLock { $0.prefix(4) } == [.zero, .milliseconds(100), .milliseconds(200), .milliseconds(400)]
        )
    }

    @Test func `that says what makes no sense is ended`() async throws {
        let hosts = FakeHosts { host, message in
            host == 1 ? .success(TransportResponse(status: 200, body: Array(repeating: 0, count: 100_000))) : Self.ok
        }
        let helper = try HTTPHelper(limits: limits { $0.responseBytes = 1000 }, launch: hosts.launch)
        guard case .failure(.interrupted) = await helper.exchange() else { return #expect(Bool(false)) }
        while await helper.exchange() != Self.ok { await Task.yield() }
    }

    @Test func `that is closed fails what is in flight and what comes later, and ends its process`() async throws {
        let hosts = FakeHosts { _, _ in nil }
        let helper = try HTTPHelper(limits: limits(), launch: hosts.launch)
        async let held = helper.exchange()
        while hosts.started.withLock({ $0 }) == 0 { await Task.yield() }
        helper.close()
        guard case .failure(.interrupted) = await held else { return #expect(Bool(false)) }
        guard case .failure(.interrupted) = await helper.exchange() else { return #expect(Bool(false)) }
        while hosts.ended.withLock({ $0 }) == 0 { await Task.yield() }
    }
}

private func usleepBriefly() {
    let end = ContinuousClock.now + .milliseconds(2)
    while ContinuousClock.now < end {}
}
