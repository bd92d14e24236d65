import Bytes
import Testing

@testable import HomeFeed

@Suite struct `Cached tracking tokens` {
    @Test func `name the config, the segment, the widget and the arms`() throws {
        let table = TrackingTokenCache()
        for _ in 0..<2 {
            for number in 0..<3 {
                for segment in ["homes", "style"] {
                    for arms in [
                        [], [ExperimentArm(experiment: "e", arm: "a")], [ExperimentArm(experiment: "e", arm: "b")],
                    ] {
                        for (place, widget) in ["nearby", "brands"].enumerated() {
                            let config = Revision(rawValue: UInt64(number))
                            let tracking = Tracking(config: config, segment: segment, widget: widget, arms: arms)
                            let tokens = table.tokens(config: config, segment: segment, arms: arms)
                            #expect(tokens.token(of: widget, at: place).text == tracking.token)
                        }
                    }
                }
            }
        }
    }
}
