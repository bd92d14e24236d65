import Synchronization
import Testing

@testable import Import

private func shown(
    of unit: String = "records",
    isTerminal: Bool,
    _ progress: [(count: Int, tenths: Int)],
    total: Double? = 10_000
) -> String {
    let text = Mutex("")
    let elapsed = Mutex(Duration.zero)
    var reporter = ProgressReporter(of: unit, isTerminal: isTerminal, elapsed: { elapsed.withLock(\.self) }) { piece in
        text.withLock { $0 += piece }
    }
    for (count, tenths) in progress {
        elapsed.withLock { $0 = .milliseconds(tenths * 100) }
        reporter.report(count, share: total.map { Double(count) / $0 })
    }
    reporter.finish()
    return text.withLock(\.self)
}

@Suite struct `The progress of an import` {
    @Test func `is a line every few seconds without a terminal`() {
        #expect(
            shown(isTerminal: false, [(1_000, 10), (2_500, 30), (3_000, 40), (6_000, 60), (10_000, 61)])
                == "25%, 2,500 records, 833 a second, 0:09 left\n60%, 6,000 records, 1,000 a second, 0:04 left\n"
        )
    }

    @Test func `is a bar on a terminal, removed at the end`() {
        let lines = [
            "[############------------] 50%, 5,000 records, 500 a second, 0:10 left",
            "[##################------] 75%, 7,500 records, 625 a second, 0:04 left", "",
        ]
        let text = lines.map { "\r\u{1b}[K" + $0 }.joined()
        #expect(shown(isTerminal: true, [(5_000, 100), (7_500, 120)]) == text)
    }

    @Test func `has no remaining time if the size is unknown`() {
        #expect(shown(isTerminal: false, [(10_000, 40)], total: nil) == "10,000 records, 2,500 a second\n")
    }

    @Test func `names the unit of the count`() {
        #expect(shown(of: "lists", isTerminal: false, [(6, 30)], total: nil) == "6 lists, 2 a second\n")
    }
}
