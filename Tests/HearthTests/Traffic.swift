import Foundation
import HTTPTestClient
import Synchronization
import Testing

@testable import Catalogue

/// Clients that request homes, record searches and report events, in a loop until they are stopped, and their answers.
final class Traffic: Sendable {
    struct Report: CustomStringConvertible {
        let name: String
        /// Homes that were sent, sent with missing widgets, and refused.
        var homes = 0
        var incomplete = 0
        var refusedHomes = 0
        /// Searches that were recorded, refused, and refused because too many were waiting.
        var recorded = 0
        var refusedSearches = 0
        var busy = 0
        /// Batches of events that were recorded, and refused.
        var batches = 0
        var refusedBatches = 0
        /// Answers that must never occur.
        var wrong: [String] = []
        /// The longest wait for an answer and the longest time without a home, in seconds.
        var longestWait = 0.0
        var longestSilence = 0.0

        var sent: Int { homes + refusedHomes + recorded + refusedSearches + batches + refusedBatches + wrong.count }

        var description: String {
            let seconds = { (time: Double) in String(format: "%.2f s", time) }
            return
                "\(name): \(sent) requests; \(homes) homes, \(incomplete) of them incomplete, \(refusedHomes) refused; "
                + "\(recorded) searches recorded, \(refusedSearches) refused; \(batches) batches recorded, "
                + "\(refusedBatches) refused; \(wrong.count) wrong; longest wait "
                + "\(seconds(longestWait)), longest without a home \(seconds(longestSilence))"
        }
    }

    private struct State {
        var report = Report(name: "")
        var lastHome = ContinuousClock.now
        var isOver = false
        var recorded: Set<Search> = []
        /// The number of recorded batches of each user.
        var reported: [String: Int] = [:]
    }

    /// A search; each user searches with each minimum price once.
    struct Search: Hashable {
        let user: String
        let price: Int
    }

    /// A batch of a user: the item is shown once, and another one is opened.
    struct Batch {
        static let item = "product:s1001"
        let user: String
        let number: Int
    }

    private static let readers = 8
    private static let writers = 4
    private static let reporters = 2
    /// The pause of a client between two requests, so that the servers are not overloaded.
    private static let rest = 0.005

    private let port: UInt16
    private let state = Mutex(State())
    private let threads = Mutex<ThreadGroup<Void>?>(nil)

    init(on port: UInt16) {
        self.port = port
        let threads = ThreadGroup(Self.readers + Self.writers + Self.reporters) { [self] index in
            var client: TestClient?
            var number = 0
            while !state.withLock({ $0.isOver }) {
                let start = ContinuousClock.now
                do {
                    let connected = try client ?? TestClient(port: port)
                    client = connected
                    let request = self.request(number, of: index)
                    try request.send(on: connected)
                    let answer = try connected.receive()
                    note(answer, to: request)
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
        self.threads.withLock { $0 = threads }
    }

    private func request(_ number: Int, of index: Int) -> Request {
        switch index {
        case ..<Self.readers: Request(number, ofReader: index)
        case ..<(Self.readers + Self.writers): Request(number, ofWriter: index)
        default: Request(ofReporter: index, after: state.withLock { $0.reported })
        }
    }

    private func note(_ answer: TestClient.Response, to request: Request) {
        state.withLock { state in
            switch (request, answer.status) {
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
            case (.search(let search), 204):
                state.report.recorded += 1
                state.recorded.insert(search)
            case (.events(let batch), 200):
                state.report.batches += 1
                state.reported[batch.user] = batch.number + 1
            case (.home, 503) where answer.fields["retry-after"] != nil: state.report.refusedHomes += 1
            case (.search, 503) where answer.fields["retry-after"] != nil:
                state.report.refusedSearches += 1
                if answer.text.contains(#""store_busy""#) { state.report.busy += 1 }
            case (.events, 503) where answer.fields["retry-after"] != nil: state.report.refusedBatches += 1
            default: state.report.wrong.append("\(answer.status): \(answer.text.prefix(200))")
            }
        }
    }

    private func note(_ change: (inout Report) -> Void) { state.withLock { change(&$0.report) } }

    // MARK: Phases

    /// The minimum duration of a phase in seconds, if Scripts/failover sets it; reports are printed then.
    private static let seconds = ProcessInfo.processInfo.environment["HEARTH_FAILOVER_SECONDS"].flatMap { Double($0) }

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

    /// Sends many requests at once, each on its own connection.
    /// - Parameter wait: is called when all requests are sent, before any answer is read.
    func burst(_ requests: [Request], wait: () throws -> Void) throws {
        raiseDescriptorLimit()
        let clients = try requests.map { _ in try TestClient(port: port) }
        let start = ContinuousClock.now
        for (client, request) in zip(clients, requests) { try request.send(on: client) }
        try wait()
        for (client, request) in zip(clients, requests) { note(try client.receive(), to: request) }
        note { $0.longestWait = max($0.longestWait, start.duration(to: .now) / .seconds(1)) }
    }

    // MARK: Reports

    /// The answers since the beginning of the phase.
    var report: Report { state.withLock { $0.report } }

    /// Waits until this many more searches are recorded and complete homes are sent.
    func waitForMore(homes: Int = 50, searches: Int = 25) throws {
        let before = report
        try Child.wait("\(homes) homes and \(searches) searches") {
            let now = report
            let complete = (now.homes - now.incomplete) - (before.homes - before.incomplete)
            return complete >= homes && now.recorded - before.recorded >= searches ? () : nil
        }
    }

    /// Stops all clients, and checks that each acknowledged search is stored exactly once, and that each batch was
    /// counted once, however often it was sent.
    /// - Parameter rows: runs ``searches`` with `psql`.
    func stopAndVerify(rows: () throws -> String) throws {
        state.withLock { $0.isOver = true }
        _ = try threads.withLock { $0 }?.results()
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
        let reported = state.withLock { $0.reported }
        #expect(reported.count == Self.reporters)
        for (user, number) in reported {
            // A replica may be behind.
            try Child.wait("\(number) batches of \(user)") {
                let shown = try TestClient(port: port).request("GET", "/users/\(user)").json["shown"].array.first
                return shown?["item"].string == Batch.item && shown?["shown"].int == number ? () : nil
            }
        }
        if Self.seconds != nil {
            print("batches: \(reported.values.reduce(0, +)) acknowledged, as many counted")
            print(
                "searches: \(acknowledged.count) acknowledged, \(acknowledged.count - lost.count) found, "
                    + "\(lost.count) lost, \(doubled.count) doubled; "
                    + "\(found.count - acknowledged.count) more were recorded although refused"
            )
        }
    }

    /// Counts the stored copies of each search: user, packed search, count.
    static let searches = "SELECT user_id, encode(packed, 'hex'), count(*) FROM event WHERE type = 0 GROUP BY 1, 2"
}
