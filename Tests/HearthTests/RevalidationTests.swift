import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    /// Guards conditional requests: ETag, If-None-Match and Cache-Control.
    @Suite struct `A home that a client has cached` {
        private static let targets = ["/home?width=390&user=u1", "/home/widgets/last-search?width=390&user=u1"]

        @Test func `is not sent again until it changes`() throws {
            try withFixtureServer { server in
                let client = try TestClient(port: server.port)
                for target in Self.targets {
                    let first = try client.request("GET", target)
                    let tag = try #require(first.fields["etag"])
                    #expect(first.fields["cache-control"] == "private, no-cache")

                    let second = try client.request("GET", target, fields: "If-None-Match: \(tag)")
                    #expect(second.status == 304)
                    #expect(second.fields["etag"] == tag)
                    #expect(second.fields["cache-control"] == "private, no-cache")

                    #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 204)
                    let third = try client.request("GET", target, fields: "If-None-Match: \(tag)")
                    #expect(third.status == 200)
                    #expect(third.body != first.body)
                    #expect(try server.request("DELETE", "/users/u1").status == 204)
                }
            }
        }

        @Test func `is gzipped on request, with its own ETag`() throws {
            try withFixtureServer { server in
                let client = try TestClient(port: server.port)
                let target = "/home?width=390"
                let plain = try client.request("GET", target)
                let gzipped = try client.request("GET", target, fields: "Accept-Encoding: gzip")
                #expect(gzipped.fields["content-encoding"] == "gzip")
                #expect(gzipped.body.count * 3 < plain.body.count)
                let tag = try #require(gzipped.fields["etag"])
                #expect(tag != plain.fields["etag"])
                for answer in [plain, gzipped] { #expect(answer.fields["vary"] == "Accept-Encoding, Accept-Language") }
                let again = try client.request(
                    "GET",
                    target,
                    fields: "Accept-Encoding: gzip",
                    "If-None-Match: \(tag)"
                )
                #expect(again.status == 304)
            }
        }

        @Test func `is never cached if it is an error`() throws {
            try withFixtureServer { server in
                for target in ["/home", "/nowhere", "/home/widgets/no?width=390", "/users/u1"] {
                    let answer = try server.get(target)
                    #expect(answer.fields["cache-control"] == "no-store")
                }
            }
        }
    }
}
