import Foundation
import HTTPTestClient
import Testing

extension `The preview` {
    /// Guards widgets of the preview in the states deferred, error and stale.
    @Suite struct `A widget that is not loaded` {
        private static let widget = "document.querySelector('[data-widget=recommendations]')"
        private static let state = "\(widget).dataset.state"

        /// The page of a server with a recommendation service, whose answers expire quickly.
        private static func withService(
            _ mode: ScriptedGorse.Mode,
            maxStale seconds: Int = 0,
            _ body: (Preview, ScriptedGorse) throws -> Void
        ) throws {
            let service = try ScriptedGorse()
            defer { service.stop() }
            try service.setMode(mode)
            let recommender = """
                "recommender": {
                    "timeout": 30000,
                    "cacheLifetime": 1,
                    "circuitBreaker": { "backoff": 100, "maxBackoff": 200 },
                    "helper": { "maxBackoff": 100 }
                }
                """
            func config(_ fixture: String) throws -> String {
                let policy = #/"deadline": 60000,\s*"maxStale": 600,\s*"fallbacks": \[[^\]]*\]/#
                #expect(fixture.contains(policy))
                return fixture.replacing(policy, with: #""maxStale": \#(seconds)"#).adding(recommender)
            }
            try withPreview(environment: ["HEARTH_RECOMMENDER": service.address], config: config) {
                try body($0, service)
            }
        }

        @Test func `is retried by its cell, and moves those below it when it has its items`() throws {
            try Self.withService(.garbage) { preview, service in
                try preview.open("devices=iphone&lat=41.66&lon=-83.57")
                #expect(try preview.value(Self.state).string == "error")
                let others = "[...document.querySelectorAll('.widget:not([data-widget=recommendations])')]"
                try preview.browser.run(
                    """
                    // Positions are compared below.
                    window.look = (widget) => widget.outerHTML.replace(/ style="[^"]*"/g, "");
                    window.others = \(others);
                    window.looks = others.map(look);
                    """
                )
                let before = try preview.frames()
                try service.setMode(.healthy)
                let again = "\(Self.widget).querySelector('.item[data-kind=error]')"
                #expect(try preview.value("\(again).querySelector('.further').textContent").string == "Try again")
                // The circuit breaker may stay open for a while.
                try Child.wait("the widget") {
                    guard try preview.value(Self.state).string == "error" else { return () }
                    try preview.browser.run("const again = \(again); again?.focus(); again?.click()")
                    return nil
                }
                #expect(try preview.value(Self.state).string == "loaded")
                #expect(try preview.value("\(Self.widget).querySelectorAll('.item').length").int == 4)
                let isKept = "\(others).every((each, index) => each === others[index] && look(each) === looks[index])"
                #expect(try preview.value("looks.length > 3 && \(isKept)").bool == true)
                let after = try preview.frames()
                let (old, new) = (try #require(before["height"].double), try #require(after["height"].double))
                #expect(new > old + 500)
                let widgets = Array(zip(after["widgets"].array, before["widgets"].array))
                let index = try #require(widgets.firstIndex { $0.0.id == "recommendations" })
                for (after, before) in widgets[..<index] { #expect(after == before) }
                for (after, before) in widgets[(index + 1)...] where !after["header"].isMissing {
                    let (top, former) = (try PreviewFrame(after["header"]).y, try PreviewFrame(before["header"]).y)
                    #expect(abs(top - former - (new - old)) < 0.01)
                }
                // The focus moves from the button to the widget.
                let focused = "document.activeElement === \(Self.widget).querySelector('.item')"
                #expect(try preview.value(focused).bool == true)
            }
        }

        /// Repeats the request until the widget has this state: the server needs a moment to notice the service's
        /// state.
        private static func ask(_ preview: Preview, until state: String) throws {
            try Child.wait("a widget that is \(state)") {
                if try preview.document().widget("recommendations")["state"].string == state { return () }
                try preview.requestAgain()
                return nil
            }
        }

        @Test func `appears by itself if it was only late`() throws {
            try Self.withService(.healthy) { preview, service in
                try preview.open("devices=iphone")
                try Self.ask(preview, until: "loaded")
                try service.setMode(.slow)
                try preview.set("budget", to: "100")
                try Self.ask(preview, until: "deferred")
                try preview.wait("the widget", until: "\(Self.state) === 'loaded'")
                #expect(try preview.value("\(Self.widget).querySelectorAll('.item').length").int == 4)
            }
        }

        @Test func `is marked if its content is stale`() throws {
            try Self.withService(.healthy, maxStale: 600) { preview, service in
                try preview.open("devices=iphone")
                try Self.ask(preview, until: "loaded")
                #expect(try preview.value("\(Self.widget).querySelector('.age')").isMissing)
                try service.setMode(.stopped)
                try Self.ask(preview, until: "stale")
                let age = try preview.value("\(Self.widget).querySelector('.header .age').textContent").string ?? ""
                #expect(age.contains(/^\d+ (sec\.|min\.) ago$/))
                #expect(try preview.value("\(Self.widget).ariaLabel").string == "Picked for you, \(age)")
            }
        }
    }
}
