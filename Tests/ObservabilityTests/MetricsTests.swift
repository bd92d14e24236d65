import EventLoop
import Glibc
import HTTPServer
import PrometheusText
import Synchronization
import Testing

@testable import Observability

private let threads = 8
private let times = 100_000

private func render(_ registry: MetricsRegistry) -> String {
    String(decoding: registry.render(), as: UTF8.self)
}

@Suite struct `A metric that several threads count in` {
    @Test func `loses no increment of a counter`() throws {
        let counter = Counter()
        try onThreads(threads) { _ in
            for _ in 0..<times { counter.increment() }
            counter.increment(by: 5)
        }
        #expect(counter.value == threads * times + 5 * threads)
    }

    @Test func `comes back to where a gauge was, through threads that take away what others added`() throws {
        let gauge = Counter()
        try onThreads(threads) { thread in
            for _ in 0..<times { gauge.increment(by: thread.isMultiple(of: 2) ? 3 : -3) }
        }
        #expect(gauge.value == 0)
        gauge.increment(by: -7)
        #expect(gauge.value == -7)
    }

    @Test func `is never rendered as a torn histogram`() throws {
        let histograms = Histograms("h_seconds", "H.", by: Label("x", ["a"]))
        let histogram = histograms[0]
        var registry = MetricsRegistry()
        registry.add(histograms)
        let finished = registry
        let running = Atomic(threads)
        let failure = Mutex<String?>(nil)
        let times = 20_000
        try onThreads(threads + 1) { thread in
            if thread < threads {
                for index in 0..<times { histogram.observe(nanoseconds: (index % 20) * 1_000_000) }
                running.subtract(1, ordering: .relaxed)
            } else {
                var last = 0.0
                while running.load(ordering: .relaxed) > 0 {
                    do {
                        // The reader checks that the buckets are cumulative and agree with the count.
                        let count = try Exposition(finished.render()).value("h_seconds_count", ["x": "a"]) ?? -1
                        if count < last { failure.withLock { $0 = "the count went back from \(last) to \(count)" } }
                        last = count
                    } catch {
                        failure.withLock { $0 = "\(error)" }
                    }
                }
            }
        }
        #expect(failure.withLock { $0 } == nil)
        let exposition = try Exposition(registry.render())
        #expect(exposition.value("h_seconds_count", ["x": "a"]) == Double(threads * times))
        // 0 … 19 ms, each as often.
        #expect(exposition.value("h_seconds_sum", ["x": "a"]) == Double(threads * times) * 0.0095)
        #expect(exposition.value("h_seconds_bucket", ["x": "a", "le": "0.01"]) == Double(threads * times) * 11 / 20)
    }
}

@Suite struct `A histogram` {
    @Test(arguments: [
        (0, 0), (-5, 0), (100_000, 0), (100_001, 1), (250_000, 1), (1_000_000, 3), (1_000_001, 4), (10_000_000_000, 15),
        (10_000_000_001, 16), (.max, 16),
    ])
    func `counts a duration in the first bucket whose bound it does not exceed`(nanoseconds: Int, bucket: Int) {
        let histogram = Histogram()
        #expect(histogram.isZero)
        histogram.observe(nanoseconds: nanoseconds)
        #expect(!histogram.isZero)
        var text = ""
        histogram.write("h", [], to: &text)
        let values = text.split(separator: "\n").compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        #expect(values.prefix(17) == (0..<17).map { $0 < bucket ? 0 : 1 }[...])
        #expect(values.suffix(2) == [Double(max(0, nanoseconds)) / 1e9, 1])
    }
}

