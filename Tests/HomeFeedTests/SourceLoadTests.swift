import HomeFeed
import Recommendations
import Testing

@Suite struct `The loads of a home` {
    @Test func `are noted for the user and each source, in order`() async throws {
        let world = try World(
            config(
                #"{"id": "a", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}}"#,
                #"""
                {"id": "b", "layout": "HomeWidgetGrid", "source": {"kind": "composed", "parts": [
                    {"source": {"kind": "items", "of": "product"}}, {"source": {"kind": "brands"}}]}}
                """#
            )
        )
        _ = try await world.home(for: "u1", at: .town)
        #expect(world.loads.map(\.source) == ["user", "nearby", "items", "brands"])
        #expect(world.loads.map(\.widget) == [nil, "a", "b", "b"])
        #expect(world.loads.allSatisfy { $0.duration > .zero && $0.failure == nil })
        #expect(world.loads.allSatisfy { SourceLoad.sources.contains($0.source) })
    }

    @Test func `include failures, and continue with the next widget`() async throws {
        let world = try World(
            config(
                #"{"id": "a", "layout": "HomeWidgetGrid", "source": {"kind": "recommendations"}}"#,
                #"{"id": "b", "layout": "HomeWidgetGrid", "source": {"kind": "brands"}}"#
            ),
            recommendations: ScriptedRecommendations(.fails(.timedOut))
        )
        _ = try await world.home(at: .town)
        #expect(world.loads.map { $0.failure == nil } == [false, true])
    }

    @Test func `are noted for homes without waiting, too`() async throws {
        let world = try FullHome.embedded()
        _ = try await world.home(FullHome.request())
        var noted: [SourceLoad] = []
        let home = try world.feed.immediateHome(for: FullHome.request(), in: world.snapshot) { noted.append($0) }
        #expect(home != nil && noted.map(\.source) == world.loads.map(\.source))
        #expect(noted.map(\.widget) == world.loads.map(\.widget) && noted.map(\.state) == world.loads.map(\.state))
    }
}
