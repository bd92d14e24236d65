import Foundation
import HTTPServer
import HomeFeed
import Recommendations

/// `hearth worker`: the process that answers. The supervisor starts it, with the flags of `serve` and what it inherits.
enum WorkerCommand: Command {
    static let name = "worker"
    static let summary = "Serves on the sockets of a supervisor, which calls it."
    static let flags =
        ServeOptions.flags + [
            Flag("sockets", "N,N…", "the descriptors that listen"),
            Flag("lifeline", "N", "the descriptor that leads to the supervisor"),
        ]

    @MainActor
    static func run(_ arguments: Arguments) async throws {
        nameProcess()
        // They were blocked when this process began, but Dispatch is about to let them through.
        for number in Worker.foreignSignals { signal(number, SIG_IGN) }
        let options = try ServeOptions(arguments)
        let lifeline = Lifeline(inherited: Int32(try arguments.integer("lifeline", in: 3...Int(Int32.max))))
        let dismissal = Dismissal(over: lifeline, grace: options.grace)
        let sockets = try Self.sockets(try arguments.required("sockets"))
        let config = try ConfigFile(options.config)
        let instruments = try Self.instruments()
        let store = TimedStore(try StoreFile.openExisting(options.store, readers: options.threads)) {
            instruments.note($0, $1, failed: $2)
        }
        let feed = HomeFeed(
            config: config.home,
            store: store,
            recommendations: EmbeddedRecommendations(store: store)
        )
        var router = Router()
        Routes(feed: feed, store: store, access: config.access, instruments: instruments).add(to: &router)
        let health = HealthRoutes(store: store, instruments: instruments)
        health.addProbes(to: &router)
        health.addMetrics(to: &router)
        let server = Server(
            sockets: sockets,
            limits: options.limits,
            router: router,
            observer: instruments.observer,
            renderError: { ErrorAnswer($0).response }
        )
        do {
            try server.start()
        } catch {
            throw Failure("\(error)")
        }
        lifeline.say()
        await dismissal.wait()
        instruments.leave()
        await server.shutdown(grace: options.grace)
        instruments.close()
    }

    /// The log of requests goes to standard output.
    private static func instruments() throws(Failure) -> Instruments {
        let routes = Routes.patterns + HealthRoutes.probes + [HealthRoutes.metrics]
        do {
            return try Instruments(routes: routes, log: STDOUT_FILENO)
        } catch {
            throw Failure("\(error)")
        }
    }

    /// The system names a process, by its first thread, after the file that it was started from, which is a link here.
    private static func nameProcess() {
        Thread.current.name = "hearth"
    }

    private static func sockets(_ list: String) throws -> ListeningSockets {
        let numbers = list.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
        guard !numbers.contains(nil) else { throw UsageError("--sockets is \"\(list)\": expected descriptors") }
        do {
            return try ListeningSockets(inherited: numbers.compactMap(\.self))
        } catch {
            throw Failure("\(error)")
        }
    }
}
