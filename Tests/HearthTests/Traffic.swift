import Catalogue
import Foundation
import HTTPTestClient
import Synchronization
import Testing

/// People who ask for homes, and people who search, again and again until they are stopped, and what they were told.
final class Traffic: Sendable {
    /// What was told while one thing went on.
    struct Report: CustomStringConvertible {
        let name: String
        /// Homes that were sent, that some widgets of were missing, and that were refused.
        var homes = 0
        var incomplete = 0
        var refusedHomes = 0
        /// Searches that were recorded, that were refused, and that were refused since too many waited.
        var recorded = 0
        var refusedSearches = 0
        var busy = 0
        /// What nobody should be told.
        var wrong: [String] = []
        /// The longest that anyone waited for an answer, and the longest that nobody was sent a home, in seconds.
        var longestWait = 0.0
        var longestSilence = 0.0

        var sent: Int { homes + refusedHomes + recorded + refusedSearches + wrong.count }

        var description: String {
            let seconds = { (time: Double) in String(format: "%.2f s", time) }
            return
                "\(name): \(sent) requests; \(homes) homes, \(incomplete) of them incomplete, \(refusedHomes) refused; "
                + "\(recorded) searches recorded, \(refusedSearches) refused; \(wrong.count) wrong; longest wait "
                + "\(seconds(longestWait)), longest without a home \(seconds(longestSilence))"
        }
    }

    private struct State {
        var report = Report(name: "")
        var lastHome = ContinuousClock.now
        var isOver = false
        /// Who has searched for what, by the least price that they named.
        var recorded: Set<Search> = []
    }

    /// A search, which is somebody's only one of this least price.
    struct Search: Hashable {
        let user: String
        let price: Int
    }

    private static let readers = 8
    private static let writers = 4
    /// How long somebody rests between two requests, so that the servers are not what is tested.
    private static let rest = 0.005

    private let port: UInt16
    private let state = Mutex(State())
    private let crowd = Mutex<Crowd<Void>?>(nil)

    init(on port: UInt16) {
        self.port = port
        let crowd = Crowd(Self.readers + Self.writers) { [self] index in
            var client: TestClient?
            var number = 0
            while !state.withLock({ $0.isOver }) {
                let start = ContinuousClock.now
                do {
                    let asked = try client ?? TestClient(port: port)
                    client = asked
                    let question =
                        index < Self.readers ? Question(number, lookedAtBy: index) : Question(number, searchedBy: index)
                    try question.ask(over: asked)
                    let answer = try asked.receive()
                    note(answer, to: question)
                    if answer.fields["connection"] == "close" { client = nil }
                } catch {
                    client = nil
                    note { $0.wrong.append("\(error)") }
                }
                number += 1
                let wait = start.duration(to: .now) / .seconds(1)
                note { $0.longestWait = max($0.longestWait, wait) }
                Thread.sleep(forTimeInterval: Self.rest)
            }
        }
        self.crowd.withLock { $0 = crowd }
    }

