import Synchronization
import Testing

@testable import Import

private func shown(isTerminal: Bool, _ progress: [(bytes: Int64, tenths: Int)], total: Int64? = 1_000)
    -> String
{
    let text = Mutex("")
    var reporter = ProgressReporter(isTerminal: isTerminal) { piece in text.withLock { $0 += piece } }
    for (bytes, tenths) in progress {
        reporter.report(
            RecordProgress(
                fraction: total.map { Double(bytes) / Double($0) },
                records: Int(bytes) * 10,
                elapsed: .milliseconds(tenths * 100)
            )
        )
    }
    reporter.finish()
    return text.withLock(\.self)
}

@Suite struct `The progress of an import` {
    @Test func `is a line every few seconds without a terminal`() {
        #expect(
            shown(isTerminal: false, [(100, 10), (250, 30), (300, 40), (600, 60), (1_000, 61)])
                == "25%, 2,500 records, 833 a second, 0:09 left\n60%, 6,000 records, 1,000 a second, 0:04 left\n"
        )
    }

    @Test func `is a bar on a terminal, removed at the end`() {
        let bar = "[############------------] 50%, 5,000 records, 500 a second, 0:10 left"
        let later = "[##################------] 75%, 7,500 records, 625 a second, 0:04 left"
        #expect(
            shown(isTerminal: true, [(500, 100), (750, 120)])
                == "\r\(bar)\r\(later)\r\(String(repeating: " ", count: later.count))\r"
        )
    }

    @Test func `has no remaining time if the size is unknown`() {
        #expect(shown(isTerminal: false, [(1_000, 40)], total: nil) == "10,000 records, 2,500 a second\n")
    }

    @Test func `names the unit of the count`() {
        var progress = RecordProgress(fraction: nil, records: 3, elapsed: .seconds(1))
        progress.unit = "lists"
        #expect(progress.text == "3 lists, 3 a second")
    }
}
