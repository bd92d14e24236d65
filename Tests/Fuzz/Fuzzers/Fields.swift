@testable import HTTPServer

/// Fuzzes the header fields that select a representation or name a request, one value per line.
enum Fields {
    private static let comma = UInt8(ascii: ",")

    static func test(_ input: [UInt8]) {
        let lines = input.split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0) }
        checkAcceptEncoding(lines)
        checkTagCondition(lines)
        for line in lines {
            checkNames(line)
            checkOrigin(line)
        }
    }

    private static func checkAcceptEncoding(_ lines: [[UInt8]]) {
        func welcomesGzip(_ lines: [[UInt8]]) -> Bool {
            var accepted = AcceptEncoding()
            for line in lines { accepted.add(line.span) }
            return accepted.prefersGzip
        }
        let expected = welcomesGzip(lines)
        let list = Array(lines.joined(separator: [comma, 0x20]))
        let small = list.map(\.lowercased)
        let reversed = list.split(separator: comma, omittingEmptySubsequences: false).reversed()
        expect(welcomesGzip([list]) == expected, "lines are joined into one list")
        expect(welcomesGzip([small]) == expected, "case is ignored")
        expect(welcomesGzip(reversed.map { Array($0) }) == expected, "order is ignored")
        expect(!expected || small.contains(UInt8(ascii: "*")) || small.contains("gzip".utf8), "gzip is named")
    }

    private static func checkTagCondition(_ lines: [[UInt8]]) {
        func verdict(_ lines: [[UInt8]], _ tag: String?, _ comparison: EntityTagCondition.Comparison)
            -> EntityTagCondition.Result
        {
            var condition = EntityTagCondition(tag: tag.map { Array($0.utf8) }, comparison: comparison)
            for line in lines { condition.add(line.span) }
            return condition.result
        }
        let tag = "a,b"
        let weak = verdict(lines, tag, .weak)
        let strong = verdict(lines, tag, .strong)
        expect(weak == strong || weak == .matches && strong == .differs, "weak is \(weak), strong \(strong)")
        let other = verdict(lines, "\u{e9}", .weak)
        expect((other == .malformed) == (weak == .malformed), "a malformed field does not depend on the tag")
        let elements = lines.filter { line in line.contains { $0 != comma && $0 != 0x20 && $0 != 0x09 } }
        let isAny = elements == [[UInt8(ascii: "*")]]
        expect(
            verdict(lines, nil, .weak) == (isAny ? .matches : weak == .matches ? .differs : weak),
            "no tag matches *"
        )

        let list = Array(lines.joined(separator: [comma, 0x20]))
        expect(weak != .matches || isAny || list.contains(#""a,b""#.utf8), "a match is listed")
        if !lines.contains([UInt8(ascii: "*")]) {
            expect(verdict([list], tag, .weak) == weak, "lines are joined into one list")
        }
    }

    /// Checks X-Request-Id and traceparent: taken unchanged, or not at all.
    private static func checkNames(_ value: [UInt8]) {
        if let id = RequestID(value.span) {
            expect(
                Array(id.description.utf8) == value && !value.contains(0x20),
                "an id is as it was given, found \(id)"
            )
        }
        guard let trace = value.span.traceID else { return }
        let digits = String(trace, radix: 16)
        let padded = String(repeating: "0", count: 32 - digits.count) + digits
        expect(Array(padded.utf8) == Array(value[3..<35]), "\(padded) is the trace in \(value)")
    }

    /// Checks Origin: a scheme without a colon, and a host.
    private static func checkOrigin(_ value: [UInt8]) {
        let parts = value.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let host = parts.count == 2 && parts[1].starts(with: "//".utf8) ? Array(parts[1].dropFirst(2)) : []
        expect(value.span.isOrigin(on: host.span) == !host.isEmpty, "it is on \(host)")
        expect(!value.span.isOrigin(on: (host + [0x61]).span), "it is on \(host) alone")
        guard let text = String(validating: value, as: UTF8.self), let origin = Origin(text) else { return }
        expect(Array(origin.description.utf8) == value && host.span.isHost, "\(origin) keeps its spelling")
    }
}
