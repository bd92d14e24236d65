import Foundation
import HTTPServer
import Processes

/// Owns the listening sockets and keeps a worker serving on them, whatever happens to it.
///
/// A client that connects while no worker serves waits in a socket's queue for the next one. The supervisor itself does so
/// little that there is little that could end it; where something does, its worker finishes what it has begun and ends too.
struct Supervisor: ~Copyable {
    private let addresses: [String]
    private let startTimeout: Duration
    private let grace: Duration
    private let words: [String]
    private let signals: SignalQueue
    /// `nil` once the server shuts down.
    private var listeners: Listeners?
    private var workers: [Worker] = []
    private var config = KnownConfig()

    /// Whether any worker has answered, so that another one may.
    private var hasAnswered = false
    private var hasServed = false
    private var restarts = RestartPauses()
    /// When the worker that has died is replaced.
    private var restart: ContinuousClock.Instant?
    private var reloadIsDue = false
    private var isShuttingDown = false
    /// Whether something went wrong since the server was told to shut down.
    private var hasFailed = false
    /// What to exit with, once that is known.
    private var outcome: Int32?

    /// How much longer than the grace a worker may take to leave before it is made to.
    private static let margin = Duration.seconds(1)
    /// Signals to end that come within so many microseconds are one wish: some programs send theirs to a process and to its
    /// whole group.
    private static let echo: UInt32 = 20_000

    /// - Parameters:
    ///   - addresses: what to tell that is served.
    ///   - startTimeout: how long a worker may go without progress until it serves.
    ///   - grace: how long a worker that is to leave may take to finish what it has begun.
    ///   - words: the flags that each worker gets.
    init(
        listeners: Listeners,
        addresses: [String],
        startTimeout: Duration,
        grace: Duration,
        words: [String]
    ) throws(Failure) {
        self.listeners = listeners
        self.addresses = addresses
        self.startTimeout = startTimeout
        self.grace = grace
        self.words = words
        // A reader of the log that goes away takes the log with it, and not the server; its worker inherits that.
        signal(SIGPIPE, SIG_IGN)
        // A file at its limit (ulimit -f) is a write that fails, of the store or the log, and not the end of a process.
        signal(SIGXFSZ, SIG_IGN)
        // Whoever started this process may have left it to the system to forget its children.
        signal(SIGCHLD, SIG_DFL)
        // What a worker that traps says of it, where nothing else is asked for: as much as is found out in a fifth of a
        // second, since nobody is answered meanwhile.
        // Sound: both texts are terminated, and no other thread reads the environment.
        unsafe setenv("SWIFT_BACKTRACE", "threads=crashed,symbolicate=fast,registers=none,images=none", 0)
        signals = try SignalQueue(Worker.foreignSignals + [SIGCHLD])
    }

    /// Serves until it is told to end.
    /// - Returns: what to exit with.
    /// - Throws: where the first worker cannot even be started.
    mutating func run() throws(Failure) -> Int32 {
        try start(.serves, readsAnew: true)
        while true {
            waitForNews()
            while let number = signals.next() { heed(number) }
            for worker in workers { listen(to: worker) }
            while let (process, end) = ProcessEnd.next() { bury(process, end) }
            for worker in workers { hurry(worker) }
            if isWatching { lookAtConfig() }
            startWhatIsDue()
            if isShuttingDown, workers.isEmpty {
                outcome = outcome ?? (hasFailed ? ExitCode.failure : ExitCode.success)
            }
            if let outcome { return outcome }
        }
    }

    private var current: Worker? { workers.first { $0.role == .serves } }

    /// - Parameter readsAnew: whether the worker reads the config on the disk, or that which was served with: what is on
    ///   the disk when a worker dies may be somebody's half-done work.
    private mutating func start(_ role: Worker.Role, readsAnew: Bool) throws(Failure) {
        guard let listeners else { return }
        let worker = try Worker(
            role,
            on: listeners,
            kept: readsAnew ? nil : config.record,
            words: words,
            stepTimeout: startTimeout
        )
        if !readsAnew, let refused = config.refused { worker.tell(refused) }
        workers.append(worker)
    }

