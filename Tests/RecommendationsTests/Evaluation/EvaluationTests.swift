import SeededRandom
import Testing

@testable import Catalogue
@testable import Recommendations

/// Users with one of two tastes, for different items. Within a taste, some items are more popular.
private func usersOfTwoTastes() -> SampleLog {
    var generator = SplitMix64(seed: 7)
    let ids = (0..<80).map { "p\($0)" }
    var sample = SampleLog(ids.map { .product($0) })
    for user in 0..<200 {
        for time in 0..<12 {
            let share = Double.random(in: 0..<1, using: &generator)
            let index = user % 2 * 40 + Int(40 * share * share)
            sample.open(ids[index], "u\(user)", at: Int64(time * 200 + user))
        }
    }
    return sample
}

/// Guards that evaluations tell good recommenders from bad ones, reproducibly.
@Suite struct `An evaluation` {
    private func report(
        _ sample: SampleLog,
        _ method: SplitMethod = .leaveOut(3),
        users: Int = 1_000,
        seed: UInt64 = 1
    ) async throws -> EvaluationReport {
        try await Evaluation(of: sample.log, by: method, users: users, seed: seed).run()
    }

    private func recall(_ name: String, _ report: EvaluationReport) throws -> Double {
        try #require(report.rows.first { $0.name == name }?.recall?.value)
    }

    @Test(arguments: [.leaveOut(3), .time] as [SplitMethod])
    func `of two tastes ranks item-kNN before popular before random`(method: SplitMethod) async throws {
        let report = try await report(usersOfTwoTastes(), method)
        let found = try ["item-kNN", "popular", "random"].map { try recall($0, report) }
        #expect(found[0] > found[1] + 0.1, "\(found)")
        #expect(found[1] > found[2] + 0.1, "\(found)")
    }

    @Test func `has one row for each recommender, and counts users, items and openings`() async throws {
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
        let evaluation = try Evaluation(of: usersOfTwoTastes().log, by: .leaveOut(1), users: 100, seed: 1)
        var steps: [Int] = []
        _ = await evaluation.run { steps.append($0) }
        #expect(evaluation.stepCount == 5 * 101)
        #expect(steps.last == evaluation.stepCount)
        #expect(steps == steps.sorted())
        #expect(steps.count > 15)
    }

    @Test func `needs available items and test users`() {
        let sold = CatalogueItem.product("a") { $0.status = .sold }
        #expect(throws: EvaluationError.noItems) {
            try Evaluation(of: SampleLog([sold], ["u1": "a"]).log, by: .leaveOut(1), users: 9, seed: 1)
        }
        #expect(throws: EvaluationError.noTestUsers(leastTrainingItems: 5)) {
            try Evaluation(of: SampleLog("abcdef", ["u1": "abcde"]).log, by: .leaveOut(1), users: 9, seed: 1)
        }
        #expect(throws: EvaluationError.noTestUsers(leastTrainingItems: 5)) {
            try Evaluation(of: SampleLog("abcdef", [:]).log, by: .time, users: 9, seed: 1)
        }
    }
}
