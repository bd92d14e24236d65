import Testing

@testable import Recommendations

@Suite struct `The pauses between runs of learning` {
    private let start = ContinuousClock.now

    /// The times at which runs begin, in seconds, if users are forgotten at some times.
    private func runs(forgotten times: some Sequence<Int>, until end: Int, lasting length: Int = 0) -> [Int] {
        var (pauses, runs, isPending, busyUntil) = (
            RelearningPauses(.seconds(5)...(.seconds(1_800))), [Int](), false, 0
        )
        let times = Set(times)
        for second in 0..<end {
            if times.contains(second) { isPending = true }
            guard isPending, second >= busyUntil, pauses.isOver(at: start + .seconds(second)) else { continue }
            runs.append(second)
            (isPending, busyUntil) = (false, second + length)
            pauses.endRun(from: start + .seconds(second), to: start + .seconds(busyUntil))
        }
        return runs
    }

    @Test func `are short if users are seldom forgotten`() {
        #expect(runs(forgotten: [10, 4_000, 9_000], until: 10_000) == [15, 4_005, 9_005])
    }

    @Test func `grow to half an hour while a user is forgotten each second`() {
        let found = runs(forgotten: 0..<20_000, until: 20_000)
        #expect(found.prefix(4) == [5, 15, 35, 75])
        let pauses = zip(found.dropFirst(), found).map { $0 - $1 }
        #expect(pauses == pauses.sorted() && pauses.last == 1_800 && pauses.count { $0 < 1_800 } == 8)
    }

    @Test func `are at least four times as long as the run before`() {
        let found = runs(forgotten: 0..<20_000, until: 20_000, lasting: 60)
        for (next, last) in zip(found.dropFirst(), found) { #expect((300...1_860).contains(next - last)) }
        #expect(runs(forgotten: 0..<20_000, until: 20_000, lasting: 900).last == 5 + 7 * 2_700)
    }
}
