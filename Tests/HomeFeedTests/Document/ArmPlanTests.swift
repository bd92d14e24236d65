import Bytes
import Catalogue
import HomeLayout
import Localization
import Testing

@testable import HomeFeed

@Suite struct `The tokens of a segment's plan` {
    @Test func `name the config, the segment, the widget and the arms, and are made once`() throws {
        let widgets = ["nearby", "brands"].map {
            #"{"id": "\#($0)", "layout": "HomeWidgetGrid", "source": {"kind": "items"}}"#
        }
        let config = try World(HomeFeedTests.config(widgets)).config
        let client = ClientForm(device: Device(width: 390), layouts: nil)
        let localizer = SupportedLanguages.english.defaultLocalizer
        let plan = SegmentPlan(config, config.segments[0], localizer, client)
        for arms in [[], [EventOrigin.Arm(experiment: "e", arm: "a")], [EventOrigin.Arm(experiment: "e", arm: "b")]] {
            let tokens = plan.armPlan(for: arms).tokens
            for (token, widget) in zip(tokens, ["nearby", "brands"]) {
                let origin = EventOrigin(widget: WidgetID(segment: "homes", widget: widget), arms: arms)
                let tracking = Tracking(config: config.revision, origin: origin)
                #expect(String(decoding: token.member, as: UTF8.self) == #"","tracking":"\#(tracking.token)"#)
            }
            #expect(tokens.count == 2 && plan.armPlan(for: arms) === plan.armPlan(for: arms))
        }
    }
}
