import SeededRandom
import Testing

@testable import Catalogue
@testable import Recommendations

/// Users with one of two tastes, for different items. Within a taste, some items are more popular.
private func usersOfTwoTastes(weights: RecommendationWeights = RecommendationWeights()) -> SampleLog {
    var generator = SplitMix64(seed: 7)
    let ids = (0..<80).map { "p\($0)" }
    var sample = SampleLog(ids.map { .product($0) }, weights: weights)
    for user in 0..<200 {
        for time in 0..<12 {
            let share = Double.random(in: 0..<1, using: &generator)
            let index = user % 2 * 40 + Int(40 * share * share)
            sample.open(ids[index], "u\(user)", at: Instant(seconds: time * 200 + user))
        }
    }
    return sample
}

/// Guards that evaluations tell good algorithms from bad ones, reproducibly.
@Suite struct `An evaluation` {
    private func report(
        _ sample: SampleLog,
        _ method: SplitMethod = .leaveOut(3),
        users: Int = 1_000,
        minimumHistory: Int = 5,
        seed: UInt64 = 1
    ) async throws -> EvaluationReport {
        try await evaluation(sample, method, users: users, minimumHistory: minimumHistory, seed: seed).run()
    }

    private func evaluation(
        _ sample: SampleLog,
        _ method: SplitMethod,
        users: Int,
        minimumHistory: Int = 5,
        seed: UInt64 = 1
    ) throws -> Evaluation {
        try Evaluation(of: sample.log, by: method, users: users, minimumHistory: minimumHistory, seed: seed)
    }

    private func recall(_ name: String, _ report: EvaluationReport) throws -> Double {
        try #require(report.rows.first { $0.name == name }?.recall?.value)
    }

    @Test(arguments: [.leaveOut(3), .time] as [SplitMethod])
    func `of two tastes ranks item-kNN before popular before random`(method: SplitMethod) async throws {
        let report = try await report(usersOfTwoTastes(), method)
        let found = try ["item-kNN", "popular", "random"].map { try recall($0, report) }
        #expect(found[0] > found[1] + 0.1, "\(found)")
        #expect(found[1] > found[2] + 0.05, "\(found)")
    }

    @Test func `has one row for each algorithm, and counts users, items and openings`() async throws {
        let sample = SampleLog("abcdefgh", ["u1": "abcdef", "u2": "fedcbag", "u3": "ab"])
        let report = try await report(sample, .leaveOut(2))
        #expect(report.rows.map(\.name) == ["engine", "item-kNN", "popular in category", "popular", "random"])
        #expect(report.users == 1)
        #expect(report.items == 8)
        #expect(report.openings == 15)
        #expect(report.trainingOpenings == 13)
        #expect(report.targets == 2)
        // u2 has not opened three items before, two of which are the targets.
        let popular = try #require(report.rows.first { $0.name == "popular" })
        #expect(popular.recall == Estimate(value: 1, margin: nil))
        #expect(popular.coverage == Estimate(value: 3 / 8.0, margin: nil))
    }

    @Test func `gives equal reports for equal seeds, and others for other seeds`() async throws {
        let sample = usersOfTwoTastes()
        let first = try await report(sample, users: 90)
        #expect(try await report(sample, users: 90) == first)
        #expect(first.users == 90)
        let other = try await report(sample, users: 90, seed: 2)
        #expect(other.users == 90)
        #expect(other != first)
    }

    @Test func `reports its progress up to the last step`() async throws {
        let evaluation = try evaluation(usersOfTwoTastes(), .leaveOut(1), users: 100)
        var (steps, totals): ([Int], Set<Int>) = ([], [])
        func note(_ done: Int, _ total: Int) {
            steps.append(done)
            totals.insert(total)
        }
        _ = await evaluation.run(progress: note)
        #expect(totals == [5 * 100] && steps.last == 5 * 100)
        #expect(steps == steps.sorted() && steps.count > 15)
        (steps, totals) = ([], [])
        _ = await evaluation.run(tunes: true, progress: note)
        let total = RecommendationWeights().grid.count * 50 + 6 * 50
        #expect(totals == [total] && steps.last == total)
        #expect(steps == steps.sorted())
    }

    @Test func `counts users of one opening if they are asked for`() async throws {
        let sample = SampleLog("abcdefgh", ["u1": "ab", "u2": "abc", "u3": "a"])
        #expect(try await report(sample, .leaveOut(1), minimumHistory: 1).users == 2)
        #expect(try await report(sample, .leaveOut(1), minimumHistory: 2).users == 1)
    }

    @Test func `finds better weights on some users, and reports on others`() async throws {
        // Users open what others of their taste did, whatever is popular.
        var weights = RecommendationWeights()
        weights.neighbours = 0.5
        weights.popularity = 2
        let tuning = try evaluation(usersOfTwoTastes(weights: weights), .leaveOut(3), users: 100)
        let report = await tuning.run(tunes: true)
        let tuned = try #require(report.tuned)
        #expect(report.users == 50)
        #expect(report.rows.map(\.name).prefix(2) == ["engine, tuned", "engine"])
        #expect(tuned.neighbours > weights.neighbours || tuned.popularity < weights.popularity)
        #expect(try recall("engine, tuned", report) > recall("engine", report))
        // What the config says of searches, places and dismissals stays.
        #expect(tuned.search == weights.search && tuned.place == weights.place)
    }

    @Test func `keeps the weights where no others are better`() async throws {
        let sample = SampleLog("abcdefgh", ["u1": "abcdef", "u2": "fedcbag"])
        let report = try await evaluation(sample, .leaveOut(1), users: 9).run(tunes: true)
        #expect(report.tuned == RecommendationWeights())
    }

    @Test func `needs available items and test users`() {
        let sold = CatalogueItem.product("a") { $0.status = .sold }
        #expect(throws: EvaluationError.noItems) {
            try evaluation(SampleLog([sold], ["u1": "a"]), .leaveOut(1), users: 9)
        }
        #expect(throws: EvaluationError.noTestUsers) {
            try evaluation(SampleLog("abcdef", ["u1": "abcde"]), .leaveOut(1), users: 9)
        }
        #expect(throws: EvaluationError.noTestUsers) {
            try evaluation(SampleLog("abcdef", [:]), .time, users: 9)
        }
    }
}
