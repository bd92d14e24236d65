import Foundation
import HTTPTestClient
import Synchronization

/// Clients that ask for a home again and again, each on a thread of its own, until they are stopped. Every second one
/// makes a connection for each request; the others keep theirs.
final class Load: Sendable {
    struct Tally {
        var answered = 0
        /// Connections that were not to be had.
        var refused: [String] = []
        /// Requests that were sent, or partly so, and got no answer.
        var lost: [String] = []
    }

    private static let target = "/home?width=390&lat=41.65&lon=-83.54"
    /// A server that shuts down keeps a connection open for longer than this, in case a request is under way on it.
    private static let rest = Duration.milliseconds(500)

    private let state = Mutex((tally: Tally(), isOver: false))
    private let crowd = Mutex<Crowd<Void>?>(nil)

    init(clients: Int = 16, on port: UInt16) {
        let crowd = Crowd(clients) { [self] index in
            while !isOver { ask(port, keepsConnection: index.isMultiple(of: 2)) }
        }
        self.crowd.withLock { $0 = crowd }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    var answered: Int { state.withLock { $0.tally.answered } }

    /// Waits for so many answers more.
    func waitForAnswers(_ count: Int) throws {
        let goal = answered + count
        try Child.wait("\(count) answers") { answered >= goal ? () : nil }
    }

    /// Lets every client finish what it has begun.
    func stop() throws -> Tally {
        state.withLock { $0.isOver = true }
        _ = try crowd.withLock { $0 }?.results()
        return state.withLock { $0.tally }
    }

    private func ask(_ port: UInt16, keepsConnection: Bool) {
        let client: TestClient
        do {
            client = try TestClient(port: port)
        } catch {
            return note { $0.refused.append("\(error)") }
        }
        var last = ContinuousClock.now
        // A client that did not get to run for so long cannot tell whether the connection is still wanted.
        while !isOver, last.duration(to: .now) < Self.rest {
            do {
                let answer = try client.request("GET", Self.target)
                last = .now
                note { if answer.status == 200 { $0.answered += 1 } else { $0.lost.append("\(answer.status)") } }
                if !keepsConnection || answer.fields["connection"] == "close" { return }
            } catch {
                return note { $0.lost.append("\(error)") }
            }
        }
    }

    private func note(_ change: (inout Tally) -> Void) {
        state.withLock { change(&$0.tally) }
    }
}
