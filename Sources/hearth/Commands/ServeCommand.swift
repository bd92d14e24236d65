import Foundation
import HTTPServer

/// `hearth serve`: the supervisor. What answers is its worker, ``WorkerCommand``.
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "Serves homes over HTTP."
    static let flags = ServeOptions.flags

    /// On the main thread, which is the only one whose signals are not blocked.
    @MainActor
    static func run(_ arguments: Arguments) async throws {
        let options = try ServeOptions(arguments)
        let sockets: ListeningSockets
        do {
            sockets = try ListeningSockets(address: options.host, port: options.port, count: options.threads)
        } catch {
            let isElsewhere = error.code == EADDRNOTAVAIL
            throw Failure(error.description + (isElsewhere ? "; --host is an address of this machine, in digits" : ""))
        }
        let host = options.host.contains(":") ? "[\(options.host)]" : options.host
        var supervisor = try Supervisor(
            sockets: sockets,
            address: "http://\(host):\(sockets.port)/home",
            grace: options.grace,
            // What this command was called with, its own name left out.
            words: Array(CommandLine.arguments.dropFirst(2))
        )
        exit(try supervisor.run())
    }
}
