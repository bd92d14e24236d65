import Foundation
import HTTPTestClient
import Synchronization

/// People who ask for homes, and people who search, again and again until they are stopped, and what they were told.
final class Traffic: Sendable {
    /// What was told while one thing went on.
    struct Report: CustomStringConvertible {
        let name: String
        /// Homes that were sent, that some widgets of were missing, and that were refused.
        var homes = 0
        var incomplete = 0
        var refusedHomes = 0
        /// Searches that were recorded, and that were refused.
        var recorded = 0
        var refusedSearches = 0
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

    /// A search that was acknowledged.
    struct Search: Hashable {
        let user: String
        let price: Int
    }

    private static let readers = 8
    private static let writers = 4
    /// How many searches somebody makes: fewer than are kept.
    private static let searchesPerUser = 40
    /// How long somebody rests between two requests, so that the servers are not what is tested.
    private static let rest = 0.005

    private let state = Mutex(State())
    private let crowd = Mutex<Crowd<Void>?>(nil)

    init(on port: UInt16) {
        let crowd = Crowd(Self.readers + Self.writers) { [self] index in
            var client: TestClient?
            var number = 0
            while !state.withLock({ $0.isOver }) {
                let start = ContinuousClock.now
                do {
                    let asked = try client ?? TestClient(port: port)
                    client = asked
                    let answer =
                        try index < Self.readers
                        ? look(number, of: index, over: asked) : search(number, by: index, over: asked)
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

    /// Every second home is of somebody whom nobody has heard of, so that it has to be read.
    private func look(_ number: Int, of reader: Int, over client: TestClient) throws -> TestClient.Answer {
        let user = number.isMultiple(of: 2) ? "reader\(reader)" : "reader\(reader)-\(number)"
        let answer = try client.request("GET", "/home?width=390&lat=41.65&lon=-83.54&user=\(user)")
        let isComplete = answer.status == 200 && !answer.text.contains(#""state":"error""#)
        state.withLock { state in
            if answer.status == 200 {
                let now = ContinuousClock.now
                state.report.longestSilence = max(
                    state.report.longestSilence,
                    state.lastHome.duration(to: now) / .seconds(1)
                )
                state.lastHome = now
                state.report.homes += 1
                if !isComplete { state.report.incomplete += 1 }
            } else if Self.isRefusal(answer) {
                state.report.refusedHomes += 1
            } else {
                state.report.wrong.append("\(answer.status): \(answer.text.prefix(200))")
            }
        }
        return answer
    }

    private func search(_ number: Int, by writer: Int, over client: TestClient) throws -> TestClient.Answer {
        let search = Search(user: "writer\(writer)-\(number / Self.searchesPerUser)", price: number + 1)
        let answer = try client.request(
            "POST",
            "/users/\(search.user)/searches",
            body: #"{"market":"toledo","price":{"min":\#(search.price)}}"#
        )
        state.withLock { state in
            if answer.status == 201 {
                state.report.recorded += 1
                state.recorded.insert(search)
            } else if Self.isRefusal(answer) {
                state.report.refusedSearches += 1
            } else {
                state.report.wrong.append("\(answer.status): \(answer.text.prefix(200))")
            }
        }
        return answer
    }

    private static func isRefusal(_ answer: TestClient.Answer) -> Bool {
        answer.status == 503 && answer.fields["retry-after"] != nil
    }

    private func note(_ change: (inout Report) -> Void) { state.withLock { change(&$0.report) } }

    // MARK: What is told

    /// Begins a report.
    func begin(_ name: String) {
        state.withLock {
            $0.report = Report(name: name)
            $0.lastHome = .now
        }
    }

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

    /// Has everybody finish what they have begun.
    /// - Returns: the searches that were acknowledged.
    func stop() throws -> Set<Search> {
        state.withLock { $0.isOver = true }
        _ = try crowd.withLock { $0 }?.results()
        return state.withLock { $0.recorded }
    }
}
