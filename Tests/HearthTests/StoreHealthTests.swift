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

    private func health(reportInterval: Duration = .zero) -> StoreHealth {
        let reports = reports
        return StoreHealth(reportInterval: reportInterval) { reports.append($0) }
    }

    private func causes(_ health: StoreHealth) -> [StoreFailure.Cause] { health.failures.map(\.cause) }

    @Test func `reports the beginning of a cause once, and its end at the next success`() {
        let health = health()
        health.record(.appendEvents, nil)
        for _ in 0..<1_500 { health.record(.appendEvents, .unavailable(full)) }
        #expect(causes(health) == [.full])
        for _ in 0..<10 { health.record(.appendEvents, nil) }
        #expect(causes(health) == [])
        #expect(reports.all == [.began(full), .ended(.full)])
    }

    @Test func `does not end a write failure on a read, nor a read failure on a write`() {
        let health = health()
        health.record(.appendEvents, .unavailable(full))
        health.record(.readChanges, nil)
        #expect(causes(health) == [.full])
        health.record(.readItems, .unavailable(lost))
        health.record(.appendEvents, nil)
        #expect(causes(health) == [.unreachable])
        health.record(.readUser, nil)
        #expect(causes(health) == [])
        #expect(health.canReadUsers)
        #expect(reports.all == [.began(full), .began(lost), .ended(.full), .ended(.unreachable)])
    }

    @Test func `keeps a cause as long as either kind of operation fails with it`() {
        let health = health()
        health.record(.appendEvents, .unavailable(lost))
        health.record(.readUser, .unavailable(lost))
        health.record(.readUser, nil)
        #expect(causes(health) == [.unreachable])
        health.record(.appendEvents, nil)
        #expect(reports.all == [.began(lost), .ended(.unreachable)])
    }

    @Test(arguments: [StoreError.busy, .defect("a mistake")])
    func `ignores an error that tells nothing about the store`(error: StoreError) {
        let health = health()
        health.record(.appendEvents, error)
        #expect(causes(health) == [])
        health.record(.appendEvents, .unavailable(full))
        health.record(.appendEvents, error)
        #expect(causes(health) == [.full])
        #expect(reports.all == [.began(full)])
    }

    @Test func `logs a cause that comes and goes once per interval, and is always up to date`() {
        let health = health(reportInterval: .seconds(100_000))
        for _ in 0..<10 {
            health.record(.appendEvents, .unavailable(full))
            #expect(health.isFailing(for: .full))
            health.record(.appendEvents, nil)
            #expect(!health.isFailing(for: .full))
        }
        #expect(reports.all == [.began(full), .ended(.full)])
    }

    @Test(arguments: [StoreOperation.forgetUser, .deleteHistory, .writeCheckpoint, .readUser])
    func `does not end a failure on an operation that may have written nothing`(operation: StoreOperation) {
        let health = health()
        health.record(.appendEvents, .unavailable(full))
        health.record(operation, nil)
        #expect(causes(health) == [.full] && reports.all == [.began(full)])
    }

    @Test func `ends no failure of reads before a write has succeeded`() {
        let health = health()
        health.record(.open, .unavailable(lost))
        health.record(.readUser, .unavailable(lost))
        #expect(!health.canReadUsers)
        health.record(.readUser, nil)
        #expect(causes(health) == [.unreachable] && health.canReadUsers && reports.all == [.began(lost)])
        health.recordCheck(nil)
        #expect(causes(health) == [] && reports.all == [.began(lost), .ended(.unreachable)])
    }

    @Test func `learns from a check what fails every write, and nothing of the rest`() {
        let health = health()
        let missing = StoreFailure(.missing, "removed")
        let replaced = StoreFailure(.replaced, "another")
        health.record(.appendEvents, .unavailable(full))
        health.recordCheck(missing)
        #expect(causes(health) == [.full, .missing])
        health.recordCheck(replaced)
        #expect(causes(health) == [.full, .replaced])
        health.recordCheck(nil)
        #expect(causes(health) == [.full])
        health.record(.appendEvents, nil)
        #expect(causes(health) == [])
        #expect(
            reports.all == [
                .began(full), .began(missing), .ended(.missing), .began(replaced), .ended(.replaced), .ended(.full),
            ]
        )
    }
}
