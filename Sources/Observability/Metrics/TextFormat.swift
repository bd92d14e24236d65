// Prometheus' text format, version 0.0.4.

func metricHeader(_ name: String, _ help: String, isHistogram: Bool = false) -> String {
    let kind = isHistogram ? "histogram" : name.hasSuffix("_total") ? "counter" : "gauge"
    return "# HELP \(name) \(help.escaped(quotes: false))\n# TYPE \(name) \(kind)\n"
}

/// - Parameter value: Any text; it is escaped.
func labelPair(_ name: String, _ value: String) -> String { "\(name)=\"\(value.escaped(quotes: true))\"" }

extension String {
    mutating func append(sample name: String, _ labels: [String], _ value: Double) {
        let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
        self += "\(name)\(list) \(value.prometheus)\n"
    }

    /// The text with escaped backslashes and line feeds, and quotes in the value of a label.
    func escaped(quotes: Bool) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\"" where quotes: text += "\\\""
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Double {
    /// The syntax of Go's `ParseFloat`.
    var prometheus: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: self).map(String.init) ?? String(self)
    }
}
