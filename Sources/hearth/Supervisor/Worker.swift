import Foundation
import HTTPServer
import Processes

/// A worker, as its supervisor knows it.
final class Worker {
    let process: pid_t
    /// Since when it has answered requests, with or without a catalogue; `nil` before.
    private(set) var answersSince: ContinuousClock.Instant?
    /// Whether it has a catalogue, and serves.
    private(set) var serves = false
    /// Whether it finishes what it has begun, and ends.
    private(set) var isLeaving = false
    /// When it will have had time enough for what is expected of it: the next step towards serving, or to leave.
    private(set) var limit: ContinuousClock.Instant?
    /// How long it may take for each step until it serves.
    private let stepTimeout: Duration
    /// Closed once there is nothing more to hear.
    private var lifeline: Lifeline?

    /// The signals that are the supervisor's to heed, wherever they are sent: to a terminal's or a service's processes all
    /// together, or to the supervisor alone.
    static let foreignSignals = [SIGTERM, SIGINT, SIGHUP]

    /// Starts the program anew, with `words` as the flags of its `serve`.
    /// - Parameters:
    ///   - config: the config to serve with, where there is one; otherwise the worker reads the disk's.
    ///   - stepTimeout: how long it may go without progress until it serves.
    init(
        on listeners: Listeners,
        _ config: KnownConfig,
        words: [String],
        stepTimeout: Duration
    ) throws(Failure) {
        let (ours, theirs) = try Lifeline.pair()
        // The worker waits for it.
        ours.say(.start(refused: config.refused), waits: false)
        let record = config.record
        let inherited =
            ["--lifeline=\(theirs.descriptor)"] + listeners.words
            + (record.map { ["--\(ConfigRecord.flag.name)=\($0.descriptor)"] } ?? [])
        do {
            process = try spawn(
                [CommandLine.arguments[0], WorkerCommand.name] + inherited + words,
                keeping: listeners.descriptors + [theirs.descriptor] + (record.map { [$0.descriptor] } ?? []),
                blocking: Self.foreignSignals
            )
        } catch {
            throw Failure("no worker can be started: \(systemMessage(error.code))")
        }
        self.stepTimeout = stepTimeout
        limit = .now + stepTimeout
        lifeline = ours
    }

    /// What it may say something on.
    var awaited: Int32? { lifeline?.descriptor }

    /// Takes note of what it has said since the last call.
    /// - Parameter note: told of each word, with the record that came with it.
    func listen(_ note: (Word, ConfigRecord?) -> Void) {
        while let lifeline {
            switch lifeline.hear(waits: false) {
            case .word(let word, let record):
                take(word)
                note(word, record)
            case .silence:
                return
            case .end:
                self.lifeline = nil
            }
        }
    }

    private func take(_ word: Word) {
        switch word {
        case .answers:
            answersSince = .now
        case .serves:
            answersSince = answersSince ?? .now
            serves = true
        default:
            break
        }
        // It makes progress. One that is to leave has the time for that alone.
        guard !isLeaving else { return }
        switch word {
        case .retries(let pause): limit = .now + pause + stepTimeout
        case .stalls: limit = nil
        default: limit = serves ? nil : .now + stepTimeout
        }
    }

    /// Has it read the config anew.
    func reload() {
        lifeline?.say(.reload, waits: false)
    }

    /// Lets it finish what it has begun, and end.
    func dismiss(within time: Duration) {
        isLeaving = true
        limit = .now + time
        lifeline?.say(.leave, waits: false)
    }

    /// Ends it at once.
    func kill() {
        limit = nil
        // It is a child that nobody has waited for, so that the number is still its own.
        Foundation.kill(process, SIGKILL)
    }
}
