extension MetricsRegistry {
    /// The media type of ``render()``.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The numbers of now in Prometheus's text format, version 0.0.4, metrics in the order of their registration.
    ///
    /// Of a metric with at most two labels all series are there from the start, so that a rate can be taken of the first
    /// event; of one with three, those combinations that occurred, since most never do.
    public func render() -> [UInt8] {
        var text = ""
        for entry in entries { entry.append(to: &text) }
        return Array(text.utf8)
    }
}

extension MetricsRegistry.Entry {
    fileprivate func append(to text: inout String) {
        let series = labels.reduce(1) { $0 * $1.values.count }
        var isBegun = !labels.isEmpty
        if isBegun { text += head }
        for index in 0..<series {
            let samples = samples(index)
            if samples.isEmpty || labels.count == 3 && samples.allSatisfy({ $0.value == 0 }) { continue }
            if !isBegun { text += head }
            isBegun = true
            let pairs = pairs(of: index)
            for sample in samples {
                let pairs = pairs + (sample.bound.map { ["le=\"\($0.prometheus)\""] } ?? [])
                let list = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
                text += "\(name)\(sample.suffix)\(list) \(sample.value.prometheus)\n"
            }
        }
    }

    private var head: String {
        "# HELP \(name) \(help.escaped(["\\": "\\\\", "\n": "\\n"]))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// The labels of a series: `route="/home"`.
    private func pairs(of series: Int) -> [String] {
        var rest = series
        var pairs: [String] = []
        for label in labels.reversed() {
            let value = label.values[rest % label.values.count].escaped(["\\": "\\\\", "\n": "\\n", "\"": "\\\""])
            pairs.insert("\(label.name)=\"\(value)\"", at: 0)
            rest /= label.values.count
        }
        return pairs
    }
}

extension String {
    fileprivate func escaped(_ escapes: [Unicode.Scalar: String]) -> String {
        unicodeScalars.reduce(into: "") { $0 += escapes[$1] ?? String($1) }
    }
}

extension Double {
    /// The number as Go's `ParseFloat` reads it.
    fileprivate var prometheus: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: self).map(String.init) ?? String(self)
    }
}
