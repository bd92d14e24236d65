import Foundation
import HTTPTestClient
import Testing

extension `The preview` {
    @Suite struct `A tool of the page` {
        private static let view = "document.querySelector('#view')"

        @Test func `compares two users, and marks what differs`() throws {
            try withPreview { preview in
                #expect(
                    try preview.server.request("POST", "/users/u2/searches", body: #"{"market": "toledo"}"#).status
                        == 204
                )
                try preview.open("devices=iphone&user=u1&compare=user&other=u2&lat=41.66&lon=-83.55")
                try preview.wait("the marks", until: "document.querySelector('.difference') !== null")
                let sides = "[...document.querySelectorAll('.phone')].map((phone) => phone.dataset.side)"
                #expect(try preview.value(sides).array.map(\.string) == ["u1", "u2"])
                func marks(_ side: String) throws -> [String] {
                    let marks = "document.querySelectorAll('[data-side=\(side)] .widget:has(.difference)')"
                    return try preview.value("[...\(marks)].map((each) => each.dataset.widget)").array.compactMap(
                        \.string
                    )
                }
                let homes = try ["u1", "u2"].map {
                    try preview.server.home(
                        "/home?width=393&scale=3&textScale=1&user=\($0)&locale=en-US&lat=41.66&lon=-83.55&platform=ios"
                    ).widgets
                }
                let differing = homes[0].filter { widget in
                    homes[1].first { $0.id == widget.id }?.items.map(\.id) != widget.items.map(\.id)
                }.compactMap(\.id)
                #expect(!differing.isEmpty && differing.count < homes[0].count)
                #expect(try Set(differing).isSubset(of: marks("u1")))
                let same = homes[0].compactMap(\.id).filter { !differing.contains($0) }
                #expect(try Set(same).isDisjoint(with: marks("u2")))
                // The same user twice differs in nothing.
                try preview.set("other", to: "u1")
                try preview.wait(
                    "the twins",
                    until: "document.querySelectorAll('[data-side=u1][data-revision]').length === 2"
                )
                try preview.wait("no marks", until: "document.querySelector('.difference') === null")
                #expect(
                    try preview.value("document.querySelector('.difference-note').textContent").string
                        == "No difference"
                )
            }
        }

        @Test func `shows what a user did, and what the home became of it`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&user=u1")
                try preview.browser.run("document.querySelector('#tab-user').click()")
                try preview.wait("nothing", until: "\(Self.view).textContent.includes('They have done nothing yet.')")
                let item = "document.querySelector('[data-widget=recommendations] .item')"
                let id = try #require(preview.value("\(item).dataset.item").string)
                try preview.browser.run("\(item).click()")
                try preview.wait("the event", until: "\(Self.view).querySelector('.timeline li p') !== null")
                let said = try preview.value("\(Self.view).querySelector('.timeline').textContent").string ?? ""
                #expect(said.contains("opened \(id)") || said.contains("opened") && said.contains(id))
                #expect(said.contains("→ recommendations: "))
            }
        }

        @Test func `lists the events as they are sent, and each as a command that sends it again`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&user=u1")
                try preview.browser.run("document.querySelector('#tab-events').click()")
                #expect(try preview.value("\(Self.view).textContent").string?.hasPrefix("No event yet") == true)
                let item = "document.querySelector('[data-widget=recommendations] .item')"
                try preview.browser.run("\(item).click()")
                try preview.wait("the event", until: "\(Self.view).querySelector('.state.loaded') !== null")
                let event = try JSON(
                    parsing: Data((preview.value("\(Self.view).querySelector('pre').textContent").string ?? "").utf8)
                )
                #expect(event["type"].string == "opened")
                #expect(
                    try preview.server.get("/users/u1").json["opened"].array.map(\.string) == [event["item"].string]
                )
                let command = try #require(preview.value("\(Self.view).querySelector('code').textContent").string)
                #expect(command.hasPrefix("curl 'http://127.0.0.1:\(preview.server.port)/users/u1/events' "))
                #expect(command.contains(#""type":"opened""#))
            }
        }

        @Test func `has an address that reproduces the page`() throws {
            try withPreview { preview in
                try preview.open("devices=se&user=u7&lat=41.66&lon=-83.55&textScale=1.35&dark=1&zoom=60")
                try preview.browser.run("document.querySelectorAll('.tabs button')[1].click()")
                try preview.wait("the segment", until: "location.search.includes('segment=style')")
                try preview.set("locale", to: "de")
                try preview.wait("the language", until: "document.querySelector('.body').lang === 'de'")
                let address = try #require(preview.value("location.search").string)
                let said = "document.querySelector('#phones').textContent"
                let before = (text: try preview.value(said).string, frames: try preview.frames())
                try preview.open(String(address.dropFirst()))
                try preview.wait(
                    "the same phones",
                    until: "document.querySelector('.phone').dataset.revision !== undefined"
                )
                #expect(try preview.value("location.search").string == address)
                #expect(try preview.value("document.body.className").string?.contains("dark") == true)
                #expect(try preview.value(said).string == before.text)
                #expect(try preview.frames() == before.frames)
            }
        }

        @Test func `writes the request as a command that gets the same home`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&user=o'neil&lat=41.66&lon=-83.55")
                try preview.browser.run("document.querySelector('#tab-timing').click()")
                let command = try #require(preview.value("\(Self.view).querySelector('code').textContent").string)
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = ["-c", command + " --silent --fail"]
                let output = Pipe()
                process.standardOutput = output
                try process.run()
                let home = try JSON(parsing: output.fileHandleForReading.readDataToEndOfFile())
                process.waitUntilExit()
                #expect(
                    try home["revision"].string
                        == preview.value("document.querySelector('.phone').dataset.revision").string
                )
            }
        }
    }
}
