import Foundation
import HTTPServer
import Processes

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
    /// Of the config that it serves with, or is about to.
    let record: ConfigRecord
    /// Whether the config is read anew, and not from the record.
    let readsAnew: Bool
    /// What it has read of the config, by its own account.
    private(set) var files: [WatchedFile] = []
    /// Why it cannot serve with the config, by its own account, or because it has taken too long.
    private(set) var refused: RefusedConfig?
    /// Since when it has answered requests, with or without its store; `nil` before.
    private(set) var answersSince: ContinuousClock.Instant?
    /// Since when it has served; `nil` where it does not yet.
    private(set) var servesSince: ContinuousClock.Instant?
    /// When it will have had time enough for what is expected of it: the next step towards serving, or to leave.
    private(set) var limit: ContinuousClock.Instant?
    /// How long it may take for each step until it serves.
    private let stepTimeout: Duration
    /// Closed once there is nothing more to say.
    private var lifeline: Lifeline?

    /// The signals that are the supervisor's to heed, wherever they are sent: to a terminal's or a service's processes all
    /// together, or to the supervisor alone.
    static let foreignSignals = [SIGTERM, SIGINT, SIGHUP]

    /// Starts the program anew, with `words` as the flags of its `serve`.
    /// - Parameters:
    ///   - kept: the config to serve with; where there is none, the one on the disk.
    ///   - stepTimeout: how long it may go without progress until it serves.
    init(
        _ role: Role,
        on listeners: Listeners,
        kept: ConfigRecord?,
        words: [String],
        stepTimeout: Duration
    ) throws(Failure) {
        let (ours, theirs) = try Lifeline.pair()
        record = if let kept { kept } else { try ConfigRecord() }
        readsAnew = kept == nil
        let inherited =
            ["--lifeline=\(theirs.descriptor)", "--\(ConfigRecord.flag.name)=\(record.descriptor)"] + listeners.words
            + (role == .succeeds ? ["--\(WorkerCommand.successor.name)"] : [])
        do {
            process = try spawn(
                [CommandLine.arguments[0], WorkerCommand.name] + inherited + words,
                keeping: listeners.descriptors + [theirs.descriptor, record.descriptor],
                blocking: Self.foreignSignals
            )
        } catch {
            throw Failure("no worker can be started: \(systemMessage(error.code))")
        }
        self.role = role
        self.stepTimeout = stepTimeout
        limit = .now + stepTimeout
        lifeline = ours
    }

    /// What it may say something on.
    var awaited: Int32? { servesSince == nil ? lifeline?.descriptor : nil }

    /// Whether it is not known yet what becomes of the config on the disk.
    var isReading: Bool { readsAnew && answersSince == nil }

    /// Takes note of what it has said since the last call.
    func listen() {
        while servesSince == nil, let lifeline {
            switch lifeline.hear(waits: false) {
            case .word(let word):
                take(word)
            case .silence:
                return
            case .end:
                self.lifeline = nil
            }
        }
    }

    private func take(_ word: Word) {
        // It makes progress. One that is to leave has the time for that alone.
        if role != .leaves { limit = .now + stepTimeout }
        switch word {
        case .read(let file):
            files.append(file)
        case .refused(let config):
            refused = config
        case .answers:
            answersSince = .now
        case .serves:
            answersSince = answersSince ?? .now
            servesSince = .now
            if role != .leaves { limit = nil }
        case .retries(let pause):
            if role != .leaves { limit = .now + pause + stepTimeout }
        case .leave:
            break
        }
    }

    /// Tells it that a config newer than its own is not served.
    func tell(_ config: RefusedConfig) {
        lifeline?.say(.refused(config), waits: false)
    }

    /// Lets it finish what it has begun, and end.
    func dismiss(within time: Duration) {
        role = .leaves
        limit = .now + time
        lifeline?.say(.leave, waits: false)
        lifeline = nil
    }

    /// Ends it, since it has made no progress in time.
    func giveUp() {
        let seconds = stepTimeout.components.seconds
        refused = refused ?? RefusedConfig(["the new worker made no progress for \(seconds) s"])
        kill()
    }

    /// Ends it at once.
    func kill() {
        limit = nil
        // It is a child that nobody has waited for, so that the number is still its own.
        Foundation.kill(process, SIGKILL)
    }
}
