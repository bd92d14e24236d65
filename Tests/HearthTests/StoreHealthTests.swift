import Catalogue
import Synchronization
import Testing

@testable import hearth

/// Guards `StoreHealth`: which operations begin and end a cause, and how often it is logged.
@Suite struct `The health of a store` {
    private final class Reports: Sendable {
        private let events = Mutex<[StoreHealth.Event]>([])
        var all: [StoreHealth.Event] { events.withLock { $0 } }
        func append(_ event: StoreHealth.Event) { events.withLock { $0.append(event) } }
    }

    private let reports = Reports()
    private let full = StoreFailure(.full, "no room")
    private let lost = StoreFailure(.unreachable, "gone")

    private func health(watchesFile: Bool = false, reportInterval: Duration = .zero) -> StoreHealth {
        let reports = reports
        return StoreHealth(watchesFile: watchesFile, reportInterval: reportInterval) { reports.append($0) }
    }

    private func causes(_ health: StoreHealth) -> [StoreFailure.Cause] { health.failures.map(\.cause) }

    @Test func `reports the beginning of a cause once, and its end at the next success`() {
        let health = health()
        health.note(.appendEvents, nil)
        for _ in 0..<1_500 { health.note(.appendEvents, .unavailable(full)) }
        #expect(causes(health) == [.full])
        for _ in 0..<10 { health.note(.forgetUser, nil) }
        #expect(causes(health) == [])
        #expect(reports.all == [.began(full), .ended(.full)])
    }

    @Test func `does not end a write failure on a read, nor a read failure on a write`() {
        let health = health()
        health.note(.appendEvents, .unavailable(full))
        health.note(.readChanges, nil)
        #expect(causes(health) == [.full])
        health.note(.readItems, .unavailable(lost))
        health.note(.appendEvents, nil)
        #expect(causes(health) == [.unreachable])
        health.note(.readUser, nil)
        #expect(causes(health) == [])
        #expect(reports.all == [.began(full), .began(lost), .ended(.full), .ended(.unreachable)])
    }

    @Test func `keeps a cause as long as either kind of operation fails with it`() {
        let health = health()
        health.note(.appendEvents, .unavailable(lost))
        health.note(.readUser, .unavailable(lost))
        health.note(.readUser, nil)
        #expect(causes(health) == [.unreachable])
        health.note(.appendEvents, nil)
        #expect(reports.all == [.began(lost), .ended(.unreachable)])
    }

    @Test(arguments: [StoreError.busy, .defect("a mistake")])
    func `ignores an error that tells nothing about the store`(error: StoreError) {
        let health = health()
        health.note(.appendEvents, error)
        #expect(causes(health) == [])
        health.note(.appendEvents, .unavailable(full))
        health.note(.appendEvents, error)
        #expect(causes(health) == [.full])
        #expect(reports.all == [.began(full)])
    }

    @Test func `logs a cause that comes and goes once per interval, and is always up to date`() {
        let health = health(reportInterval: .seconds(100_000))
        for _ in 0..<10 {
            health.note(.appendEvents, .unavailable(full))
            #expect(health.isFailing(for: .full))
            health.note(.appendEvents, nil)
            #expect(!health.isFailing(for: .full))
        }
        #expect(reports.all == [.began(full), .ended(.full)])
    }

    @Test func `ends the causes of a watched file only after a check`() {
        let health = health(watchesFile: true)
        let missing = StoreFailure(.missing, "removed")
        let replaced = StoreFailure(.replaced, "another")
        let corrupt = StoreFailure(.corrupt, "malformed")
        health.note(.readItems, .unavailable(corrupt))
        for _ in 0..<3 { health.note(.readItems, nil) }
        #expect(causes(health) == [.corrupt])
        health.note(.appendEvents, .unavailable(missing))
        #expect(causes(health) == [.missing])
        health.noteFileCheck(replaced)
        #expect(causes(health) == [.replaced])
        health.note(.appendEvents, nil)
        #expect(causes(health) == [.replaced])
        health.noteFileCheck(nil)
        #expect(causes(health) == [])
        #expect(
            reports.all == [
                .began(corrupt), .ended(.corrupt), .began(missing), .ended(.missing), .began(replaced),
                .ended(.replaced),
            ]
        )
    }
}
