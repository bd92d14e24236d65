/// A strict reader of Prometheus's text format 0.0.4, for what Hearth writes: anything that a lenient reader would
/// forgive is an error.
package struct Exposition {
    package struct Sample: Equatable {
        package var name: String
        package var labels: [String: String]
        package var value: Double
    }

    package struct Failure: Error, Equatable {
        package let line: Int
        package let reason: String
    }

    package private(set) var samples: [Sample] = []
    package private(set) var types: [String: String] = [:]
    private var help: Set<String> = []
    /// The metrics that samples were seen of, in their order.
    private var metrics: [String] = []
    private var series: Set<String> = []
    private var line = 0

    package init(_ bytes: [UInt8]) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Failure(line: 0, reason: "no UTF-8") }
        guard text.isEmpty || text.hasSuffix("\n") else { throw Failure(line: 0, reason: "no line feed at the end") }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            self.line += 1
            try read(line)
        }
        try checkHistograms()
    }

    package func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    private func failure(_ reason: String) -> Failure { Failure(line: line, reason: reason) }

    private mutating func read(_ line: Substring) throws {
        if line.isEmpty { throw failure("an empty line") }
        guard line.first == "#" else { return try readSample(line) }
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count == 4, words[0] == "#" else { throw failure("a comment that is neither HELP nor TYPE") }
        let name = String(words[2])
        guard name.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) != nil else { throw failure("a bad name") }
        guard !metrics.contains(name) else { throw failure("\(words[1]) after samples") }
        switch words[1] {
        case "HELP":
            guard help.insert(name).inserted else { throw failure("a second HELP") }
            guard words[3].wholeMatch(of: /([^\\]|\\\\|\\n)*/) != nil else { throw failure("a bad escape") }
        case "TYPE":
            guard ["counter", "gauge", "histogram"].contains(words[3]) else { throw failure("a bad type") }
            guard types.updateValue(String(words[3]), forKey: name) == nil else { throw failure("a second TYPE") }
        default: throw failure("a comment that is neither HELP nor TYPE")
        }
    }

    private mutating func readSample(_ line: Substring) throws {
        let pattern = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([^ ]+)/
        guard let match = line.wholeMatch(of: pattern) else { throw failure("no sample") }
        let name = String(match.1)
        let labels = try match.2.map(readLabels) ?? [:]
        guard let value = Double(match.3), match.3.wholeMatch(of: /[-+0-9.e]+|NaN|[+-]Inf/) != nil else {
            throw failure("a bad value")
        }
        let metric = try metric(of: name)
        if metrics.last != metric {
            guard !metrics.contains(metric) else { throw failure("samples of \(metric) in two places") }
            metrics.append(metric)
        }
        let key = name + labels.sorted { $0.key < $1.key }.map { "\u{1}\($0.key)\u{2}\($0.value)" }.joined()
        guard series.insert(key).inserted else { throw failure("a series twice") }
        if types[metric] == "counter", !(value >= 0 && value.isFinite && name.hasSuffix("_total")) {
            throw failure("no counter")
        }
        samples.append(Sample(name: name, labels: labels, value: value))
    }

    private func metric(of name: String) throws -> String {
        if let type = types[name] {
            if type == "histogram" { throw failure("a histogram's sample without a suffix") }
            return name
        }
        for suffix in ["_bucket", "_sum", "_count"] where name.hasSuffix(suffix) {
            let base = String(name.dropLast(suffix.count))
            if types[base] == "histogram" { return base }
        }
        throw failure("a sample before its TYPE")
    }

    private func readLabels(_ text: Substring) throws -> [String: String] {
        var labels: [String: String] = [:]
        var rest = text
        while true {
            guard let match = rest.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"/) else {
                throw failure("a bad label")
            }
            let value = match.2.replacing(/\\(.)/) { $0.1 == "n" ? "\n" : String($0.1) }
            guard labels.updateValue(String(value), forKey: String(match.1)) == nil else {
                throw failure("a label twice")
            }
            rest = rest[match.range.upperBound...]
            if rest.isEmpty { return labels }
            guard rest.first == "," else { throw failure("a bad label") }
            rest.removeFirst()
        }
    }

    private mutating func checkHistograms() throws {
        line = 0
        for name in types.filter({ $0.value == "histogram" }).keys.sorted() {
            var buckets: [[String: String]: [(bound: Double, count: Double)]] = [:]
            for sample in samples where sample.name == name + "_bucket" {
                guard let bound = sample.labels["le"].flatMap({ Double($0) }) else { throw failure("a bad bound") }
                var labels = sample.labels
                labels["le"] = nil
                buckets[labels, default: []].append((bound, sample.value))
            }
            for (labels, buckets) in buckets {
                guard buckets.last?.bound == .infinity else { throw failure("no bucket without a bound") }
                for (lower, upper) in zip(buckets, buckets.dropFirst()) {
                    guard lower.bound < upper.bound, lower.count <= upper.count else { throw failure("not cumulative") }
                }
                guard value(name + "_count", labels) == buckets.last?.count else { throw failure("a wrong count") }
                guard value(name + "_sum", labels) != nil else { throw failure("no sum") }
            }
            let histograms = samples.count { $0.name == name + "_count" || $0.name == name + "_sum" }
            guard histograms == 2 * buckets.count else { throw failure("a histogram without buckets") }
        }
    }
}
