import Synchronization
import Testing

@testable import Catalogue
@testable import Recommendations

/// Guards when an updater reads and writes checkpoints, and when it learns everything again.
@Suite(.timeLimit(.minutes(3))) struct `An updater with checkpoints` {
    private let store = LogStore()
    private let reports = UpdaterReports()

    private func makeUpdater(
        pauses: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(9))
    ) -> InteractionUpdater {
        InteractionUpdater(of: store, checkpointStep: 500, pauses: pauses) { [reports] in reports.append($0) }
    }

    /// Runs an updater while `body` runs.
    private func running(_ updater: InteractionUpdater, _ body: () async throws -> Void) async throws {
        let task = Task { await updater.run() }
        try await body()
        task.cancel()
        await task.value
    }

    private func wait(until condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    private func model(_ updater: InteractionUpdater) -> [UInt8] {
        updater.index(of: SampleCatalogue([]).snapshot).model.bytes
    }

    /// The model of the events that are in the log now.
    private var expected: [UInt8] {
        var learner = InteractionLearner()
        learner.history = []
        for event in store.look(\.events) { learner.learn(event) }
        return learner.published.bytes
    }

    private var openings: Int { store.look(\.events).count { !$0.action.isForgotten } }

    private func isWritten(_ position: Int64) -> Bool { store.look { $0.checkpoint?.position == position } }

    // MARK: Reading and writing

    @Test func `continues with the checkpoint, and reads only the events behind it`() async throws {
        store.append(700, seed: 1)
        try await running(makeUpdater()) { try await wait { isWritten(700) } }
        #expect(reports.all == ["learned 700", "written"])
        store.append(100, seed: 2)
        store.change { $0.reads = [] }
        let updater = makeUpdater()
        await updater.catchUp()
        #expect(reports.all.suffix(2) == ["restored 700", "learned 800"])
        #expect(store.look(\.reads) == [700])
        #expect(model(updater) == expected)
        // An updater that only catches up writes nothing.
        #expect(store.look(\.writes) == 1)
    }

    @Test func `writes a checkpoint after each step`() async throws {
        store.append(10, seed: 1)
        try await running(makeUpdater()) {
            try await wait { isWritten(10) }
            store.append(499, seed: 2)
            try await Task.sleep(for: .milliseconds(700))
            #expect(store.look(\.writes) == 1)
            store.append(1, seed: 3)
            try await wait { isWritten(510) }
        }
        #expect(store.look(\.writes) == 2)
    }

    @Test func `writes none to a store that accepts no writes, and tries seldom after an error`() async throws {
        store.append(10, seed: 1)
        store.change { $0.acceptsWrites = false }
        let updater = makeUpdater()
        try await running(updater) {
            try await wait { updater.position > 0 }
            try await Task.sleep(for: .milliseconds(600))
            #expect(store.look(\.writes) == 0)
            store.change { state in
                state.acceptsWrites = true
                state.failure = .busy
            }
            try await wait { store.look(\.writes) == 1 }
            try await Task.sleep(for: .milliseconds(600))
        }
        #expect(store.look(\.writes) == 1)
        #expect(reports.all == ["learned 10", "writeCheckpoint failed: busy"])
    }

    @Test func `learns all events if the checkpoint cannot be used, and replaces it`() async throws {
        store.append(10, seed: 1)
        store.change { $0.checkpoint = LearningCheckpoint(position: 9, bytes: [0, 1, 2]) }
        let updater = makeUpdater()
        try await running(updater) { try await wait { isWritten(10) } }
        #expect(model(updater) == expected)
        let ignored = "ignored: another version of Hearth wrote it (format 0)"
        #expect(reports.all == [ignored, ignored, "learned 10", "written"])
    }

    @Test func `waits for a store that fails`() async throws {
        store.append(10, seed: 1)
        store.change { $0.failure = .busy }
        let updater = makeUpdater()
        try await running(updater) {
            try await wait { reports.all == ["readCheckpoint failed: busy"] }
            store.change { $0.failure = nil }
            try await wait { isWritten(10) }
        }
        #expect(model(updater) == expected)
    }

    @Test func `continues with the checkpoint of a faster process`() async throws {
        store.append(900, seed: 1)
        try await running(makeUpdater()) { try await wait { isWritten(900) } }
        let (first, fast) = store.look { ($0.events, $0.checkpoint) }
        // Old events are deleted, and the other process writes its checkpoint while this one learns.
        store.change { state in
            state.checkpoint = nil
            state.events.removeFirst(300)
            state.beforeRead = { $0.checkpoint = fast }
        }
        store.append(50, seed: 2)
        let updater = makeUpdater()
        await updater.catchUp()
        #expect(reports.all.suffix(2) == ["restored 900", "learned 950"])
        var learner = InteractionLearner()
        for event in first + store.look({ $0.events.suffix(50) }) { learner.learn(event) }
        #expect(model(updater) == learner.published.bytes)
    }

    // MARK: Learning again

    @Test func `learns again without a user who was forgotten`() async throws {
        store.append(300, seed: 1)
        let updater = makeUpdater()
        try await running(updater) {
            try await wait { isWritten(300) }
            let before = model(updater)
            store.change { $0.forget("u1") }
            try await wait { isWritten(301) }
            #expect(model(updater) == expected && model(updater) != before)
            // Others learn the same.
            let other = makeUpdater()
            await other.catchUp()
            #expect(model(other) == expected)
        }
        #expect(
            reports.all == [
                "learned 300", "written", "restarted: user_forgotten", "learned \(openings)", "written",
                "restored \(openings)", "learned \(openings)",
            ]
        )
    }

    @Test func `learns on after a user was forgotten, until it is time to learn again`() async throws {
        store.append(300, seed: 1)
        let updater = makeUpdater(pauses: .seconds(1 << 20)...(.seconds(1 << 20)))
        try await running(updater) {
            try await wait { isWritten(300) }
            store.change { $0.forget("u1") }
            store.append(700, seed: 2)
            try await wait { updater.position > 1_000 - 20 }
        }
        // The checkpoint stays, so that a restart continues with the model; and has nothing of later events.
        #expect(isWritten(300))
        let other = makeUpdater()
        await other.catchUp()
        #expect(model(other) == model(updater))
        #expect(reports.all == ["learned 300", "written", "restored 300", "learned 1000"])
        // After the restart it is learned again.
        try await running(makeUpdater()) { try await wait { isWritten(1_001) } }
    }

    @Test func `does not learn again after a user was forgotten who opened nothing`() async throws {
        store.append(300, seed: 1)
        try await running(makeUpdater()) {
            try await wait { isWritten(300) }
            store.change { $0.forget("u99") }
            store.append(500, seed: 2)
            try await wait { isWritten(801) }
        }
        #expect(reports.all == ["learned 300", "written", "written"])
    }

    @Test func `continues with the checkpoint of a process that has learned again`() async throws {
        store.append(300, seed: 1)
        let pause = Duration.seconds(3)
        let updater = makeUpdater(pauses: pause...pause)
        let start = ContinuousClock.now
        try await running(updater) {
            try await wait { isWritten(300) }
            store.change { $0.forget("u1") }
            try await running(makeUpdater()) { try await wait { isWritten(301) } }
            let isFaster = ContinuousClock.now - start < pause
            try await wait { updater.position == 301 && model(updater) == expected }
            // On a busy machine the other process may come too late: then both learn everything.
            if isFaster { #expect(reports.all.contains("restored \(openings)")) }
        }
    }

    @Test func `learns from the rest once if users were forgotten before it began`() async throws {
        store.append(300, seed: 1)
        store.change { state in
            state.forget("u1")
            state.forget("u2")
            state.open("1", "u3")
            state.forget("u4")
        }
        let updater = makeUpdater()
        try await running(updater) { try await wait { isWritten(304) } }
        #expect(model(updater) == expected)
        #expect(reports.all == ["learned \(openings)", "written"])
    }

    @Test func `keeps the last model until it has learned again`() async throws {
        store.append(300, seed: 1)
        let updater = makeUpdater()
        try await running(updater) {
            try await wait { isWritten(300) }
            let before = model(updater)
            store.change { state in
                state.forget("u1")
                state.failure = .busy
            }
            try await wait { reports.all.last == "readCheckpoint failed: busy" }
            #expect(model(updater) == before)
            store.change { $0.failure = nil }
            store.append(400, seed: 2)
            try await wait { isWritten(701) }
            #expect(model(updater) == expected)
        }
    }

    /// Calls `body` once before the read that follows a read of the first events.
    private static func atSecondReadOfRun(
        _ body: @escaping @Sendable (inout LogStore.State) -> Void
    ) -> @Sendable (inout LogStore.State) -> Void {
        { state in
            if state.reads.last == 0 {
                body(&state)
            } else {
                state.beforeRead = atSecondReadOfRun(body)
            }
        }
    }

    @Test func `takes back what it has learned from users who are forgotten in a run`() async throws {
        store.change { state in
            // Only these users open these items. A read has the first 2,000 events.
            for user in ["x", "y", "z"] { for item in ["x1", "x2"] { state.open(item, user, at: 10_800_000) } }
        }
        store.append(3_000, seed: 2)
        let updater = makeUpdater()
        try await running(updater) {
            try await wait { isWritten(3_006) }
            store.change { state in
                state.forget("x")
                // At the run's second read: it has learned from the user then.
                state.beforeRead = Self.atSecondReadOfRun { state in
                    state.forget("y")
                    state.open("x1", "u2", at: 10_836_000)
                }
            }
            try await wait { isWritten(3_009) }
            let found = updater.index(of: SampleCatalogue([]).snapshot).model
            #expect(abs((found.openings(of: "x1") ?? 0) - 2) < 0.05 && abs((found.openings(of: "x2") ?? 0) - 1) < 0.05)
            // One run was enough.
            #expect(reports.all.count { $0 == "restarted: user_forgotten" } == 1)
            store.change { $0.forget("z") }
            try await wait { isWritten(3_010) }
            #expect(model(updater) == expected)
        }
    }

    @Test func `begins with the checkpoint again if the store has another history`() async throws {
        store.append(300, seed: 1)
        let updater = makeUpdater()
        try await running(updater) {
            try await wait { isWritten(300) }
            store.append(100, seed: 2)
            try await wait { updater.position > 300 }
            // The last events are lost.
            store.change { state in
                state.history = 2
                state.events.removeLast(100)
                state.lastPosition = 1 << 40
            }
            store.append(60, seed: 3)
            try await wait { updater.position > 1 << 40 }
            #expect(model(updater) == expected)
        }
        #expect(reports.all == ["learned 300", "written", "restarted: new_history", "restored 300", "learned 360"])
    }
}
