import EventLoop
import Foundation
import HTTPServer

/// A worker, as its supervisor knows it.
final class WorkerProcess {
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
    /// `nil` once there is nothing more to receive.
    private var channel: ControlChannel?

    /// The signals that are the supervisor's to heed, wherever they are sent: to a terminal's or a service's processes all
    /// together, or to the supervisor alone.
    static let foreignSignals = [SIGTERM, SIGINT, SIGHUP]

    /// The flags by which a worker learns which descriptors it has inherited.
    static let flags = [
        Flag("control-channel", "N", "the descriptor that leads to the supervisor"),
        Flag("config-memory", "N,N", "the descriptors of the config that was served"),
    ]

    /// Starts the program anew, with `localization` as the flags of its `serve`.
    /// - Parameters:
    ///   - config: where it finds the config to serve with.
    ///   - stepTimeout: how long it may go without progress until it serves.
    init(
        on listeners: Listeners,
        _ config: SharedConfigMemory,
        words: [String],
        stepTimeout: Duration
    ) throws(Failure) {
        let (ours, theirs) = try ControlChannel.pair()
        let inherited = [("control-channel", [theirs.descriptor]), ("config-memory", config.descriptors)]
        do {
            process = try spawn(
                [CommandLine.arguments[0], WorkerCommand.name]
                    + (inherited + listeners.inherited).map { flag, descriptors in
                        "--\(flag)=\(descriptors.map(String.init).joined(separator: ","))"
                    } + words,
                keeping: (inherited + listeners.inherited).flatMap(\.1),
                blocking: Self.foreignSignals
            )
        } catch {
            throw Failure("no worker can be started: \(systemMessage(error.code))")
        }
        self.stepTimeout = stepTimeout
        limit = .now + stepTimeout
        channel = ours
    }

    /// The descriptor on which it may send something.
    var awaited: Int32? { channel?.descriptor }

    /// Takes note of the messages since the last call.
    func receive() {
        while let channel {
            switch channel.receive() {
            case .message(let message): note(message)
            case .none: return
            case .end: self.channel = nil
            }
        }
    }

    private func note(_ message: ControlMessage) {
        if message == .answers || message == .serves { answersSince = answersSince ?? .now }
        if message == .serves { serves = true }
        // It makes progress. One that is to leave has the time for that alone.
        if !isLeaving { limit = serves || message == .waits ? nil : .now + stepTimeout }
    }

    /// Has it read the config anew.
    func reload() {
        channel?.send(.reload)
    }

    /// Lets it finish what it has begun, and end.
    func dismiss(within time: Duration) {
        isLeaving = true
        limit = .now + time
        channel?.send(.leave)
    }

    /// Ends it at once.
    func kill() {
        limit = nil
        // It is a child that was not waited for, so that the number is still its own.
        Foundation.kill(process, SIGKILL)
    }
}
