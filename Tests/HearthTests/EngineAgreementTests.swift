import DatabaseServer
import Foundation
import HTTPTestClient
import SeededRandom
import Testing

extension `The program` {
    /// Guards equal answers of both store engines and of several servers for the same content.
    @Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"))
    struct `Servers over the same content` {
        private static let users = 30
        private static let requests = 1_000

        @Test func `send the same bytes and tags with either engine and any number of servers`() throws {
            try withFolder { folder in
                var random = SplitMix64(seed: 7)
                let file = try FixtureStore.copy(into: folder)
                try withServer(on: file, in: folder) { server in
                    try simulateUsers(on: server, &random)
                    server.child.signal(SIGTERM)
                    #expect(try server.child.wait() == 0)
                }
                let databases = try DatabaseServer.shared
                let address = databases.address(of: try databases.makeDatabase())
                let copied = try hearth("copy", "--from", "sqlite:\(file)", "--to", address)
                try #require(copied.status == 0, "\(copied.errors)")

                try withServer(on: file, in: folder) { first in
                    try withServer(on: address, "--store-timeout", "60", in: folder) { second in
                        try withServer(on: address, "--store-timeout", "60", in: folder) { third in
                            try compare([first, second, third], &random)
                        }
                    }
                }
            }
        }

        @Test func `see a dismissal of each other by its announcement, and what was shown within a minute`() throws {
            try withFolder { folder in
                let banner = #""href": "/events/open-house""#
                let capped = banner + #", "cap": { "shown": 1, "per": "1d" }"#
                let text = try Fixtures.configText().replacing(banner, with: capped)
                try #require(text.contains(capped))
                let config = ["HEARTH_CONFIG": try folder.write(text, to: "home.json")]
                let databases = try DatabaseServer.shared
                let address = databases.address(of: try databases.makeDatabase())
                let copied = try hearth("copy", "--from", "sqlite:\(FixtureStore.copy(into: folder))", "--to", address)
                try #require(copied.status == 0, "\(copied.errors)")
                try withServer(on: address, "--store-timeout", "60", environment: config, in: folder) { first in
                    try withServer(on: address, "--store-timeout", "60", environment: config, in: folder) { second in
                        func items() throws -> [String] {
                            let segments = ["homes", "style"]
                            return try segments.flatMap { segment in
                                try second.home("/home?width=390&scale=3&user=u1&segment=\(segment)")
                                    .widgets.flatMap(\.items).compactMap(\.id)
                            }
                        }
                        // The second server caches the user.
                        let before = try items()
                        let product = try #require(before.first { $0.hasPrefix("product:") })
                        #expect(before.contains("banner:open-house"))
                        func report(_ type: String, _ item: String) throws {
                            let body = #"{"events": [{"type": "\#(type)", "item": "\#(item)"}]}"#
                            let answer = try first.request("POST", "/users/u1/events", body: body)
                            #expect(try answer.json["accepted"].int == 1)
                        }
                        try report("dismissed", product)
                        // The announcement arrives after the answer, and long before the cached user expires.
                        let dismissed = ContinuousClock.now
                        try Child.wait("the product to go") { try items().contains(product) ? nil : () }
                        #expect(dismissed.duration(to: .now) < .seconds(20))
                        try report("shown", "banner:open-house")
                        let start = ContinuousClock.now
                        try Child.wait("the banner to go") { try items().contains("banner:open-house") ? nil : () }
                        #expect(start.duration(to: .now) < .seconds(60))
                    }
                }
            }
        }

        /// Records searches of users, and opens some of the found items.
        private func simulateUsers(on server: RunningServer, _ random: inout SplitMix64) throws {
            for user in 0..<Self.users {
                let least = Int.random(in: 1...30, using: &random) * 1_000_000
                let searches = [
                    #"{"market":"toledo"}"#, #"{"market":"toledo","price":{"min":\#(least)}}"#,
                    #"{"types":["house"],"bedrooms":{"min":2,"max":4}}"#,
                    #"{"place":{"lat":41.65,"lon":-83.54,"radius":\#(least / 10_000)}}"#, "{}",
                ]
                let search = try #require(searches.randomElement(using: &random))
                let recorded = try server.request("POST", "/users/u\(user)/searches", body: search)
                try #require(recorded.status == 204, "\(recorded.text)")
                var items: [String] = []
                for widget in try server.home("/home?width=390&user=u\(user)&segment=\(segment(&random))").widgets {
                    items += widget.itemIDs.filter { $0.hasPrefix("listing:") || $0.hasPrefix("product:") }
                }
                let opened = items.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random))
                if opened.isEmpty { continue }
                let body = #"{"items":[\#(opened.map { "\"\($0)\"" }.joined(separator: ","))]}"#
                #expect(try server.request("POST", "/users/u\(user)/opened", body: body).status == 200)
            }
        }

        private func compare(_ servers: [RunningServer], _ random: inout SplitMix64) throws {
            // Servers serve while they learn at their start, and rank without it until then.
            for server in servers {
                try Child.wait("the events to be learned") {
                    String(decoding: server.child.output, as: UTF8.self).contains("Events learned") ? () : nil
                }
            }
            /// Pages that earlier documents link to.
            var pages: [String] = []
            var kinds: Set<String> = []
            for number in 0..<Self.requests {
                let continues = !pages.isEmpty && Int.random(in: 0..<3, using: &random) == 0
                let target =
                    continues
                    ? pages.remove(at: Int.random(in: 0..<pages.count, using: &random)) : home(&random)
                let answers = try servers.map { try $0.get(target) }
                for answer in answers.dropFirst() {
                    #expect(answer.status == answers[0].status, "\(number): \(target)")
                    let difference = answer.body == answers[0].body ? nil : try Self.difference(answer, answers[0])
                    #expect(difference == nil, "\(number): \(target)")
                    #expect(answer.fields["etag"] == answers[0].fields["etag"], "\(number): \(target)")
                }
                try #require(
                    answers[0].status == 200 && answers[0].fields["etag"] != nil,
                    "\(target): \(answers[0].text)"
                )
                let document = try answers[0].json
                for widget in continues ? [document] : document.widgets {
                    if let kind = widget["id"].string { kinds.insert(kind) }
                    if let next = widget["loadMore"]["href"].string { pages.append(next) }
                }
            }
            #expect(kinds.count > 5, "\(kinds)")
        }

        private static func difference(_ one: TestClient.Response, _ other: TestClient.Response) throws -> String {
            let widgets = try [one, other].map { try $0.json.widgets }
            return zip(widgets[0], widgets[1]).filter { $0 != $1 }.map { "\($0)\n\($1)" }.joined(separator: "\n")
        }

        private func home(_ random: inout SplitMix64) -> String {
            var target = "/home?width=\(Int.random(in: 320...1_100, using: &random))"
            func sometimes(_ text: @autoclosure () -> String) { if Bool.random(using: &random) { target += text() } }
            sometimes("&scale=\(["1", "2", "3"].randomElement(using: &random)!)")
            sometimes("&textScale=\(["0.85", "1.3", "2"].randomElement(using: &random)!)")
            sometimes("&user=u\(Int.random(in: 0...Self.users, using: &random))")
            let (latitude, longitude) = (
                Int.random(in: 4_150...4_180, using: &random), Int.random(in: 8_330...8_380, using: &random)
            )
            sometimes("&lat=\(Double(latitude) / 100)&lon=-\(Double(longitude) / 100)")
            sometimes("&segment=\(segment(&random))")
            return target
        }

        private func segment(_ random: inout SplitMix64) -> String { Bool.random(using: &random) ? "style" : "homes" }
    }
}
