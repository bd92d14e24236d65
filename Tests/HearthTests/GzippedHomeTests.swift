import CZlib
import Foundation
import Gunzip
import HTTPTestClient
import Testing

extension `The program` {
    /// Guards gzipped homes: decoded by other implementations, equal to the plain home, and small enough.
    @Suite struct `A gzipped home` {
        private static let place = "&lat=41.66&lon=-83.55&appVersion=5.0"
        private static let targets = [
            "/home?width=390&scale=3", "/home?width=390&scale=3&user=u1" + place,
            "/home?width=412&scale=2.625&locale=de&user=u1" + place,
            "/home?width=390&scale=3&locale=ar&user=u1" + place,
            "/home?width=390&scale=3&locale=tr&user=u1" + place, "/home?width=390&scale=3&segment=style&user=u1",
            "/home/widgets/last-search?width=390&user=u1",
        ]

        @Test func `decodes to the home with zlib and gzip, and is at most 25% longer than zlib's level 6`() throws {
            try withFixtureServer { server in
                let search = #"{"market":"toledo","types":["house"],"price":{"max":20000000},"bedrooms":{"min":3}}"#
                #expect(try server.request("POST", "/users/u1/searches", body: search).status == 204)
                let client = try TestClient(port: server.port)
                for target in Self.targets {
                    let plain = try client.request("GET", target)
                    let answer = try client.request("GET", target, fields: "Accept-Encoding: gzip")
                    #expect(answer.fields["content-encoding"] == "gzip")
                    #expect(gunzip(answer.body) == plain.body, "\(target)")
                    #expect(try Self.decompressedByGzip(answer.body) == plain.body, "\(target)")
                    let best = Self.zlibSize(plain.body)
                    #expect(answer.body.count * 100 <= best * 125, "\(target): \(answer.body.count) against \(best)")
                }
            }
        }

        private static func decompressedByGzip(_ bytes: [UInt8]) throws -> [UInt8] {
            try withFolder { folder in
                let file = folder.url.appendingPathComponent("home.gz")
                try Data(bytes).write(to: file)
                let output = try folder.newFile("home")
                let descriptor = unsafe open(output.path, O_WRONLY)
                defer { close(descriptor) }
                let words = ["gzip", "-dc", file.path]
                let gzip = try SpawnedProcess(
                    words,
                    environment: [:],
                    in: folder.url.path,
                    output: descriptor,
                    errors: STDERR_FILENO
                )
                #expect(try Child.wait("gzip to end") { gzip.end } == 0)
                return try Array(Data(contentsOf: output))
            }
        }

        /// The size that zlib compresses the bytes to. Its framing is 12 bytes shorter than gzip's.
        private static func zlibSize(_ bytes: [UInt8]) -> Int {
            var output = [UInt8](repeating: 0, count: bytes.count + 1_000)
            var count = uLong(output.count)
            // Sound: zlib reads and writes at most the given counts.
            let status = unsafe compress2(&output, &count, bytes, uLong(bytes.count), 6)
            #expect(status == Z_OK)
            return Int(count) + 12
        }
    }
}
