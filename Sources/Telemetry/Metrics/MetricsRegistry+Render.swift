extension MetricsRegistry {
    /// The media type of ``render()``.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The numbers of now in Prometheus's text format, version 0.0.4, metrics in the order of their registration.
    ///
    /// Of a metric with at most two labels all series are there from the start, so that a rate can be taken of the first
    /// event; of one with three, those combinations that occurred, since most never do.
    public func render() -> [UInt8] {
        var text = ExpositionText()
        for entry in entries { text.append(entry) }
        return text.bytes
    }
}

/// Appends metrics in Prometheus's text format.
private struct ExpositionText {
    var bytes: [UInt8] = []

    mutating func append(_ entry: MetricsRegistry.Entry) {
        switch entry.source {
        case .counters(let series):
            begin(entry)
            for (labels, counter) in zip(LabelSets(entry.labels), series) {
                let value = counter.value
                guard value > 0 || entry.labels.count < 3 else { continue }
                sample(entry.name, labels) { $0.append(decimal: value) }
            }
        case .gauges(let series):
            begin(entry)
            for (labels, gauge) in zip(LabelSets(entry.labels), series) {
                sample(entry.name, labels) { $0.append("\(gauge.value)") }
            }
        case .histograms(let series):
            begin(entry)
            for (labels, histogram) in zip(LabelSets(entry.labels), series) {
                let snapshot = histogram.snapshot
                guard !snapshot.isEmpty || entry.labels.count < 3 else { continue }
                append(snapshot, entry.name, labels)
            }
        case .readings(_, let read):
            let values = LabelSets(entry.labels).enumerated().compactMap { index, labels in
                read(index).map { (labels, $0) }
            }
            if values.isEmpty, entry.labels.isEmpty { return }
            begin(entry)
            for (labels, value) in values { sample(entry.name, labels) { $0.append(number: value) } }
        }
    }

    private mutating func begin(_ entry: MetricsRegistry.Entry) {
        bytes.append("# HELP \(entry.name) ")
        bytes.append(escaped: entry.help, quotes: false)
        bytes.append("\n# TYPE \(entry.name) \(entry.kind.rawValue)\n")
    }

    private mutating func append(_ histogram: Histogram.Snapshot, _ name: String, _ labels: [LabelSets.Pair]) {
        var count: UInt64 = 0
        for bucket in histogram.counts.indices {
            count &+= histogram.counts[bucket]
            var bound: [UInt8] = []
            if bucket < Histogram.bounds.count {
                bound.append(secondsOfNanoseconds: Histogram.bounds[bucket])
            } else {
                bound.append("+Inf")
            }
            let le = (name: "le", value: String(decoding: bound, as: UTF8.self))
            sample(name + "_bucket", labels + [le]) { $0.append(decimal: count) }
        }
        sample(name + "_sum", labels) { $0.append(secondsOfNanoseconds: histogram.sum) }
        sample(name + "_count", labels) { $0.append(decimal: count) }
    }

    private mutating func sample(_ name: String, _ labels: [LabelSets.Pair], _ value: (inout [UInt8]) -> Void) {
        bytes.append(name)
        for (index, label) in labels.enumerated() {
            bytes.append(index == 0 ? "{" : ",")
            bytes.append(label.name + "=\"")
            bytes.append(escaped: label.value, quotes: true)
            bytes.append("\"")
        }
        bytes.append(labels.isEmpty ? " " : "} ")
        value(&bytes)
        bytes.append("\n")
    }
}

/// All combinations of labels' values, the last label's changing fastest; one without labels where there are none.
private struct LabelSets: Sequence, IteratorProtocol {
    typealias Pair = (name: String, value: String)

    private let labels: [Label]
    private var index = 0

    init(_ labels: [Label]) {
        self.labels = labels
    }

    mutating func next() -> [Pair]? {
        var rest = index
        var pairs: [Pair] = []
        for label in labels.reversed() {
            pairs.append((label.name, label.values[rest % label.values.count]))
            rest /= label.values.count
        }
        index += 1
        return rest == 0 ? pairs.reversed() : nil
    }
}

extension Histogram.Snapshot {
    fileprivate var isEmpty: Bool { counts.indices.allSatisfy { counts[$0] == 0 } }
}

extension [UInt8] {
    /// Appends a help text, or a label's value with `quotes`, with what would end it escaped.
    fileprivate mutating func append(escaped text: String, quotes: Bool) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\"") where quotes: append("\\\"")
            default: append(byte)
            }
        }
    }

    /// Appends a number as Go's `ParseFloat` reads it.
    fileprivate mutating func append(number: Double) {
        if number.isNaN {
            append("NaN")
        } else if number.isInfinite {
            append(number < 0 ? "-Inf" : "+Inf")
        } else if let whole = Int(exactly: number) {
            append("\(whole)")
        } else {
            append("\(number)")
        }
    }
}
