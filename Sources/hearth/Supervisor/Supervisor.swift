import EventLoop
import Foundation
import HTTPServer

/// Owns the listening sockets and keeps a worker serving on them, whatever happens to it.
///
/// A client that connects while no worker serves waits in a socket's queue for the next one. The supervisor itself does so
/// little that there is little that could end it; where something does, its worker finishes what it has begun and ends too.
struct Supervisor: ~Copyable {
    private let options: ServeOptions
    private let words: [String]
    private let signals: SignalQueue
    /// `nil` once the server shuts down.
    private var listeners: Listeners?
    /// `nil` between the end of one and the start of the next.
    private var worker: WorkerProcess?
    private let config: SharedConfigMemory
    /// Whether the next worker is to read the config anew.
    private var reloads = false

    /// Whether any worker has answered, so that another one may.
    private var hasAnswered = false
    private var hasServed = false
    private var restarts = RestartBackoff()
    /// When the worker that has died is replaced.
    private var restart: ContinuousClock.Instant?
    private var isShuttingDown = false
    /// What to exit with, once that is known.
    private var outcome: Int32?

    /// How much longer than the grace a worker may take to leave before it is made to.
    private static let margin = Duration.seconds(1)
    /// Signals to end that come within so many microseconds are one wish: some programs send theirs to a process and to its
    /// whole group.
    private static let echo: UInt32 = 20_000

    /// Listens.
    /// - Parameter words: the flags that each worker gets.
    init(_ options: ServeOptions, words: [String]) throws(Failure) {
        let listeners = try Listeners(options)
        let config = try SharedConfigMemory()
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
        let signals = try SignalQueue(WorkerProcess.foreignSignals + [SIGCHLD])
        self.options = options
        self.words = words
        self.listeners = listeners
        self.config = config
        self.signals = signals
    }

    /// Serves until it is told to end.
    /// - Returns: what to exit with.
    /// - Throws: where the first worker cannot even be started.
    mutating func run() throws(Failure) -> Int32 {
        try start()
        while true {
            waitForNews()
            while let number = signals.next() { heed(number) }
            receive()
            while let (process, end) = ProcessTermination.next() { noteEnd(of: process, end) }
            hurry()
            restartIfDue()
            if isShuttingDown, worker == nil { outcome = outcome ?? ExitCode.success }
            if let outcome { return outcome }
        }
    }

    private mutating func start() throws(Failure) {
        guard let listeners else { return }
        let worker = try WorkerProcess(on: listeners, config, words: words, stepTimeout: options.startTimeout)
        if reloads { worker.reload() }
        reloads = false
        self.worker = worker
    }

    /// Sleeps until there is something to do.
    private func waitForNews() {
        var awaited = [signals.descriptor, worker?.awaited].compactMap(\.self).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let next = [worker?.limit, restart].compactMap(\.self).min()
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
            reload()
        default:
            guard isShuttingDown else { return shutDown() }
            worker?.kill()
            // As a shell reports a process that a signal has ended.
            outcome = 128 + number
        }
    }

    private mutating func reload() {
        if let worker { return worker.reload() }
        // The operator asks for another attempt: the next worker need not wait.
        reloads = true
        restarts = RestartBackoff()
        restart = .now
    }

    private mutating func shutDown() {
        isShuttingDown = true
        usleep(Self.echo)
        while signals.next() != nil {}
        StandardErrorMessage.line("Shutting down")
        restart = nil
        // First, so that nobody is left waiting for a server that will not be.
        listeners?.close()
        listeners = nil
        worker?.dismiss(within: options.grace + Self.margin)
    }

    // MARK: The worker

    private mutating func receive() {
        guard let worker else { return }
        let served = worker.serves
        worker.receive()
        if worker.answersSince != nil { hasAnswered = true }
        if !served, worker.serves { welcome(worker) }
    }

    /// The worker has begun to serve.
    private mutating func welcome(_ worker: WorkerProcess) {
        if hasServed { return StandardErrorMessage.line("A new worker serves (process \(worker.process))") }
        hasServed = true
        if let homes = listeners?.homes { StandardErrorMessage.line("Serving \(homes.url(options.host))/home") }
        if let admin = listeners?.admin {
            StandardErrorMessage.line("Serving \(admin.url(options.adminHost))\(HealthRoutes.metrics)")
        }
    }

    /// A process has ended. Any but the worker was an orphan, left to process 1.
    private mutating func noteEnd(of process: pid_t, _ end: ProcessTermination) {
        guard let worker, worker.process == process else { return }
        // Its last messages may have come after the others were received.
        receive()
        self.worker = nil
        if isShuttingDown {
            guard end != .exit(status: ExitCode.success) else { return }
            outcome = outcome ?? ExitCode.failure
            StandardErrorMessage.line("The worker that was to leave \(end) (process \(process))")
        } else if end == .exit(status: ExitCode.unusableStore) {
            // The worker has said why.
            if hasAnswered { StandardErrorMessage.line("Ending, since no worker can open the store") }
            outcome = ExitCode.failure
        } else if !hasAnswered, case .exit(let status) = end, status != ExitCode.success {
            // There is no use in trying again what has never worked; the worker has said why.
            outcome = status
        } else if !hasAnswered {
            StandardErrorMessage.line("The worker \(end) before it served")
            outcome = ExitCode.failure
        } else {
            let served = worker.answersSince?.duration(to: .now) ?? .zero
            scheduleRestart(after: "The worker \(end) (process \(process))", served: served)
        }
    }

    private mutating func scheduleRestart(after what: String, served: Duration) {
        let pause = restarts.next(afterServing: served)
        restart = .now + pause
        let time = pause == .zero ? "now" : "in \(Int(pause / .milliseconds(1))) ms"
        StandardErrorMessage.line("\(what): attempt \(restarts.attempts) to replace it \(time)")
    }

    /// Ends a worker that has had its time to leave, or to begin to serve.
    private func hurry() {
        guard let worker, let limit = worker.limit, limit <= .now else { return }
        let task = worker.isLeaving ? "leave" : "serve"
        StandardErrorMessage.line(
            "The worker that was to \(task) takes too long: it is ended (process \(worker.process))"
        )
        worker.kill()
    }

    private mutating func restartIfDue() {
        guard let restart, restart <= .now, outcome == nil else { return }
        self.restart = nil
        do throws(Failure) {
            try start()
        } catch {
            scheduleRestart(after: error.message, served: .zero)
        }
    }
}
