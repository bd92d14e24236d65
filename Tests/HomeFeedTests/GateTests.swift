import Catalogue
import HomeLayout
import JSON
import Localization
import SeededRandom
import Testing

@testable import HomeFeed

/// A gate that is read from its JSON, with an experiment `map-first` of the halves `control` and `map`.
private func gate(_ text: String) throws -> Gate {
    let experiments = #"""
        [{"id": "map-first", "arms": [{"id": "control", "percent": 50}, {"id": "map", "percent": 50}]}]
        """#
    let known = try CheckedValue.read(JSONValue(parsing: experiments.utf8), Experiment.experiments)
    return try CheckedValue.read(JSONValue(parsing: text.utf8)) { Gate(reading: $0, known) }
}

private func errors(_ text: String) throws -> [String] { try validationErrors { try gate(text) } }

private func context(
    _ parameters: (String, String)...,
    searched: Bool? = false,
    locale: String? = nil,
    now: Instant = 1_795_262_400
) throws -> FeedContext {
    let record = UserRecord(lastSearch: searched == true ? UserSearch(filter: ItemFilter()) : nil)
    return FeedContext(
        snapshot: Town.snapshot,
        request: try HomeRequest(parameters: ([("width", "390")] + parameters).map { (name: $0.0, value: $0.1) }),
        state: searched == nil
            ? .failure(.late) : .success(CachedUser(record: CachedUserRecord(record), counts: .empty)),
        locale: locale.flatMap(LanguageTag.init),
        now: now
    )
}

/// A gate, what it is tried on, whether it is open and why.
private struct Example: Sendable {
    let gate: String
    let context: FeedContext
    let isOpen: Bool
    let reason: String

    init(_ gate: String, _ context: FeedContext, _ isOpen: Bool, _ reason: String) {
        self.gate = gate
        self.context = context
        self.isOpen = isOpen
        self.reason = reason
    }
}

@Suite struct `A gate` {
    private static func conditions() throws -> [Example] {
        let german = #"{"locale": ["de", "pt-BR"]}"#
        let apple = #"{"platform": ["ios", "tvos", "ipados"]}"#
        let versions = #"{"appVersion": {"min": "4.2", "max": "4.10"}}"#
        let december = #"{"window": {"from": "2026-12-01T00:00:00Z", "to": "2027-01-01T00:00:00Z"}}"#
        let first: Instant = 1_796_083_200
        return [
            Example(german, try context(), false, "no locale is given"),
            Example(german, try context(locale: "de"), true, #"locale is "de""#),
            Example(german, try context(locale: "DE-at"), true, #"locale is "de-AT""#),
            Example(german, try context(locale: "pt-br"), true, #"locale is "pt-BR""#),
            Example(#"{"locale": ["iw"]}"#, try context(locale: "he-IL"), true, #"locale is "he-IL""#),
            Example(#"{"locale": ["zh-TW"]}"#, try context(locale: "zh-Hant-TW"), true, #"locale is "zh-Hant-TW""#),
            Example(#"{"locale": ["zh-Hant"]}"#, try context(locale: "zh-HK"), true, #"locale is "zh-HK""#),
            Example(
                #"{"locale": ["zh-Hant"]}"#,
                try context(locale: "zh-CN"),
                false,
                #"locale is "zh-CN", not zh-Hant"#
            ),
            Example(#"{"locale": ["zh"]}"#, try context(locale: "zh-Hant-TW"), true, #"locale is "zh-Hant-TW""#),
            Example(german, try context(locale: "pt"), false, #"locale is "pt", not de or pt-BR"#),
            Example(german, try context(locale: "den"), false, #"locale is "den", not de or pt-BR"#),
            Example(apple, try context(), false, "no platform is given"),
            Example(apple, try context(("platform", "ios")), true, #"platform is "ios""#),
            Example(
                apple,
                try context(("platform", "android")),
                false,
                #"platform is "android", not ios, tvos or ipados"#
            ),
            Example(#"{"platform": ["ios"]}"#, try context(("platform", "web")), false, #"platform is "web", not ios"#),
            Example(versions, try context(), false, "no appVersion is given"),
            Example(versions, try context(("appVersion", "4.1.9")), false, "appVersion is 4.1.9, before 4.2"),
            Example(versions, try context(("appVersion", "4.2.0")), true, "appVersion is 4.2"),
            Example(versions, try context(("appVersion", "4.9")), true, "appVersion is 4.9"),
            Example(versions, try context(("appVersion", "4.10")), true, "appVersion is 4.10"),
            Example(versions, try context(("appVersion", "4.10.1")), false, "appVersion is 4.10.1, after 4.10"),
            Example(#"{"hasPlace": true}"#, try context(), false, "no place is given"),
            Example(#"{"hasPlace": false}"#, try context(), true, "no place is given"),
            Example(#"{"hasPlace": true}"#, try context(("lat", "1"), ("lon", "2")), true, "a place is given"),
            Example(#"{"hasLastSearch": true}"#, try context(), false, "the user has not searched"),
            Example(#"{"hasLastSearch": true}"#, try context(searched: true), true, "the user has searched"),
            Example(#"{"hasLastSearch": false}"#, try context(searched: true), false, "the user has searched"),
            Example(
                #"{"hasLastSearch": true}"#,
                try context(searched: nil),
                false,
                "it is not known whether the user has searched"
            ),
            Example(
                #"{"hasLastSearch": false}"#,
                try context(searched: nil),
                false,
                "it is not known whether the user has searched"
            ),
            Example(#"{"signedIn": true}"#, try context(), false, "no user is given"),
            Example(#"{"signedIn": true}"#, try context(("user", "u1")), true, "a user is given"),
            Example(#"{"share": {"experiment": "x", "percent": 100}}"#, try context(), false, "no user is given"),
            Example(
                #"{"share": {"experiment": "x", "percent": 100}}"#,
                try context(("user", "u1")),
                true,
                #"the user is in the 100% of "x""#
            ),
            Example(
                #"{"share": {"experiment": "x", "percent": 0}}"#,
                try context(("user", "u1")),
                false,
                #"the user is outside the 0% of "x""#
            ),
            Example(december, try context(now: first - 1), false, "it is before 2026-12-01T00:00:00Z"),
            Example(december, try context(now: first), true, "it is within the time"),
            Example(december, try context(now: first + 31 * 86_400 - 1), true, "it is within the time"),
            Example(december, try context(now: first + 31 * 86_400), false, "2027-01-01T00:00:00Z has passed"),
            Example(
                #"{"window": {"to": "1970-01-01T00:00:01Z"}}"#,
                try context(now: 0),
                true,
                "it is within the time"
            ),
        ]
    }

    @Test func `is open where its condition holds, and says why`() throws {
        for example in try Self.conditions() {
            let gate = try gate(example.gate)
            #expect(gate.isOpen(in: example.context) == example.isOpen, "\(example.gate)")
            #expect(gate.reason(in: example.context) == example.reason, "\(example.gate)")
            let opposite = Gate.not(gate)
            #expect(opposite.isOpen(in: example.context) == !example.isOpen, "not \(example.gate)")
            #expect(opposite.reason(in: example.context) == example.reason, "not \(example.gate)")
        }
    }

    @Test func `of all is decided by the first that fails, of any by the first that holds`() throws {
        let (yes, no) = (#"{"hasPlace": false}"#, #"{"hasLastSearch": true}"#)
        let (alsoYes, alsoNo) = (#"{"signedIn": false}"#, #"{"platform": ["ios"]}"#)
        let examples = [
            (#"{"all": [\#(yes), \#(alsoYes)]}"#, true, "no user is given"),
            (#"{"all": [\#(yes), \#(no), \#(alsoNo)]}"#, false, "the user has not searched"),
            (#"{"all": [\#(alsoNo), \#(no)]}"#, false, "no platform is given"),
            (#"{"any": [\#(no), \#(yes), \#(alsoYes)]}"#, true, "no place is given"),
            (#"{"any": [\#(no), \#(alsoNo)]}"#, false, "no platform is given"),
            (#"{"any": [\#(no)]}"#, false, "the user has not searched"),
            (#"{"not": {"any": [\#(no), {"not": {"all": [\#(yes), \#(alsoYes)]}}]}}"#, true, "no user is given"),
        ]
        for (text, isOpen, reason) in examples {
            let gate = try gate(text)
            #expect(try gate.isOpen(in: context()) == isOpen, "\(text)")
            #expect(try gate.reason(in: context()) == reason, "\(text)")
        }
    }

    @Test func `is what its conditions come to, however they are combined`() throws {
        var generator = SplitMix64(seed: 7)
        guard case .condition(let onArm) = try gate(#"{"experiment": "map-first", "arm": "map"}"#) else { return }
        let german = Condition.locale([try #require(LanguageRange("de"))])
        let leaves = [.hasPlace(true), .hasLastSearch(true), .signedIn(true), .hasPlace(false), german, onArm]
        func random(_ depth: Int) -> (gate: Gate, isOpen: (FeedContext) -> Bool) {
            switch Int.random(in: depth == 0 ? 0...0 : 0...3, using: &generator) {
            case 1:
                let inner = random(depth - 1)
                return (.not(inner.gate), { !inner.isOpen($0) })
            case 2:
                let inner = (0..<Int.random(in: 1...3, using: &generator)).map { _ in random(depth - 1) }
                return (.all(inner.map(\.gate)), { context in inner.allSatisfy { $0.isOpen(context) } })
            case 3:
                let inner = (0..<Int.random(in: 1...3, using: &generator)).map { _ in random(depth - 1) }
                return (.any(inner.map(\.gate)), { context in inner.contains { $0.isOpen(context) } })
            default:
                let leaf = leaves.randomElement(using: &generator)!
                return (.condition(leaf), { leaf.holds(in: $0) })
            }
        }
        let contexts = [
            try context(), try context(("user", "u1"), searched: true),
            try context(("user", "u1"), ("lat", "1"), ("lon", "2"), locale: "de-AT"),
            try context(("user", "u2"), locale: "tr"),
        ]
        var compiledCount = 0
        for _ in 0..<500 {
            let (gate, isOpen) = random(4)
            for context in contexts {
                #expect(gate.isOpen(in: context) == isOpen(context))
                let compiled = gate.compiled(for: context.locale)
                #expect(compiled.isOpen(in: context) == isOpen(context))
                #expect(arms(compiled, context) == arms(gate, context))
                if compiled != gate { compiledCount += 1 }
            }
        }
        #expect(compiledCount > 500)
    }

    @Test func `on an experiment is open for its arm, and tells the arm where it was asked for`() throws {
        let map = #"{"experiment": "map-first", "arm": "map"}"#
        let (inMap, inControl) = ("u2", "u3")
        let (mapUser, controlUser, unknownUser) = try (
            context(("user", inMap)), context(("user", inControl)), context()
        )
        let onMap = try gate(map)
        func finding(_ context: FeedContext) -> String? { onMap.reason(in: context) }
        #expect(onMap.isOpen(in: mapUser) && finding(mapUser) == #"the user's arm of "map-first" is "map""#)
        let reason = #"the user's arm of "map-first" is "control", not map"#
        #expect(!onMap.isOpen(in: controlUser) && finding(controlUser) == reason)
        #expect(arms(onMap, mapUser) == ["map"] && arms(onMap, controlUser) == ["control"])
        #expect(
            !onMap.isOpen(in: unknownUser) && finding(unknownUser) == "no user is given"
                && arms(onMap, unknownUser).isEmpty
        )

        let behind = #"{"all": [{"hasPlace": true}, \#(map)]}"#
        #expect(try arms(gate(behind), mapUser).isEmpty)
        let before = #"{"all": [{"not": \#(map)}, {"hasPlace": true}]}"#
        #expect(try arms(gate(before), controlUser) == ["control"])
    }

    /// The user's arms of the experiments that the gate asks for.
    private func arms(_ gate: Gate, _ context: FeedContext) -> [String] {
        var arms: [String] = []
        _ = gate.isOpen(in: context) { condition in
            if let arm = condition.arm(in: context) { arms.append(arm.arm) }
        }
        return arms
    }
}

@Suite struct `A gate in a config` {
    @Test(arguments: [
        ("7", "expected an object, found 7"),
        ("{}", #"expected one condition; several stand in "all" or "any""#),
        (#"{"platform": null}"#, "platform: expected a list, found null"),
        (
            #"{"platform": ["ios"], "hasPlace": true}"#,
            #"expected one condition; several stand in "all" or "any""#
        ),
        (#"{"platfrm": ["ios"]}"#, #"unknown key "platfrm"; did you mean "platform"?"#),
        (#"{"hasPlace": true, "arm": "map"}"#, "unknown key \"arm\""),
        (#"{"hasPlace": 1}"#, "hasPlace: expected true or false, found 1"),
        (#"{"all": []}"#, "all: expected 1 to 64 gates, found a list of 0"),
        (#"{"all": {"hasPlace": true}}"#, "all: expected a list, found an object"),
        (#"{"any": [{"hasPlace": true}, {"not": {"signdIn": true}}]}"#, #"any[1].not: unknown key "signdIn""#),
        (#"{"locale": "de"}"#, #"locale: expected a list, found "de""#),
        (#"{"locale": ["german!"]}"#, #"locale[0]: expected a language such as de or pt-BR, found "german!""#),
        (#"{"locale": ["*"]}"#, #"locale[0]: expected a language such as de or pt-BR, found "*""#),
        (#"{"locale": []}"#, "locale: expected 1 to 64 languages, found a list of 0"),
        (
            #"{"platform": ["ios", "iOS"]}"#,
            #"platform[1]: expected 1 to 32 lowercase letters, digits and '-', such as ios, found "iOS""#
        ),
        (
            #"{"appVersion": {"min": 4.2}}"#,
            "appVersion.min: expected a text of whole numbers between dots, such as 4.2 or 4.10.1, found 4.2"
        ),
        (#"{"appVersion": {"min": "5", "max": "4.10"}}"#, "appVersion: min is greater than max"),
        (#"{"appVersion": {}}"#, #"appVersion: expected "min", "max" or both, found an object"#),
        (#"{"share": {"experiment": "x"}}"#, #"share: "percent" is missing"#),
        (
            #"{"share": {"experiment": "x", "percent": 101}}"#,
            "share.percent: expected a number from 0 to 100, found 101"
        ),
        (#"{"experiment": "map-first"}"#, #""arm" is missing"#),
        (#"{"experiment": "map-frist", "arm": "map"}"#, #"experiment: unknown experiment "map-frist"; did you mean"#),
        (#"{"experiment": "map-first", "arm": "mop"}"#, #"arm: unknown arm "mop"; did you mean "map"?"#),
        (#"{"window": {}}"#, #"window: expected "from", "to" or both, found an object"#),
        (
            #"{"window": {"from": "2026-12-01"}}"#,
            #"window.from: expected a moment in UTC such as 2026-12-01T00:00:00Z, found "2026-12-01""#
        ),
        (#"{"window": {"from": "2026-02-30T00:00:00Z"}}"#, "window.from: expected a moment in UTC"),
        (#"{"window": {"from": "2026-12-01T00:00:00+01:00"}}"#, "window.from: expected a moment in UTC"),
        (#"{"window": {"from": "2026-12-01T00:00:00Z!"}}"#, "window.from: expected a moment in UTC"),
        (#"{"window": {"from": 1796083200}}"#, "window.from: expected a moment in UTC"),
        (
            #"{"window": {"from": "2026-12-01T00:00:00Z", "to": "2026-12-01T00:00:00Z"}}"#,
            "window: from is not before to"
        ),
    ])
    func `names what is wrong by its path`(text: String, finding: String) throws {
        let found = try errors(text)
        #expect(found.count == 1 && found[0].hasPrefix(finding), "\(found)")
    }

    @Test func `is neither too deep nor too large`() throws {
        func nested(_ depth: Int) -> String {
            depth == 1 ? #"{"hasPlace": true}"# : #"{"not": \#(nested(depth - 1))}"#
        }
        #expect(try errors(nested(Gate.maximumDepth)) == [])
        #expect(
            try errors(nested(Gate.maximumDepth + 1)) == [
                "\(Array(repeating: "not", count: 8).joined(separator: ".")): "
                    + "expected at most 8 gates in each other, found an object"
            ]
        )
        func conditions(_ count: Int) -> String {
            let half = Array(repeating: #"{"hasPlace": true}"#, count: count / 2).joined(separator: ",")
            return #"{"all": [{"any": [\#(half)]}, {"any": [\#(half)]}]}"#
        }
        #expect(try errors(conditions(64)) == [])
        #expect(try errors(conditions(66)) == ["expected at most 64 conditions, found 66"])
    }
}
