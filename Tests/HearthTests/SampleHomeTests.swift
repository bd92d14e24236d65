import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    /// Guards the sample that `Scripts/run` serves: config, localizations, mappings and data in `Config`. No other
    /// suite here reads these files.
    @Suite struct `The sample's home` {
        /// Runs `body` with a server on the sample, whose homes may take a minute.
        private static func withSample(_ body: (RunningServer, JSON) throws -> Void) throws {
            try withFolder { folder in
                let store = folder.path("sample.store")
                for (mapping, file) in [("sample-listings", "listings.csv.gz"), ("sample-shop", "shop.csv")] {
                    let mapping = "Config/mappings/\(mapping).json"
                    try importItems(from: "Config/sample/\(file)", by: mapping, into: store, in: folder)
                }
                let text = try Fixtures.text(of: "Config/home.json")
                let words = Child.root.appendingPathComponent("Config/localization").path
                let config = try folder.write(
                    text.replacing(#""localization/"#, with: #""\#(words)/"#)
                        .replacing(/"deadline": [0-9]+/, with: #""deadline": 60000"#)
                        .adding(#""budget": {"default": 60000, "maximum": 60000}"#),
                    to: "home.json"
                )
                try withServer(on: store, "--config", config, in: folder) { server in
                    try body(server, JSON(parsing: Data(text.utf8)))
                }
            }
        }

        /// Lets users open products, and waits until the home shows what was learned from them.
        private static func openProducts(_ server: RunningServer) throws {
            for user in ["u1", "u2", "u3"] {
                // More than the widgets above show.
                let numbers = user == "u1" ? 1_001...1_001 : 1_002...1_060
                let items = numbers.map { #""product:s\#($0)""# }.joined(separator: ",")
                let opened = #"{"items":[\#(items)]}"#
                #expect(try server.request("POST", "/users/\(user)/opened", body: opened).status == 200)
            }
            let saved = #"{"events":[{"type":"saved","item":"product:s1020"}]}"#
            #expect(try server.request("POST", "/users/u1/events", body: saved).status == 200)
            let deadline = ContinuousClock.now + .seconds(60)
            while try !server.checkedHome("/home?width=390&user=u1&segment=style").widgets.contains(where: {
                $0.id == "trending" && !$0.items.isEmpty
            }) {
                try #require(ContinuousClock.now < deadline, "nothing is trending")
                usleep(100_000)
            }
        }

        @Test func `has each widget of the config loaded, and matches the contract in each language`() throws {
            try Self.withSample { server, config in
                let search = #"{"market":"toledo","price":{"max":12000000}}"#
                #expect(try server.request("POST", "/users/u1/searches", body: search).status == 204)
                try Self.openProducts(server)
                for segment in config["segments"].array {
                    // Gates leave widgets out, and nothing is cheaper, available again, or listed since a visit.
                    let changes: Set = ["priceDrops", "backInStock", "unseen"]
                    let widgets = segment["widgets"].array.filter { widget in
                        widget["when"].isMissing && !changes.contains(widget["source"]["kind"].string ?? "")
                    }
                    #expect(!widgets.isEmpty)
                    let id = try #require(segment.id)
                    for locale in config["localization"]["files"].keys.sorted() {
                        let home = try server.checkedHome(
                            "/home?width=390&scale=3&user=u1&lat=41.65&lon=-83.54&segment=\(id)&locale=\(locale)"
                        )
                        let loaded = home.widgets.filter { $0["state"].string == "loaded" && !$0.items.isEmpty }
                        #expect(Set(loaded.map(\.id)).isSuperset(of: widgets.map(\.id)), "\(id) \(locale)")
                        #expect(home["locale"].string == locale)
                    }
                }
            }
        }
    }
}
