import Foundation
import Hummingbird
import NIOCore
import NIOPosix

/// Serves one home on 127.0.0.1, in the two ways that are Hummingbird's own: as bytes that are there already, at
/// `/prepared`, and as a value that is encoded for each answer, at `/encoded`.
///
/// `HummingbirdPeer PORT FILE`, the file being a home as Hearth sends it.
@main
enum HummingbirdPeer {
    static func main() async throws {
        guard CommandLine.arguments.count == 3, let port = Int(CommandLine.arguments[1]) else {
            fatalError("usage: HummingbirdPeer PORT FILE")
        }
        let document = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[2]))
        let bytes = ByteBuffer(bytes: document)
        let home = try JSONDecoder().decode(Home.self, from: document)

        let router = Router()
        router.get("prepared") { _, _ in
            Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: bytes))
        }
        router.get("encoded") { _, _ in home }

        // One loop, as the others have.
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: 1))
        )
        try await application.runService()
    }
}
