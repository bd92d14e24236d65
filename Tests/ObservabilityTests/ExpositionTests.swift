import PrometheusText
import Testing

/// Guards the parser of the text format, on which other tests rely.
@Suite struct `The parser of the text format` {
    @Test func `reads well-formed text`() throws {
        let text = """
            # HELP a_total All \\\\ of them.\\nReally.
            # TYPE a_total counter
            a_total{x="1\\"\\\\\\n",y=""} 2.5e+06
            # TYPE h histogram
            h_bucket{le="0.1"} 1
            h_bucket{le="+Inf"} 1
            h_sum 0.05
            h_count 1

            """
        let exposition = try Exposition(Array(text.utf8))
        #expect(exposition.value("a_total", ["x": "1\"\\\n", "y": ""]) == 2_500_000)
        #expect(exposition.types == ["a_total": "counter", "h": "histogram"])
    }

    @Test(arguments: [
        "# TYPE a gauge\na 1",
        "# TYPE a gauge\n\na 1\n",
        "a 1\n",
        "# TYPE a gauge\na 1 \n",
        "# TYPE a gauge\na  1\n",
        "# TYPE a gauge\na one\n",
        "# TYPE a gauge\na{} 1\n",
        "# TYPE a gauge\na{x=\"1\",} 1\n",
        "# TYPE a gauge\na{x=\"1\" } 1\n",
        "# TYPE a gauge\na{x=\"1\",x=\"2\"} 1\n",
        "# TYPE a gauge\na{x=\"\\t\"} 1\n",
        "# TYPE a gauge\na{x:y=\"1\"} 1\n",
        "# TYPE a gauge\na 1\na 1\n",
        "# TYPE a gauge\n# TYPE a gauge\na 1\n",
        "# TYPE a gauge\na 1\n# HELP a Late.\n",
        "# TYPE a gauge\n# TYPE b gauge\na{x=\"1\"} 1\nb 1\na{x=\"2\"} 1\n",
        "# TYPE a thing\na 1\n",
        "# TYPE 1a gauge\n",
        "# HELP a Bad \\t escape.\n# TYPE a gauge\na 1\n",
        "# A remark.\n",
        "# TYPE a counter\na 1\n",
        "# TYPE a_total counter\na_total -1\n",
        "# TYPE h histogram\nh 1\n",
        "# TYPE h histogram\nh_sum 1\nh_count 1\n",
        "# TYPE h histogram\nh_bucket{le=\"1\"} 1\nh_sum 1\nh_count 1\n",
        "# TYPE h histogram\nh_bucket{le=\"+Inf\"} 1\nh_count 1\n",
        "# TYPE h histogram\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 2\n",
        "# TYPE h histogram\nh_bucket{le=\"1\"} 2\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 1\n",
    ])
    func `rejects malformed text`(text: String) {
        #expect(throws: Exposition.Failure.self) { try Exposition(Array(text.utf8)) }
    }
}
