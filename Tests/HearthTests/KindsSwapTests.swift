import Foundation
import Glibc
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite struct `A config with other kinds of items` {
        private func items(_ server: RunningServer) throws -> [String] {
            try server.home("/home?width=390&lat=41.65&lon=-83.54").widget("around-you").itemIDs
        }

        @Test func `reloads the catalogue, while the old one is still served`() throws {
            try withRestaurants { server in
                let before = try items(server)
                #expect(!before.isEmpty)
                #expect(try server.metric("hearth_catalogue_mismatched_values") == 0)
                let text = try Fixtures.text(of: "\(Fixtures.restaurants)/home.json")
                    .replacing(#""minimumOrder": { "type": "money" }"#, with: #""minimumOrder": { "type": "flag" }"#)
                _ = try server.folder.write(text, to: "home.json")
                server.child.signal(SIGHUP)
                try server.waitForReload()
                #expect(server.child.errors.contains("The config has other kinds of items: loading the catalogue"))
                #expect(server.child.errors.ranges(of: "Catalogue loaded: 500 items in ").count == 2)
                let mismatched = try #require(try server.metric("hearth_catalogue_mismatched_values"))
                #expect(mismatched > 400)
                try server.waitForLog("\(Int(mismatched)) attribute values omitted")
                #expect(try items(server) == before)

                // The same kinds again do not reload it.
                _ = try server.folder.write(
                    text.replacing(#""title": "Dinner""#, with: #""title": "Supper""#),
                    to: "home.json"
                )
                server.child.signal(SIGHUP)
                try server.waitForReload(2)
                #expect(server.child.errors.ranges(of: "Catalogue loaded: 500 items in ").count == 2)
            }
        }

        @Test func `is used by a worker that replaces another`() throws {
            try withRestaurants { server in
                let before = try items(server)
                kill(try server.worker(), SIGKILL)
                try server.waitForLog("New worker serving")
                let client = try TestClient(port: server.port)
                let home = try client.request("GET", "/home?width=390&lat=41.65&lon=-83.54").json
                #expect(home.widget("around-you").itemIDs == before)
            }
        }
    }
}
