import Foundation
import HTTPTestClient
import Synchronization

/// Clients that request a home in a loop, each on its own thread, until they are stopped. Every second one opens a
/// connection for each request; the others keep theirs.
final class Load: Sendable {
    struct Tally {
        var answered = 0
        /// Failed connection attempts.
        var refused: [String] = []
        /// Requests sent at least partly that got no answer.
        var lost: [String] = []
    }

    private static let target = "/home?width=390&lat=41.65&lon=-83.54"
    /// A server that shuts down keeps idle connections open for longer than this, in case a request is on its way.
    private static let rest = Duration.milliseconds(500)

    private let state = Mutex((tally: Tally(), isOver: false))
    private let threads = Mutex<ThreadGroup<Void>?>(nil)

    init(clients: Int = 16, on port: UInt16) {
        let threads = ThreadGroup(clients) { [self] index in
            while !isOver { ask(port, keepsConnection: index.isMultiple(of: 2)) }
        }
        self.threads.withLock { $0 = threads }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    var answered: Int { state.withLock { $0.tally.answered } }

    func waitForAnswers(_ count: Int) throws {
        let goal = answered + count
        try Child.wait("\(count) answers") { answered >= goal ? () : nil }
    }

    /// Lets each client finish its current request.
    func stop() throws -> Tally {
        state.withLock { $0.isOver = true }
        _ = try threads.withLock { $0 }?.results()
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
        // After a longer pause the client cannot know whether the server still expects requests.
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
