import Catalogue
import HomeFeed
import Import
import JSON
import Recommendations

enum EvaluateCommand: Command {
    static let name = "evaluate"
    static let summary = "Measures how well recommendations predict the items that users open."
    static let flags = [
        .store,
        Flag(
            "events",
            "FILE",
            "CSV file of opened items with the columns user, item and time; if missing, the events of the store"
        ),
        Flag("kind", "NAME", "the kind of the items", default: "listing"),
        Flag(
            "split",
            Split.allCases.map(\.rawValue).joined(separator: "|"),
            "predict the last items of each user, or all items after 80% of the events",
            default: Split.leaveOut.rawValue
        ),
        Flag("leave-out", "N", "the number of last items of each user; if missing, 1", in: 1...1_000),
        Flag("min-history", "N", "minimum number of a test user's items before those", default: "5", in: 1...1_000),
        Flag("tune", "", "search better weights on half of the test users, and report on the others"),
        Flag("users", "N", "maximum number of test users", default: "2000", in: 1...1_000_000),
        Flag("seed", "N", "seed of all random choices", default: "1"),
        Flag("json", "", "print JSON instead of a table"),
        Flag("config", "FILE", "config that declares further kinds of items and weights"),
        .maxCatalogueMemory,
    ]

    private enum Split: String, CaseIterable {
        case leaveOut = "leave-out"
        case time
    }

    static func run(_ arguments: Arguments) async throws {
        let method = try method(arguments)
        let (users, seed) = (try arguments.integer("users"), try arguments.integer("seed"))
        let history = try arguments.integer("min-history")
        let config = try arguments["config"].map { try ConfigFile(ConfigReader(of: $0)).home }
        let kinds = config?.kinds ?? .builtIn
        let kind = try arguments.required("kind")
        guard kinds[kind] != nil else {
            let advice = SpellingSuggestion.advice(for: kind, among: kinds.kinds.map(\.name))
            throw UsageError("--kind: unknown kind \"\(kind)\"; \(advice)")
        }
        let store = try StoreLocation(try arguments.required("store")).open(readers: 1)
        var builder = try SnapshotBuilder(kinds: kinds, memoryLimit: arguments.integer(Flag.maxCatalogueMemory.name))
        let snapshot = try await builder.load(from: store)
        let weights = config?.weights ?? RecommendationWeights()
        var log = OpeningLog(of: EvaluatedItems(of: kind, in: snapshot, at: .now(), weights: weights))
        if let path = arguments["events"] {
            try read(path, kinds, kind, into: &log)
        } else {
            try await log.append(eventsOf: store)
        }
        printIgnored(log.counts)
        let evaluation: Evaluation
        do {
            evaluation = try Evaluation(of: log, by: method, users: users, minimumHistory: history, seed: UInt64(seed))
        } catch {
            switch error {
            case .noItems: throw Failure("the store has no available item of the kind \"\(kind)\"; see --kind")
            case .noTestUsers:
                throw Failure(
                    "no test user: expected users with at least \(history) opened items and a later one to predict; "
                        + "see --min-history"
                )
            }
        }
        let output = EvaluationOutput(
            report: await report(of: evaluation, tunes: arguments["tune"] != nil),
            counts: log.counts,
            method: method,
            kind: kind,
            seed: seed
        )
        try StandardOutput.line(arguments["json"] == nil ? Array(output.table.utf8) : output.json)
    }

    private static func method(_ arguments: Arguments) throws(UsageError) -> SplitMethod {
        switch try arguments.choice("split", of: Split.self) ?? .leaveOut {
        case .leaveOut: return .leaveOut(arguments["leave-out"] == nil ? 1 : try arguments.integer("leave-out"))
        case .time:
            guard arguments["leave-out"] == nil else { throw UsageError("--leave-out requires --split leave-out") }
            return .time
        }
    }

    private static func read(
        _ path: String,
        _ kinds: KindTable,
        _ kind: String,
        into log: inout OpeningLog
    ) throws(Failure) {
        var reporter = ProgressReporter()
        defer { reporter.finish() }
        do {
            try readEvents(at: path, kinds: kinds, kind: kind, progress: { reporter.report($0, share: $1) }) {
                log.append($0)
            }
        } catch {
            throw Failure(error, in: path)
        }
    }

    private static func report(of evaluation: Evaluation, tunes: Bool) async -> EvaluationReport {
        var reporter = ProgressReporter(of: "lists")
        defer { reporter.finish() }
        return await evaluation.run(tunes: tunes) { done, total in
            reporter.report(done, share: Double(done) / Double(total))
        }
    }

    private static func printIgnored(_ counts: OpeningLog.Counts) {
        let ignored = [
            ("other kinds of items", counts.otherKinds), ("items that the store lacks", counts.unknownItems),
        ]
        for (items, count) in ignored where count > 0 {
            StandardError.line("ignored openings of \(items): \(count.grouped)")
        }
    }
}
