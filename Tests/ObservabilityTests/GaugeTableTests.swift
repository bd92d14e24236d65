import PrometheusText
import Testing

@testable import Observability

/// Guards gauges whose series are known only at run time.
@Suite struct `A table of gauges` {
    private static func lines(_ registry: MetricsRegistry) -> [Substring] {
        String(decoding: registry.render(), as: UTF8.self).split(separator: "\n")
    }

    @Test func `has a header before it has series`() throws {
        var registry = MetricsRegistry()
        registry.add(GaugeTable("g", "G.", by: ["a"]))
        registry.add("h", "H.") { 1 }
        #expect(
            Self.lines(registry).map(String.init) == [
                "# HELP g G.", "# TYPE g gauge", "# HELP h H.", "# TYPE h gauge", "h 1",
            ]
        )
        _ = try Exposition(registry.render())
    }

    @Test func `shows the series of the last replacement, sorted`() throws {
        var registry = MetricsRegistry()
        let table = GaugeTable("g", "G.", by: ["a", "b"])
        registry.add(table)
        table.replace(with: [["x", "1"]: 1, ["y", "1"]: 2.5])
        table.replace(with: [["z", "2"]: 3, ["z", "10"]: 4, ["", ""]: -1])
        #expect(
            Self.lines(registry).dropFirst(2).map(String.init)
                == [#"g{a="",b=""} -1"#, #"g{a="z",b="10"} 4"#, #"g{a="z",b="2"} 3"#]
        )
        table.replace(with: [:])
        #expect(Self.lines(registry).count == 2)
    }

    @Test func `escapes any label value`() throws {
        var registry = MetricsRegistry()
        let table = GaugeTable("g", "G \\ with\nlines.", by: ["a", "b"])
        registry.add(table)
        let hostile = "x\"} 1\ng{a=\"\\n\\"
        table.replace(with: [[hostile, "é{},="]: 7, ["\\", "\n"]: 8])
        let exposition = try Exposition(registry.render())
        #expect(exposition.samples.count == 2)
        #expect(exposition.value("g", ["a": hostile, "b": "é{},="]) == 7)
        #expect(exposition.value("g", ["a": "\\", "b": "\n"]) == 8)
    }
}
