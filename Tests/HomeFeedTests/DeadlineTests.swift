import Testing

@testable import HomeFeed

@Suite struct `Work with a deadline` {
    @Test func `is cancelled after it, unless it is done at once`() async {
        let past = ContinuousClock.now + .seconds(-1)
        #expect(await result(by: past) { 1 } == .success(1))
        let late = await result(by: past) { () -> Int in
            // Cancelled, it returns.
            try? await Task.sleep(for: .seconds(3600))
            return 2
        }
        #expect(late == nil)
    }

    @Test func `is awaited until then`() async {
        let value = await result(by: .now + .seconds(3600)) { () -> Int in
            await Task.yield()
            return 3
        }
        #expect(value == .success(3))
    }
}
