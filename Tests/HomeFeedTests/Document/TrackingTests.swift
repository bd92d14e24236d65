import Bytes
import Catalogue
import Foundation
import SeededRandom
import Testing

@testable import HomeFeed
@testable import HomeLayout

@Suite struct `A tracking token` {
    @Test(arguments: [
        (
            Tracking(
                config: Revision(rawValue: 0x0123_4567_89ab_cdef),
                origin: EventOrigin(widget: WidgetID(segment: "homes", widget: "nearby"))
            ),
            "AQEjRWeJq83vBWhvbWVzBm5lYXJieQ"
        ),
        (
            Tracking(
                config: Revision(rawValue: .max),
                origin: EventOrigin(
                    widget: WidgetID(segment: "s", widget: "w"),
                    arms: [EventOrigin.Arm(experiment: "map-first", arm: "map")],
                    rank: 12
                ),
                source: "recommendations"
            ),
            "Af__________AXMBdwltYXAtZmlyc3QDbWFw.12.recommendations"
        ),
        (
            Tracking(
                config: Revision(rawValue: 0),
                origin: EventOrigin(widget: WidgetID(segment: "s", widget: "w"), rank: 0)
            ),
            "AQAAAAAAAAAAAXMBdw.0"
        ),
    ])
    func `never changes between versions of the program`(tracking: Tracking, token: String) throws {
        #expect(tracking.token == token)
        #expect(Tracking(token: token) == tracking)
    }

    @Test func `decodes what it encodes`() throws {
        var random = SplitMix64(seed: 2_026)
        func text(_ longest: Int) -> String {
            let characters = (0x21...0x7e).compactMap(UnicodeScalar.init).map(Character.init)
            return String(
                (0..<Int.random(in: 0...longest, using: &random)).map { _ in
                    characters.randomElement(using: &random)!
                }
            )
        }
        for _ in 0..<500 {
            var origin = EventOrigin(widget: WidgetID(segment: text(255), widget: text(255)))
            origin.arms = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                EventOrigin.Arm(experiment: text(40), arm: text(40))
            }
            origin.rank = Bool.random(using: &random) ? nil : .random(in: 0...5_000, using: &random)
            let source = origin.rank == nil || Bool.random(using: &random) ? nil : "lastSearch"
            let tracking = Tracking(config: Revision(rawValue: random.next()), origin: origin, source: source)
            #expect(Tracking(token: tracking.token) == tracking)
            #expect(tracking.token.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test(arguments: [
        "", ".", "A", "AQ", "AQEjRWeJq83v", "AQEjRWeJq83vBWhvbWVz", "AQEjRWeJq83vBWhvbWVzBm5lYXJie",
        "AQEjRWeJq83vBWhvbWVzBm5lYXJieQ=", "AQEjRWeJq83vBWhvbWVzBm5lYXJieQ.", "AQEjRWeJq83vBWhvbWVzBm5lYXJieQ.x",
        "AQEjRWeJq83vBWhvbWVzBm5lYXJieQ.01", "AQEjRWeJq83vBWhvbWVzBm5lYXJieQ.+1", "AQEjRWeJq83vBWhvbWVzBm5lYXJieQA",
        "AQEjRWeJq83vBWhvbWVzBm5lYXJieR", "AQEjRWeJq83vBWhvbWVzBm5lYXJieQ.1.\u{1b}[2J", "AQEjRWeJq83vARsBdw",
        "AQEjRWeJq83vBWhvbWVzBm5lYXJieQ.-1", "nonsense", "é",
        // Of another version.
        "AgEjRWeJq83vBWhvbWVzBm5lYXJieQ",
    ])
    func `is rejected unless the program wrote it`(token: String) {
        #expect(Tracking(token: token) == nil)
    }

    @Test func `of random bytes is rejected or encodes to itself`() {
        var random = SplitMix64(seed: 64)
        for _ in 0..<2_000 {
            let bytes =
                [1]
                + (0..<Int.random(in: 0...60, using: &random)).map { _ in
                    UInt8.random(in: Bool.random(using: &random) ? 0...3 : 0x20...0x7f, using: &random)
                }
            let token = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
            if let tracking = Tracking(token: token) { #expect(tracking.token == token) }
        }
    }

    @Test func `is on each widget and each item of a home`() async throws {
        let experiments = #""experiments": [{"id": "e", "arms": [{"id": "a", "percent": 100}]}], "segments""#
        let gate = #""when": {"experiment": "e", "arm": "a"}, "layout": "HomeWidgetBrand""#
        let config = FullHome.config.replacing(#""segments""#, with: experiments)
            .replacing(#""layout": "HomeWidgetBrand""#, with: gate)
        let home = try await FullHome.embedded(config: config).home(FullHome.request())
        #expect(home.homeWidgets.count == 6)
        for widget in home.homeWidgets {
            let tracking = try #require(Tracking(token: widget.tracking))
            let arm = EventOrigin.Arm(experiment: "e", arm: "a")
            #expect(
                tracking.origin == EventOrigin(widget: WidgetID(segment: "homes", widget: widget.id), arms: [arm])
            )
            let sources = ["last-search": "lastSearch", "products": "items", "how": "infoCard"]
            for (rank, item) in widget.items.enumerated() {
                var expected = tracking
                let source = item.id == "loadMore:more" ? "loadMore" : sources[widget.id] ?? widget.id
                (expected.origin.rank, expected.source) = (rank, source)
                #expect(Tracking(token: item.tracking) == expected)
            }
        }
    }
}
