import Catalogue
import Testing

/// Guards the checkpoint of what was learned: whole and the latest.
@Suite struct `The checkpoint of a store` {
    /// A checkpoint of `count` bytes that depend on the position.
    private func checkpoint(_ position: Int64, _ count: Int = 9) -> LearningCheckpoint {
        LearningCheckpoint(
            position: position,
            bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ Int(position)) }
        )
    }

    @Test(arguments: Engine.all) func `is the latest one that was written`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        #expect(try await store.checkpoint() == nil)
        let history = store.itemVersion.history
        for position in [1, 2, 700] as [Int64] {
            #expect(try await store.replaceCheckpoint(with: checkpoint(position), in: history))
            #expect(try await store.checkpoint() == checkpoint(position))
            #expect(try await place.open().checkpoint() == checkpoint(position))
        }
    }

    @Test(arguments: Engine.all, [0, 1, 1 << 20, 1 << 20 + 1, 5 << 20 / 2])
    func `has any size, and no large row`(engine: Engine, count: Int) async throws {
        let (store, place) = try engine.make()
        let history = store.itemVersion.history
        for position in [1, 2] as [Int64] {
            #expect(try await store.replaceCheckpoint(with: checkpoint(position, count), in: history))
        }
        #expect(try await place.open().checkpoint() == checkpoint(2, count))
        // The database checks it: a row that is too large violates the constraint.
        try place.execute(
            """
            CREATE TABLE row_check (size bigint CHECK (size <= \(1 << 20)));
            INSERT INTO row_check SELECT length(packed) FROM checkpoint;
            """
        )
    }

    @Test(arguments: Engine.all) func `is replaced by later ones of the same history only`(
        engine: Engine
    ) async throws {
        let (store, place) = try engine.make()
        let history = store.itemVersion.history
        #expect(try await !store.replaceCheckpoint(with: checkpoint(5), in: history &+ 1))
        #expect(try await store.checkpoint() == nil)
        #expect(try await store.replaceCheckpoint(with: checkpoint(5), in: history))
        for position in [1, 4, 5] as [Int64] {
            #expect(try await !place.open().replaceCheckpoint(with: checkpoint(position, 3), in: history))
        }
        #expect(try await !store.replaceCheckpoint(with: checkpoint(6), in: history &+ 1))
        #expect(try await store.checkpoint() == checkpoint(5))
    }

    @Test(arguments: Engine.all) func `stays and is replaced although users are forgotten`(engine: Engine) async throws
    {
        let (store, place) = try engine.make()
        let history = store.itemVersion.history
        try await store.append([search("a")], by: user("u"), at: now)
        let first = try await store.lastPosition()
        #expect(try await store.replaceCheckpoint(with: checkpoint(first), in: history))
        try await store.append([search("b")], by: user("v"), at: now)
        let second = try await store.lastPosition()
        try await place.open().forget(user("u"))
        #expect(try await store.checkpoint() == checkpoint(first))
        #expect(try await store.lastPosition() > second)
        // Learned before the user was forgotten.
        #expect(try await store.replaceCheckpoint(with: checkpoint(second), in: history))
        #expect(try await place.open().checkpoint() == checkpoint(second))
    }

    @Test(arguments: Engine.all) func `is whole while several stores write it`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let stores = [store, try place.open()]
        let history = store.itemVersion.history
        let last: Int64 = 24
        try await withThrowingTaskGroup { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    // Some positions are written by both.
                    for position in 1...last where position % 3 != number {
                        _ = try await store.replaceCheckpoint(with: checkpoint(position, 1 << 20 + 7), in: history)
                    }
                }
            }
            group.addTask {
                var position: Int64 = 0
                while position < last, !Task.isCancelled {
                    guard let found = try await stores[0].checkpoint() else { continue }
                    #expect(found == checkpoint(found.position, 1 << 20 + 7) && found.position >= position)
                    position = found.position
                }
            }
            try await group.waitForAll()
        }
    }
}
