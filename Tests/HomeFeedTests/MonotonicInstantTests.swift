import Testing

@testable import HomeFeed

@Suite struct `An instant` {
    @Test func `never lies before an earlier one`() {
        var last = MonotonicInstant.now
        for _ in 0..<10_000 {
            let now = MonotonicInstant.now
            #expect(now >= last && last.nanoseconds(to: now) >= 0)
            last = now
        }
    }

    @Test func `is as far from another one as a clock says`() async throws {
        let outerStart = ContinuousClock.now
        let start = MonotonicInstant.now
        let innerStart = ContinuousClock.now
        try await Task.sleep(for: .milliseconds(20))
        let innerEnd = ContinuousClock.now
        let time = Duration.nanoseconds(start.nanoseconds(to: .now))
        let outerEnd = ContinuousClock.now
        #expect(innerEnd - innerStart <= time && time <= outerEnd - outerStart)
    }

    @Test(arguments: [
        Duration.zero, .nanoseconds(1), .nanoseconds(-1), .milliseconds(-1500), .milliseconds(60_000),
        .nanoseconds(86_400_123_456_789), .seconds(10_000_000),
    ])
    func `lies behind another one by any time, to the nanosecond`(time: Duration) {
        let now = MonotonicInstant.now
        let (seconds, attoseconds) = time.components
        #expect(now.nanoseconds(to: now + time) == Int(seconds) * 1_000_000_000 + Int(attoseconds) / 1_000_000_000)
        #expect((now + time < now) == (time < .zero))
        #expect(now + time + (.zero - time) == now)
    }
}

@Suite struct `Work with a deadline` {
    @Test func `that is past is given up, and what is there at once is kept`() async {
        let past = MonotonicInstant.now + .seconds(-1)
        #expect(await finished(by: past) { 1 } == 1)
        let late = await finished(by: past) { () -> Int in
            // Cancelled, it returns.
            try? await Task.sleep(for: .seconds(3600))
            return 2
        }
        #expect(late == nil)
    }

    @Test func `is waited for until then`() async {
        let value = await finished(by: .now + .seconds(3600)) { () -> Int in
            await Task.yield()
            return 3
        }
        #expect(value == 3)
    }
}
