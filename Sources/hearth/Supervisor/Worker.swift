import Foundation
import HTTPServer

/// A worker, as its supervisor knows it.
final class Worker {
    enum Role {
        /// It serves, or is about to where none does.
        case serves
        /// It is to take the place of the one that serves, once it can.
        case succeeds
        /// It finishes what it has begun.
        case leaves
    }

    let process: pid_t
    var role: Role
    /// Since when it has served; `nil` where it does not yet.
    private(set) var servesSince: ContinuousClock.Instant?
    /// When it will have had time enough to leave.
    private(set) var leavesUntil: ContinuousClock.Instant?
    /// Closed once there is nothing more to say.
    private var lifeline: Lifeline?

    /// The signals that are the supervisor's to heed, wherever they are sent: to a terminal's or a service's processes all
    /// together, or to the supervisor alone.
    static let foreignSignals = [SIGTERM, SIGINT, SIGHUP]

    /// Starts the program anew, with `words` as the flags of its `serve`.
    init(_ role: Role, on listeners: Listeners, words: [String]) throws(Failure) {
        let (ours, theirs) = try Lifeline.pair()
        let inherited = ["--lifeline=\(theirs.descriptor)"] + listeners.words
        process = try spawn(
            [CommandLine.arguments[0], WorkerCommand.name] + inherited + words,
            keeping: listeners.descriptors + [theirs.descriptor],
            blocking: Self.foreignSignals
        )
        self.role = role
        lifeline = ours
    }

    /// What it may say something on.
    var awaited: Int32? { servesSince == nil ? lifeline?.descriptor : nil }

    /// - Returns: whether it has said, since this was last asked, that it serves.
    func hasBegunToServe() -> Bool {
        guard servesSince == nil, let lifeline else { return false }
        switch lifeline.hear(waits: false) {
        case .word:
            servesSince = .now
            return true
        case .silence:
            return false
        case .end:
            self.lifeline = nil
            return false
        }
    }

    /// Lets it finish what it has begun, and end.
    func dismiss(within time: Duration) {
        role = .leaves
        leavesUntil = .now + time
        lifeline?.say()
        lifeline = nil
    }

    /// Ends it at once.
    func kill() {
        leavesUntil = nil
        // It is a child that nobody has waited for, so that the number is still its own.
        Foundation.kill(process, SIGKILL)
    }
}
