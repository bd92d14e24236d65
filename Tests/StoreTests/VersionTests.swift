import Catalogue
import Testing

@Suite struct `The versions of a store` {
    @Test(arguments: Engine.all) func `show another store's writes before long`(engine: Engine) async throws {
        let (store, place) = try engine.make()
        let other = try place.open()
        for round in 0..<3 {
            _ = try await other.upsert([item("i\(round)")])
            try await Task.sleep(for: StoreLimits.versionDelay)
            #expect(store.itemVersion == other.itemVersion)
            #expect(try await store.contents().version == store.itemVersion)
            let (items, users) = (store.itemVersion, store.userVersion(of: try user("u")))
            try await other.append([search("m\(round)")], by: user("u"), at: now)
            try await Task.sleep(for: StoreLimits.versionDelay)
            #expect(store.itemVersion == items)
            #expect(store.userVersion(of: try user("u")) != users)
        }
    }

    @Test(arguments: Engine.all) func `of a user stay where this store alone writes`(engine: Engine) async throws {
        let (store, _) = try engine.make()
        _ = try await store.upsert([item("a")])
        let before = store.userVersion(of: try user("u"))
        try await store.append([search("oslo"), opened("a")], by: user("u"), at: now)
        try await Task.sleep(for: StoreLimits.versionDelay)
        #expect(store.userVersion(of: try user("u")) == before)
        try await store.forget(user("u"))
        try await Task.sleep(for: StoreLimits.versionDelay)
        #expect(store.userVersion(of: try user("u")) == before)
    }

    @Test(arguments: Engine.all) func `and the signing key stay where the store is opened again`(
        engine: Engine
    ) async throws {
        let place = try engine.makePlace()
        let (version, key) = try await { () async throws in
            let store = try place.open()
            _ = try await store.upsert([item("a")])
            return (store.itemVersion, try await store.signingKey())
        }()
        #expect(key.count == StoreLimits.signingKeyLength && Set(key).count > 1)
        let store = try place.open()
        #expect(store.itemVersion == version && store.takesChanges)
        #expect(try await store.contents().version == version)
        #expect(try await store.signingKey() == key)
        #expect(try await engine.make().store.signingKey() != key)
    }
}
