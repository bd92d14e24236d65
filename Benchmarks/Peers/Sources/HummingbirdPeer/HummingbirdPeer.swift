import Foundation
import Hummingbird
import NIOCore
import NIOPosix

/// Serves homes on 127.0.0.1, in the two ways that are Hummingbird's own: home 7 as bytes that are there already, at
/// `/prepared/7`, and as a value that is encoded for each answer, at `/encoded/7`.
///
/// `HummingbirdPeer PORT FOLDER`, the folder having the files `0`, `1`, …, each a home as Hearth sends it.
@main
enum HummingbirdPeer {
    static func main() async throws {
        guard CommandLine.arguments.count == 3, let port = Int(CommandLine.arguments[1]) else {
            fatalError("usage: HummingbirdPeer PORT FOLDER")
        }
        let documents = try documents(in: URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true))
        let prepared = documents.map { ByteBuffer(bytes: $0) }
        let homes = try documents.map { try JSONDecoder().decode(Home.self, from: $0) }

        let router = Router()
        router.get("prepared/{number}") { _, context in
            let bytes = prepared[try context.parameters.require("number", as: Int.self)]
            return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: bytes))
        }
        router.get("encoded/{number}") { _, context in
            homes[try context.parameters.require("number", as: Int.self)]
        }

        // One loop, as the others have.
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: 1))
        )
        try await application.runService()
    }

    private static func documents(in folder: URL) throws -> [Data] {
        var documents: [Data] = []
        while case let file = folder.appending(path: "\(documents.count)"),
            FileManager.default.fileExists(atPath: file.path)
        {
            documents.append(try Data(contentsOf: file))
        }
        return documents
    }
}
