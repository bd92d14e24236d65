import Foundation
import Testing

extension `The program` {
    @Suite struct `The example of a client` {
        @Test func `reads the sections of a home and their items`() throws {
            try withSampleServer { server in
                for target in [
                    "/home?width=390&scale=3&user=u1&lat=41.65&lon=-83.54", "/home?width=320&segment=style",
                    "/home?width=768&locale=ar&lat=41.65&lon=-83.54",
                ] {
                    let home = try server.home(target)
                    let lines = try home.widgets.map { widget in
                        let title = try #require(widget["title"].string)
                        return "\(title.isEmpty ? try #require(widget.id) : title): \(widget.items.count)"
                    }
                    #expect(lines.count > 3)
                    #expect(try Self.printed(of: "http://127.0.0.1:\(server.port)\(target)") == lines)
                }
            }
        }

        /// The lines that the client prints of the home at an address.
        private static func printed(of address: String) throws -> [String] {
            try withFolder { folder in
                let file = try folder.newFile("printed")
                let output = try FileHandle(forWritingTo: file)
                defer { try? output.close() }
                let client = try Spawned(
                    [Child.executable("HomeClient").path, address],
                    environment: [:],
                    in: folder.url.path,
                    output: output.fileDescriptor,
                    errors: FileHandle.standardError.fileDescriptor
                )
                #expect(try Child.wait("the client to end") { client.end } == 0)
                return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            }
        }
    }
}
