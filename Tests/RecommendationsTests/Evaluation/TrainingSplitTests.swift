import Testing

@testable import Catalogue
@testable import Recommendations

/// Guards which openings are for training, and which for the test.
@Suite struct `A split of openings` {
    private func split(
        _ sample: SampleLog,
        _ method: SplitMethod,
        users: Int = 100,
        seed: UInt64 = 1
    ) -> (training: [String], tests: [String]) {
        let split = TrainingSplit(sample.log, by: method, users: users, minimumHistory: 5, seed: seed)
        let tests = split.tests.map { test in
            "\(test.history.user.rawValue): " + sample.ids(test.history.items).joined() + " > "
                + sample.ids(test.targets).sorted().joined()
        }
        return (sample.text(split.training.openings), tests.sorted())
    }

    @Test func `leaves out the last items of users with five others`() {
        let sample = SampleLog("abcdefg", ["u1": "abcdef", "u2": "fedcb", "u3": "gfedcba"])
        let one = split(sample, .leaveOut(1))
        #expect(one.training == ["u1: abcde", "u2: fedcb", "u3: gfedcb"])
        #expect(one.tests == ["u1: edcba > f", "u3: bcdefg > a"])
        let two = split(sample, .leaveOut(2))
        #expect(two.training == ["u1: abcdef", "u2: fedcb", "u3: gfedc"])
        #expect(two.tests == ["u3: cdefg > ab"])
    }

    @Test func `counts the first opening of an item only`() {
        let sample = SampleLog("abcdef", ["u1": "aabcdaefab", "u2": "abcdea"])
        let found = split(sample, .leaveOut(1))
        #expect(found.training == ["u1: abcde", "u2: abcde"])
        #expect(found.tests == ["u1: edcba > f"])
    }

    @Test func `orders openings by time, and those of one second as in the log`() {
        var sample = SampleLog("abcdef", [:])
        for (id, time) in [("f", 9), ("c", 2), ("a", 1), ("b", 1), ("e", 3), ("d", 3)] as [(String, Instant)] {
            sample.open(id, "u1", at: time)
        }
        #expect(split(sample, .leaveOut(1)).training == ["u1: abced"])
    }

    @Test func `chooses test users by the seed, and trains on all openings of the others`() {
        let sample = SampleLog("abcdef", ["u1": "abcdef", "u2": "abcdef", "u3": "abcdef", "u4": "abcdef"])
        let found = split(sample, .leaveOut(1), users: 2)
        #expect(found.tests.count == 2)
        #expect(found.training.count { $0.hasSuffix(": abcdef") } == 2)
        #expect(found.training.count { $0.hasSuffix(": abcde") } == 2)
        #expect(split(sample, .leaveOut(1), users: 2) == found)
        let others = (2...60).map { split(sample, .leaveOut(1), users: 2, seed: $0).tests }
        #expect(Set(others).count == 6)
    }

    @Test func `has no targets that are no longer available`() {
        var products = "abcde".map { CatalogueItem.product("\($0)") }
        products.append(.product("f") { $0.status = .sold })
        products.append(.product("g") { $0.expiresAt = 1_000 })
        products.append(.product("h") { $0.expiresAt = 1_001 })
        let sample = SampleLog(products, ["u1": "abcdef", "u2": "abcdeg", "u3": "abcdeh", "u4": "fabcdgh"])
        #expect(split(sample, .leaveOut(1)).tests == ["u3: edcba > h", "u4: gdcbaf > h"])
        #expect(split(sample, .leaveOut(2)).tests == ["u4: dcbaf > h"])
    }

    @Test func `by time trains on the openings up to the 80 percent quantile, of all users`() {
        // The openings are at 1…9; u1 opens the last two, one of them again. The quantile is the eighth of ten.
        var sample = SampleLog("abcdefg", ["u1": "abcde", "u2": "abc"])
        sample.open("f", "u1", at: 9)
        sample.open("a", "u1", at: 10)
        sample.open("d", "u2", at: 10)
        let found = split(sample, .time)
        #expect(found.training == ["u1: abcde", "u2: abc"])
        #expect(found.tests == ["u1: edcba > f"])
    }

    @Test func `by time trains on all openings of the second of the quantile`() {
        var sample = SampleLog("abcdef", ["u1": "abcde", "u2": "ab"])
        for user in ["u2", "u1"] { sample.open("f", user, at: 8) }
        sample.open("c", "u2", at: 8)
        #expect(split(sample, .time).training == ["u1: abcdef", "u2: abfc"])
        #expect(split(sample, .time).tests.isEmpty)
    }

    @Test func `ignores and counts openings of other kinds and of unknown items`() {
        var sample = SampleLog("a", ["u1": "a"])
        sample.open("a", "u1", at: 5, kind: "listing")
        sample.open("z", "u1", at: 6)
        sample.open("y", "u1", at: 6)
        #expect(sample.log.counts.read == 4)
        #expect(sample.log.counts.otherKinds == 1)
        #expect(sample.log.counts.unknownItems == 2)
        #expect(sample.text(sample.log.firstOpenings()) == ["u1: a"])
    }

    @Test(arguments: [1, 2, 3, 100])
    func `reads all openings of a store, page by page`(pageSize: Int) async throws {
        let products = "abc".map { CatalogueItem.product("\($0)") }
        let store = try await makeStore(products)
        let user = try #require(UserID("u1"))
        for (index, product) in products.enumerated() {
            let search = UserAction.searched(UserSearch(kind: "product", filter: ItemFilter(market: "m\(index)")))
            try await store.append([search, .opened(product.id)], by: user, at: Instant(seconds: index))
        }
        let sample = SampleLog(products)
        var log = OpeningLog(of: sample.items)
        try await log.append(eventsOf: store, pageSize: pageSize)
        #expect(sample.ids(log.firstOpenings().map(\.item)) == ["a", "b", "c"])
        #expect(log.firstOpenings().map(\.at) == [0, 1, 2])
        #expect(log.counts.read == 3)
    }
}
