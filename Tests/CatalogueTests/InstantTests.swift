import Catalogue
import Testing

@Suite struct `An instant` {
    private static let instant: Instant = 1_700_000_000

    @Test func `moves by seconds`() {
        #expect(Self.instant + 5 == 1_700_000_005)
        #expect(Self.instant - 5 == 1_699_999_995)
        var next = Self.instant
        next += 60
        #expect(next.seconds(since: Self.instant) == 60)
        #expect(Self.instant.seconds(since: next) == -60)
    }

    @Test func `is ordered by its seconds`() {
        let instants: [Instant] = [.distantPast, -1, 0, 1, Self.instant, .distantFuture]
        #expect(instants.shuffled().sorted() == instants)
        #expect(instants.map(\.seconds) == [.min, -1, 0, 1, 1_700_000_000, .max])
    }

    @Test func `is written as its seconds`() {
        #expect("\(Self.instant)" == "1700000000")
    }
}