    /// Sleeps until there is something to do.
    private func waitForNews() {
        var awaited = ([signals.descriptor] + workers.compactMap(\.awaited)).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let look = isWatching ? config.files.next : nil
        let next = (workers.map(\.limit) + [restart, look]).compactMap(\.self).min()
        let pause = next.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1) }
        // Sound: the count is that of the array, which outlives the call.
        _ = unsafe poll(&awaited, nfds_t(awaited.count), pause.map { Int32(clamping: Int($0) + 1) } ?? -1)
    }

    // MARK: Signals

    private mutating func heed(_ number: Int32) {
        switch number {
        case SIGCHLD:
            break
        case SIGHUP:
            guard !isShuttingDown else { break }
            reloadIsDue = true
        default:
            guard isShuttingDown else { return shutDown() }
            for worker in workers { worker.kill() }
            // As a shell reports a process that a signal has ended.
            outcome = 128 + number
        }
    }

    private mutating func shutDown() {
        isShuttingDown = true
        usleep(Self.echo)
        while signals.next() != nil {}
        Notice.line("Shutting down")
        restart = nil
        reloadIsDue = false
        // First, so that nobody is left waiting for a server that will not be.
        listeners?.close()
        listeners = nil
        for worker in workers where worker.role != .leaves { worker.dismiss(within: grace + Self.margin) }
    }

    // MARK: The config

    /// Whether a change of the config's files would be news: not while somebody is about to read them, who says how they
    /// were then.
    private var isWatching: Bool {
        hasAnswered && !isShuttingDown && !reloadIsDue && !workers.contains(where: \.isReading)
    }

    private mutating func lookAtConfig() {
        let changed = config.files.look()
        guard !changed.isEmpty else { return }
        Notice.line("Reloading, since there is a change in \(changed.joined(separator: ", "))")
        reloadIsDue = true
    }

    /// The worker that was to serve with the config on the disk has ended before it did.
    private mutating func refuseConfig(of worker: Worker, _ end: ProcessEnd) {
        config.refuse(from: worker, end)
        tellOfRefusal()
        let others = current == nil ? "the config that was served with is kept" : "the old one goes on"
        Notice.line("Not reloaded: the new worker \(end) before it served, and \(others)")
    }

    private func tellOfRefusal() {
        if let refused = config.refused { current?.tell(refused) }
    }

    // MARK: Workers

    private mutating func listen(to worker: Worker) {
        let (answered, served) = (worker.answersSince != nil, worker.servesSince != nil)
        worker.listen()
        if !answered, worker.answersSince != nil {
            hasAnswered = true
            if worker.readsAnew { config.accept(from: worker) }
        }
        if !served, worker.servesSince != nil { welcome(worker) }
    }

    /// A worker has begun to serve.
    private mutating func welcome(_ worker: Worker) {
        if worker.role == .succeeds {
            current?.dismiss(within: grace + Self.margin)
            worker.role = .serves
            Notice.line("Reloaded: a new worker serves (process \(worker.process)), and the old one finishes")
        } else if hasServed {
            Notice.line("A new worker serves (process \(worker.process))")
        } else {
            hasServed = true
            for address in addresses { Notice.line("Serving \(address)") }
        }
    }

    /// A process has ended. Any but a worker was an orphan, left to process 1.
    private mutating func bury(_ process: pid_t, _ end: ProcessEnd) {
        guard let index = workers.firstIndex(where: { $0.process == process }) else { return }
        let worker = workers.remove(at: index)
        // Its last words may have come after they were listened for.
        listen(to: worker)
        if worker.role == .serves, end == .exit(status: ExitCode.unusableStore) { return abandonStore() }
        if worker.isReading, worker.role != .leaves, hasAnswered { refuseConfig(of: worker, end) }
        switch worker.role {
        case .leaves:
            guard end != .exit(status: ExitCode.success) else { break }
            hasFailed = true
            Notice.line("The worker that was to leave \(end) (process \(process))")
        case .succeeds:
            break
        case .serves where !hasAnswered:
            giveUp(end)
        case .serves:
            replace(worker, end)
        }
    }

    /// There is no use in trying again what has never worked; a worker that could not start has said why.
    private mutating func giveUp(_ end: ProcessEnd) {
        if case .exit(let status) = end, status != ExitCode.success {
            outcome = status
        } else {
            Notice.line("The worker \(end) before it served")
            outcome = ExitCode.failure
        }
    }

    /// No worker can open the store; the last has said why.
    private mutating func abandonStore() {
        if hasAnswered { Notice.line("Ending, since no worker can open the store") }
        outcome = ExitCode.failure
    }

    private mutating func replace(_ worker: Worker, _ end: ProcessEnd) {
        let what = "The worker \(end) (process \(worker.process))"
        if let successor = workers.first(where: { $0.role == .succeeds }) {
            successor.role = .serves
            return Notice.line("\(what): the new one takes its place")
        }
        scheduleRestart(after: what, served: worker.answersSince?.duration(to: .now) ?? .zero)
    }

    private mutating func scheduleRestart(after what: String, served: Duration) {
        let pause = restarts.next(afterServing: served)
        restart = .now + pause
        let time = pause == .zero ? "now" : "in \(Int(pause / .milliseconds(1))) ms"
        Notice.line("\(what): attempt \(restarts.attempts) to replace it \(time)")
    }

    /// Ends a worker that has had its time to leave, or to begin to serve.
    private func hurry(_ worker: Worker) {
        guard let limit = worker.limit, limit <= .now else { return }
        let task = worker.role == .leaves ? "leave" : "serve"
        Notice.line("The worker that was to \(task) takes too long: it is ended (process \(worker.process))")
        if worker.role == .leaves { worker.kill() } else { worker.giveUp() }
    }

    private mutating func startWhatIsDue() {
        guard !isShuttingDown, outcome == nil else { return }
        let isReload = reloadIsDue
        do throws(Failure) {
            if let current {
                // One after the other, so that there are never more than two.
                guard reloadIsDue, current.servesSince != nil, workers.count == 1 else { return }
                reloadIsDue = false
                try start(.succeeds, readsAnew: true)
            } else if reloadIsDue {
                // Whoever asks has mended something.
                restarts = RestartPauses()
                reloadIsDue = false
                restart = nil
                try start(.serves, readsAnew: true)
            } else if let restart, restart <= .now {
                self.restart = nil
                try start(.serves, readsAnew: false)
            }
        } catch {
            if isReload {
                config.refuse(error)
                tellOfRefusal()
            }
            if current == nil {
                scheduleRestart(after: error.message, served: .zero)
            } else {
                Notice.line("Not reloaded: \(error.message)")
            }
        }
    }
}