/// Guards the text format of `/metrics`.
@Suite struct `A registry` {
    @Test func `renders what was counted, in the order of registration`() throws {
        let requests = Counters(
            "r_total",
            "Requests \\ by\nroute.",
            by: Label("route", ["/a", "/\"\\\n"]),
            Label("method", ["GET"])
        )
        let gauge = Counters("g", "Now.")
        let durations = Histograms("d_seconds", "Times.", by: Label("route", []))
        let refused = Counters("refused_total", "Refused.", by: Label("cause", ["full"]))
        var registry = MetricsRegistry()
        registry.add(requests, gauge, durations)
        registry.add("read", "Read.") { 1.5 }
        registry.add("unread", "Not to be read.") { nil }
        registry.add("read_by_name", "Read.", by: "name") { [("a\\", 1), ("b", 0)] }
        registry.add(refused)

        requests[1, 0].increment(by: 3)
        requests[0, 7].increment()
        gauge.increment(by: -2)
        durations[0].observe(nanoseconds: 1_500_000)
        durations[99].observe(nanoseconds: 20_000_000_000)
        refused[-1].increment()

        #expect(
            render(registry) == #"""
                # HELP r_total Requests \\ by\nroute.
                # TYPE r_total counter
                r_total{route="/a",method="GET"} 0
                r_total{route="/a",method="other"} 1
                r_total{route="/\"\\\n",method="GET"} 3
                r_total{route="/\"\\\n",method="other"} 0
                r_total{route="other",method="GET"} 0
                r_total{route="other",method="other"} 0
                # HELP g Now.
                # TYPE g gauge
                g -2
                # HELP d_seconds Times.
                # TYPE d_seconds histogram
                d_seconds_bucket{route="other",le="0.0001"} 0
                d_seconds_bucket{route="other",le="0.00025"} 0
                d_seconds_bucket{route="other",le="0.0005"} 0
                d_seconds_bucket{route="other",le="0.001"} 0
                d_seconds_bucket{route="other",le="0.0025"} 1
                d_seconds_bucket{route="other",le="0.005"} 1
                d_seconds_bucket{route="other",le="0.01"} 1
                d_seconds_bucket{route="other",le="0.025"} 1
                d_seconds_bucket{route="other",le="0.05"} 1
                d_seconds_bucket{route="other",le="0.1"} 1
                d_seconds_bucket{route="other",le="0.25"} 1
                d_seconds_bucket{route="other",le="0.5"} 1
                d_seconds_bucket{route="other",le="1"} 1
                d_seconds_bucket{route="other",le="2.5"} 1
                d_seconds_bucket{route="other",le="5"} 1
                d_seconds_bucket{route="other",le="10"} 1
                d_seconds_bucket{route="other",le="+Inf"} 2
                d_seconds_sum{route="other"} 20.0015
                d_seconds_count{route="other"} 2
                # HELP read Read.
                # TYPE read gauge
                read 1.5
                # HELP read_by_name Read.
                # TYPE read_by_name gauge
                read_by_name{name="a\\"} 1
                read_by_name{name="b"} 0
                # HELP refused_total Refused.
                # TYPE refused_total counter
                refused_total{cause="full"} 0
                refused_total{cause="other"} 1

                """#
        )
        _ = try Exposition(registry.render())
    }

    @Test(arguments: [
        (0, "0"), (-1, "-1"), (0.25, "0.25"), (1e300, "1e+300"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
        (.nan, "NaN"),
        (1_795_266_398.25, "1795266398.25"),
    ])
    func `writes numbers as Prometheus reads them`(value: Double, text: String) throws {
        var registry = MetricsRegistry()
        registry.add("g", "G.") { value }
        #expect(render(registry).hasSuffix("\ng \(text)\n"))
        _ = try Exposition(registry.render())
    }

    @Test func `gives every combination of three labels a series of its own`() throws {
        var registry = MetricsRegistry()
        let labels = [Label("a", ["1", "2"]), Label("b", ["1"]), Label("c", ["1", "2", "3"])]
        let family = Counters("f_total", "F.", by: labels[0], labels[1], labels[2])
        registry.add(family)
        var expected: [[String: String]: Double] = [:]
        for a in 0...2 {
            for b in 0...1 {
                for c in 0...3 {
                    let count = expected.count + 1
                    family[a, b, c].increment(by: count)
                    expected[["a": labels[0].values[a], "b": labels[1].values[b], "c": labels[2].values[c]]] =
                        Double(count)
                }
            }
        }
        let samples = try Exposition(registry.render()).samples
        #expect(Dictionary(uniqueKeysWithValues: samples.map { ($0.labels, $0.value) }) == expected)
    }

    @Test func `of a server's metrics is well formed, used and unused`() throws {
        var registry = MetricsRegistry()
        let telemetry = try ServerTelemetry(
            routes: ["/home", "/home/widgets/{id}"],
            authFailures: ["expired"],
            log: STDERR_FILENO,
            registry: &registry
        )
        registry.addProcessMetrics()
        let unused = try Exposition(registry.render())
        #expect(unused.value("hearth_auth_failures_total", ["cause": "expired"]) == 0)
        #expect(unused.samples.allSatisfy { $0.name != "hearth_http_requests_total" }, "most never occur")

        telemetry.connectionOpened()
        telemetry.rejected(.malformed)
        let exposition = try Exposition(registry.render())
        #expect(exposition.value("hearth_http_rejections_total", ["cause": "malformed"]) == 1)
        #expect(exposition.value("hearth_http_rejections_total", ["cause": "idle"]) == 0)
        #expect(exposition.value("hearth_http_connections") == 1)
        #expect(exposition.value("hearth_http_request_duration_seconds_count", ["route": "/home"]) == 0)
    }

    @Test func `says what the system knows of the process`() throws {
        var registry = MetricsRegistry()
        registry.addProcessMetrics()
        let exposition = try Exposition(registry.render())
        let now = Double(Timestamp.now().nanoseconds) / 1e9
        let start = try #require(exposition.value("process_start_time_seconds"))
        #expect(start > now - 86_400 && start <= now + 1)
        #expect(try #require(exposition.value("process_resident_memory_bytes")) > 1_000_000)
        #expect(try #require(exposition.value("process_cpu_seconds_total")) > 0)
        let open = try #require(exposition.value("process_open_fds"))
        #expect(try open >= 1 && open <= #require(exposition.value("process_max_fds")))
    }
}
