import EventLoop
import Foundation
import HTTPServer

/// Owns the listening sockets and restarts the worker that serves on them.
///
/// Clients that connect while no worker serves wait in a socket's queue. If the supervisor exits, its worker drains and
/// exits.
struct Supervisor {
    private let options: ServeOptions
    private let workerEnvironment: [String: String]
    private let signals: SignalQueue
    /// `nil` during the shutdown.
    private var listeners: Listeners?
    /// `nil` between two workers.
    private var worker: WorkerProcess?
    private let config: SharedConfigMemory
    private var needsReload = false

    /// Whether a worker has ever answered, so that a restart may help.
    private var hasAnswered = false
    private var hasServed = false
    /// Printed once the first worker serves.
    private let warning: String?
    private var restarts = RestartBackoff()
    private var restartTime: ContinuousClock.Instant?
    private var exitCode: Int32?

    /// How much longer than the shutdown timeout a worker may take to exit.
    private static let margin = Duration.seconds(1)
    /// Signals within this time count once, in microseconds: some programs signal a process and its process group.
    private static let duplicateSignalTime: UInt32 = 20_000

    init(_ options: ServeOptions, workerEnvironment: [String: String], warning: String?) throws(Failure) {
        let listeners = try Listeners(options)
        let config = try SharedConfigMemory()
        // If the log's reader exits, writes fail instead of ending the server. The worker inherits this.
        signal(SIGPIPE, SIG_IGN)
        // At the file size limit (ulimit -f), writes fail instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        // The parent process may have disabled waiting for children.
        signal(SIGCHLD, SIG_DFL)
        // Backtraces of a crashed worker take a fifth of a second, unless the variable is set: no worker serves
        // meanwhile. Sound: both texts are terminated, and no other thread reads the environment.
        unsafe setenv("SWIFT_BACKTRACE", "threads=crashed,symbolicate=fast,registers=none,images=none", 0)
        let signals = try SignalQueue(WorkerProcess.supervisorSignals + [SIGCHLD])
        self.options = options
        self.workerEnvironment = workerEnvironment
        self.warning = warning
        self.listeners = listeners
        self.config = config
        self.signals = signals
    }

    /// Serves until the process is asked to exit, and returns the exit code.
    /// - Throws: If the first worker cannot be started.
    mutating func run() throws(Failure) -> Int32 {
        try start()
        while true {
            waitForEvents()
            while let number = signals.next() { handleSignal(number) }
            receiveMessages()
            while let (process, end) = ProcessTermination.reap() { handleExit(of: process, end) }
            killIfTimedOut()
            restartIfDue()
            if isShuttingDown, worker == nil { exitCode = exitCode ?? ExitCode.success }
            if let exitCode { return exitCode }
        }
    }

    private mutating func start() throws(Failure) {
        guard let listeners else { return }
        let worker = try WorkerProcess(on: listeners, config, workerEnvironment, stepTimeout: options.startupTimeout)
        if needsReload { worker.reload() }
        needsReload = false
        self.worker = worker
    }

    private func waitForEvents() {
        var awaited = [signals.descriptor, worker?.descriptor].compactMap(\.self).map {
            pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
        }
        let next = [worker?.deadline, restartTime].compactMap(\.self).min()
        let pause = next.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1) }
        // Sound: the count is that of the array, which outlives the call.
        _ = unsafe poll(&awaited, nfds_t(awaited.count), pause.map { Int32(clamping: Int($0) + 1) } ?? -1)
    }

    // MARK: Signals

    private var isShuttingDown: Bool { listeners == nil }

    private mutating func handleSignal(_ number: Int32) {
        switch number {
        case SIGCHLD:
            break
        case SIGHUP:
            guard !isShuttingDown else { break }
            reload()
        default:
            guard isShuttingDown else { return shutDown() }
            worker?.kill()
            // As shells report a process that a signal ended.
            exitCode = 128 + number
        }
    }

    private mutating func reload() {
        if let worker { return worker.reload() }
        // The operator asks for another attempt: restart at once.
        needsReload = true
        restarts = RestartBackoff()
        restartTime = .now
    }

    private mutating func shutDown() {
        usleep(Self.duplicateSignalTime)
        while signals.next() != nil {}
        StandardError.line("Shutting down")
        restartTime = nil
        // First, so that no client waits in a queue that is never served.
        listeners?.close()
        listeners = nil
        worker?.drain(within: options.shutdownTimeout + Self.margin)
    }

    // MARK: The worker

    private mutating func receiveMessages() {
        guard let worker else { return }
        let wasServing = worker.isServing
        worker.receiveMessages()
        if worker.answeringSince != nil { hasAnswered = true }
        if !wasServing, worker.isServing { reportServing(worker) }
    }

    private mutating func reportServing(_ worker: WorkerProcess) {
        if hasServed { return StandardError.line("New worker serving (process \(worker.process))") }
        hasServed = true
        if let homes = listeners?.homes { StandardError.line("Serving \(homes.url(options.host))/home") }
        if let admin = listeners?.admin {
            StandardError.line("Serving \(admin.url(options.adminHost))\(HealthRoutes.metrics)")
        }
        if let warning { StandardError.line(warning) }
    }

    /// Processes other than the worker are orphans, which process 1 has to wait for.
    private mutating func handleExit(of process: pid_t, _ end: ProcessTermination) {
        guard let worker, worker.process == process else { return }
        // The last messages may have arrived meanwhile.
        receiveMessages()
        self.worker = nil
        if isShuttingDown {
            guard end != .exit(status: ExitCode.success) else { return }
            exitCode = exitCode ?? ExitCode.failure
            StandardError.line("The draining worker \(end) (process \(process))")
        } else if end == .exit(status: ExitCode.unusableStore) {
            // The worker has printed the cause.
            if hasAnswered { StandardError.line("Exiting: no worker can open the store") }
            exitCode = ExitCode.failure
        } else if !hasAnswered, case .exit(let status) = end, status != ExitCode.success {
            // A restart would fail too. The worker has printed the cause.
            exitCode = status
        } else if !hasAnswered {
            StandardError.line("The worker \(end) before it served")
            exitCode = ExitCode.failure
        } else {
            let served = worker.answeringSince?.duration(to: .now) ?? .zero
            scheduleRestart(after: "The worker \(end) (process \(process))", served: served)
        }
    }

    private mutating func scheduleRestart(after cause: String, served: Duration) {
        let pause = restarts.nextDelay(afterServing: served)
        restartTime = .now + pause
        let time = pause == .zero ? "now" : "in \(Int(pause / .milliseconds(1))) ms"
        StandardError.line("\(cause): restart attempt \(restarts.attempts) \(time)")
    }

    private func killIfTimedOut() {
        guard let worker, let deadline = worker.deadline, deadline <= .now else { return }
        let task = worker.isDraining ? "drain" : "start"
        StandardError.line("The worker took too long to \(task): killing it (process \(worker.process))")
        worker.kill()
    }

    private mutating func restartIfDue() {
        guard let restartTime, restartTime <= .now, exitCode == nil else { return }
        self.restartTime = nil
        do throws(Failure) {
            try start()
        } catch {
            scheduleRestart(after: error.message, served: .zero)
        }
    }
}