    private func note(_ answer: TestClient.Response, to question: Question) {
        state.withLock { state in
            switch (question, answer.status) {
            case (.home, 200):
                let now = ContinuousClock.now
                state.report.longestSilence = max(
                    state.report.longestSilence,
                    state.lastHome.duration(to: now) / .seconds(1)
                )
                state.lastHome = now
                state.report.homes += 1
                let lacks = answer.text.contains(#""state":"error""#) || answer.text.contains(#""state":"deferred""#)
                if lacks { state.report.incomplete += 1 }
            case (.search(let search), 201):
                state.report.recorded += 1
                state.recorded.insert(search)
            case (.home, 503) where answer.fields["retry-after"] != nil: state.report.refusedHomes += 1
            case (.search, 503) where answer.fields["retry-after"] != nil:
                state.report.refusedSearches += 1
                if answer.text.contains(#""store_busy""#) { state.report.busy += 1 }
            default: state.report.wrong.append("\(answer.status): \(answer.text.prefix(200))")
            }
        }
    }

    private func note(_ change: (inout Report) -> Void) { state.withLock { change(&$0.report) } }

    // MARK: What happens meanwhile

    /// For how many seconds each thing goes on at least, where Scripts/failover says so; then what was told is printed.
    private static let seconds = ProcessInfo.processInfo.environment["HEARTH_FAILOVER_SECONDS"].flatMap { Double($0) }

    /// What is told while one thing goes on.
    func during(_ name: String, _ body: () throws -> Void) throws -> Report {
        state.withLock {
            $0.report = Report(name: name)
            $0.lastHome = .now
        }
        let start = ContinuousClock.now
        try body()
        let taken = { start.duration(to: .now) / .seconds(1) }
        if let seconds = Self.seconds, seconds > taken() { Thread.sleep(forTimeInterval: seconds - taken()) }
        let report = report
        #expect(report.wrong == [], "\(name)")
        if Self.seconds != nil { print(String(format: "%.1f s: ", taken()) + "\(report)") }
        return report
    }

    /// Has many more ask at once, each over a connection of its own.
    /// - Parameter wait: is called once all have asked, before anyone is listened to.
    func crowd(_ questions: [Question], wait: () throws -> Void) throws {
        raiseDescriptorLimit()
        let clients = try questions.map { _ in try TestClient(port: port) }
        let start = ContinuousClock.now
        for (client, question) in zip(clients, questions) { try question.ask(over: client) }
        try wait()
        for (client, question) in zip(clients, questions) { note(try client.receive(), to: question) }
        note { $0.longestWait = max($0.longestWait, start.duration(to: .now) / .seconds(1)) }
    }

    // MARK: What is told

    /// What was told since the beginning of the report.
    var report: Report { state.withLock { $0.report } }

    /// Waits until so much more is recorded and so many more complete homes are sent.
    func waitForMore(homes: Int = 50, searches: Int = 25) throws {
        let before = report
        try Child.wait("\(homes) homes and \(searches) searches") {
            let now = report
            let complete = (now.homes - now.incomplete) - (before.homes - before.incomplete)
            return complete >= homes && now.recorded - before.recorded >= searches ? () : nil
        }
    }

    /// Has everybody finish what they have begun, and holds what was acknowledged against what there is: all of it, and
    /// nothing twice.
    /// - Parameter rows: what `psql` says to ``searches``.
    func close(against rows: () throws -> String) throws {
        state.withLock { $0.isOver = true }
        _ = try crowd.withLock { $0 }?.results()
        let acknowledged = state.withLock { $0.recorded }
        var found: [Search: Int] = [:]
        for row in try rows().split(separator: "\n") {
            let columns = row.split(separator: "|")
            let packed = stride(from: 0, to: columns[1].utf8.count, by: 2).compactMap { index in
                UInt8(columns[1].dropFirst(index).prefix(2), radix: 16)
            }
            let action = UserAction(code: 0, packed: packed.span)
            guard case .searched(let search) = try #require(action), let price = search.filter.price.min else {
                continue
            }
            found[Search(user: String(columns[0]), price: Int(price))] = Int(columns[2])
        }
        let lost = acknowledged.filter { found[$0] == nil }
        let doubled = found.filter { $0.value > 1 }
        #expect(lost.isEmpty, "\(lost.prefix(3))")
        #expect(doubled.isEmpty, "\(doubled.prefix(3))")
        #expect(!acknowledged.isEmpty)
        if Self.seconds != nil {
            print(
                "searches: \(acknowledged.count) acknowledged, \(acknowledged.count - lost.count) found, \(lost.count) lost, "
                    + "\(doubled.count) doubled; \(found.count - acknowledged.count) more were recorded and refused all the same"
            )
        }
    }

    /// How often each search is kept: user, the search as the store packs it, how often.
    static let searches = "SELECT user_id, encode(packed, 'hex'), count(*) FROM event WHERE type = 0 GROUP BY 1, 2"
}
