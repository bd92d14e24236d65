import Testing

@testable import Catalogue
@testable import hearth

@Suite struct `The page of a report` {
    private static let hostile = "<script>alert('x')&\"</script>"

    private static func report(_ name: String) -> Report {
        let totals = (-1...14).map { rank in
            Samples.total(name, name, arms: name, rank: Int16(rank), shown: 1_000, opened: Int64(90 - 5 * rank))
        }
        let arms = SimulatedUsers.experiment(200, scales: (0.5, 0.9), seed: 3).map { total in
            ArmTotal(arm: EventOrigin.Arm(experiment: name, arm: total.arm.arm + name), sums: total.sums)
        }
        return Report(of: totals, arms, days: Samples.days)
    }

    @Test func `is well formed`() throws {
        let page = Self.report("plain").page
        let document = try Self.elements(page)
        #expect(document.count["h1"] == 1 && document.count["svg"] == 2 && document.count["table"] == 4)
        #expect(document.count["h3"] == 2 && document.count["details"] == 1)
        // Each plot has a name, and a table beside it has its figures.
        #expect(page.matches(of: /<svg [^>]*role="img" [^>]*aria-label="[^"]+; the table has its figures">/).count == 2)
        // One point for each of the ranks 0 to 9 and 10+, and one for the arm.
        #expect(document.count["circle"] == 12)
    }

    @Test func `escapes every name`() throws {
        let page = Self.report(Self.hostile).page
        #expect(!page.contains("<script") && !page.contains("alert('"))
        #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&amp;&quot;&lt;/script&gt;"))
        #expect(page.contains("default-src 'none'"))
        #expect(try Self.elements(page).count == Self.elements(Self.report("plain").page).count)
    }

    @Test func `says when nothing was counted`() {
        let page = Report(of: [], [], days: Samples.days).page
        #expect(page.contains("<p>Nothing was counted yet.</p>"))
        #expect(!page.contains("<h2>") && !page.contains("<svg"))
    }

    @Test func `has no plot without rates, and no numbers that are none`() {
        let arms = ["a", "b"].map { ArmTotal(arm: EventOrigin.Arm(experiment: "x", arm: $0), sums: ArmTotal.Sums()) }
        let totals = [
            Samples.total(rank: -1, shown: 0, opened: 0, dismissed: 1),
            Samples.total("s", "u", rank: 0, shown: 5, opened: 1),
            Samples.total("s", "v", rank: 0, shown: 5, opened: 0),
            Samples.total("s", "v", rank: 3, shown: 5, opened: 0),
        ]
        let page = Report(of: totals, arms, days: Samples.days).page
        #expect(page.matches(of: /<svg/).count == 1)
        #expect(!page.contains("nan") && !page.contains("inf"))
    }

    private static func elements(_ page: String) throws -> Elements {
        #expect(page.hasPrefix("<!DOCTYPE html>\n"))
        // Elements that HTML does not close.
        return try Elements(String(page.dropFirst(15)).replacing(/<(meta[^>]*|br)>/, with: ""))
    }

    /// The numbers of elements of a well-formed document.
    private struct Elements {
        private(set) var count: [String: Int] = [:]

        /// - Throws: ``Failure`` unless every element is closed in its parent, and every attribute is quoted.
        init(_ text: String) throws {
            let tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*(?:="[^"<>]*")?)*)(\/?)>/
            var open: [String] = []
            for piece in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
                guard let match = "<\(piece)".prefixMatch(of: tag) else {
                    throw Failure(text: "<\(piece)")
                }
                let name = String(match.2)
                if match.1.isEmpty {
                    count[name, default: 0] += 1
                    if match.4.isEmpty { open.append(name) }
                } else if open.popLast() != name {
                    throw Failure(text: "<\(piece)")
                }
            }
            if !open.isEmpty { throw Failure(text: "\(open)") }
        }

        struct Failure: Error {
            let text: String
        }
    }
}

@Suite struct `An axis` {
    @Test(arguments: [
        (0.0...0.123, 5, [0, 0.05, 0.1, 0.15]), (0...1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0...0.07, 5, [0, 0.02, 0.04, 0.06, 0.08]),
        (-0.013...0.021, 6, [-0.02, -0.01, 0, 0.01, 0.02, 0.03]), (0...0, 5, [0]),
    ])
    func `has round ticks that enclose the numbers`(range: ClosedRange<Double>, count: Int, ticks: [Double]) {
        let axis = AxisScale(of: range, ticks: count, from: 0, to: 100)
        #expect(axis.bounds.lowerBound <= range.lowerBound && axis.bounds.upperBound >= range.upperBound)
        #expect(axis.ticks.count >= 2 && axis.ticks.count <= count + 1)
        if ticks.count > 1 {
            #expect(axis.ticks.count == ticks.count)
            #expect(zip(axis.ticks, ticks).allSatisfy { abs($0 - $1) < 1e-12 }, "\(axis.ticks)")
        }
        #expect(axis.coordinate(of: axis.bounds.lowerBound) == 0 && axis.coordinate(of: 99) == 100)
    }
}
