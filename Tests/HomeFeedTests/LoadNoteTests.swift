import HomeFeed
import Testing

@Suite struct `What a home took` {
    @Test func `is noted for the user and each source, in the order of the loads`() async throws {
        let world = try await World(
            config(
                #"{"id": "a", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}}"#,
                #"""
                {"id": "b", "layout": "HomeWidgetGrid", "source": {"kind": "composed", "parts": [
                    {"source": {"kind": "products"}}, {"source": {"kind": "brands"}}]}}
                """#
            )
        )
        _ = try await world.home(for: "u1", at: .town)
        #expect(world.loads.map(\.source) == ["user", "nearby", "products", "brands"])
        #expect(world.loads.map(\.widget) == [nil, "a", "b", "b"])
        #expect(world.loads.allSatisfy { $0.nanoseconds > 0 && $0.failure == nil })
        #expect(world.loads.allSatisfy { SourceLoad.sources.contains($0.source) })
    }

    @Test func `ends with what failed, and goes on with the next widget`() async throws {
        let world = try await World(
            config(
                #"{"id": "a", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}}"#,
                #"{"id": "b", "layout": "HomeWidgetGrid", "source": {"kind": "brands"}}"#
            )
        )
        world.store.fail(.nearby)
        _ = try await world.home(at: .town)
        #expect(world.loads.map { $0.failure == nil } == [false, true])
    }
}
