import Dispatch
import Foundation
import HTTPServer
import HomeFeed
import PropertyStore
import Recommendations
import SQLiteStore

/// `hearth serve`
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "Serves homes over HTTP."
    static let flags = [
        Flag("host", "ADDRESS", "the address to listen on, IPv4 or IPv6", default: "127.0.0.1"),
        Flag("port", "N", "the port to listen on; 0 lets the system choose", default: "8080"),
        .store,
        .config,
        Flag("threads", "N", "how many event loops serve", default: "\(ProcessInfo.processInfo.activeProcessorCount)"),
    ]

    static func run(_ arguments: Arguments) async throws {
        let threads = try arguments.integer("threads", in: 1...256)
        let port = try arguments.integer("port", in: 0...Int(UInt16.max))
        let config = try ConfigFile.read(try arguments.required("config"))
        let store = try StoreFile.openExisting(try arguments.required("store"), readers: threads)
        let feed = HomeFeed(
            config: config,
            store: store,
            recommendations: EmbeddedRecommendations(store: store),
            report: Log.report
        )
        let server = Server(
            address: try arguments.required("host"),
            port: UInt16(port),
            threads: threads,
            router: Routes(feed: feed, store: store).router,
            renderError: { ErrorAnswer($0).response }
        )
        do {
            try server.start()
        } catch {
            throw Failure(error.description)
        }
        let host = try arguments.required("host")
        Log.line("Serving http://\(host.contains(":") ? "[\(host)]" : host):\(server.port)/home")
        await terminationSignal()
        Log.line("Shutting down")
        await server.shutdown()
    }

    /// Returns when the process is asked to end.
    private static func terminationSignal() async {
        let signals = [SIGTERM, SIGINT]
        let sources = signals.map { number in
            // Without this the signal ends the process before the source sees it.
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for source in sources {
            source.setEventHandler { continuation.yield() }
            source.resume()
        }
        for await _ in stream { break }
        for source in sources { source.cancel() }
    }
}
