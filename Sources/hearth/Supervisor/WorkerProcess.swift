import EventLoop
import Foundation
import HTTPServer

final class WorkerProcess {
    let process: pid_t
    /// The time of its first response, with or without a catalogue.
    private(set) var answeringSince: ContinuousClock.Instant?
    private(set) var isServing = false
    private(set) var isDraining = false
    /// The end of the time for its next step towards serving, or for draining.
    private(set) var deadline: ContinuousClock.Instant?
    /// The maximum time without progress until it serves.
    private let stepTimeout: Duration
    /// `nil` after the last message.
    private var channel: ControlChannel?

    /// Handled only by the supervisor, even if a terminal or a service manager sends them to all processes.
    static let supervisorSignals = [SIGTERM, SIGINT, SIGHUP]

    /// The flags that pass descriptors to a worker.
    static let flags = [
        Flag("sockets", "N,N…", "the descriptors of --port"),
        Flag("admin-sockets", "N", "the descriptor of --admin-port"),
        Flag("control-channel", "N", "the descriptor of the control channel"),
        Flag("config-memory", "N,N", "the descriptors of the shared config memory"),
    ]

    init(
        on listeners: Listeners,
        _ config: SharedConfigMemory,
        _ environment: [String: String],
        stepTimeout: Duration
    ) throws(Failure) {
        let (ours, theirs) = try ControlChannel.pair()
        let inherited = [
            ("control-channel", [theirs.descriptor.rawValue]), ("config-memory", config.descriptors),
            ("sockets", listeners.homes.descriptors), ("admin-sockets", listeners.admin?.descriptors ?? []),
        ]
        let flags = inherited.map { flag, descriptors in
            "--\(flag)=\(descriptors.map(String.init).joined(separator: ","))"
        }
        do {
            process = try spawnSelf(
                [CommandLine.arguments[0], WorkerCommand.name] + flags,
                inheriting: inherited.flatMap(\.1),
                blocking: Self.supervisorSignals,
                environment: environment
            )
        } catch {
            throw Failure("the worker cannot be started: \(systemMessage(error.code))")
        }
        self.stepTimeout = stepTimeout
        deadline = .now + stepTimeout
        channel = ours
    }

    var descriptor: FileDescriptor? { channel?.descriptor }

    func receiveMessages() {
        while let channel {
            switch channel.receive() {
            case .message(let message): handle(message)
            case .none: return
            case .end: self.channel = nil
            }
        }
    }

    private func handle(_ message: ControlMessage) {
        if message == .answering || message == .serving { answeringSince = answeringSince ?? .now }
        if message == .serving { isServing = true }
        if !isDraining { deadline = isServing || message == .waiting ? nil : .now + stepTimeout }
    }

    func reload() {
        channel?.send(.reload)
    }

    func drain(within time: Duration) {
        isDraining = true
        deadline = .now + time
        channel?.send(.drain)
    }

    func kill() {
        deadline = nil
        // The id is valid, since the process was not waited for.
        Foundation.kill(process, SIGKILL)
    }
}
