import Foundation
import HTTPServer
import HomeFeed
import Recommendations

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
        let host = try arguments.required("host")
        let threads = try arguments.integer("threads", in: 1...256)
        let port = try arguments.integer("port", in: 0...Int(UInt16.max))
        let config = try ConfigFile.read(try arguments.required("config"))
        let store = try StoreFile.openExisting(try arguments.required("store"), readers: threads)
        let feed = HomeFeed(
            config: config,
            store: store,
            recommendations: EmbeddedRecommendations(store: store)
        )
        let server = Server(
            address: host,
            port: UInt16(port),
            threads: threads,
            router: Routes(feed: feed, store: store).router,
            renderError: { ErrorAnswer($0).response }
        )
        // A reader of the log that goes away takes the log with it, and not the server.
        signal(SIGPIPE, SIG_IGN)
        let termination = await TerminationSignals()
        do {
            try server.start()
        } catch {
            let isElsewhere = error.code == EADDRNOTAVAIL
            throw Failure(error.description + (isElsewhere ? "; --host is an address of this machine, in digits" : ""))
        }
        Log.line("Serving http://\(host.contains(":") ? "[\(host)]" : host):\(server.port)/home")
        await termination.first()
        Log.line("Shutting down")
        await server.shutdown()
    }
}
