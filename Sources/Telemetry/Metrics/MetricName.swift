/// What may be a name in Prometheus's text format.
enum MetricName {
    /// `[a-zA-Z_:][a-zA-Z0-9_:]*`
    static func isMetric(_ name: String) -> Bool {
        matches(name) { isLetter($0) || $0 == UInt8(ascii: ":") }
    }

    /// `[a-zA-Z_][a-zA-Z0-9_]*`, but not `__…`, which is Prometheus's own, nor `le`, which is a bucket's.
    static func isLabel(_ name: String) -> Bool {
        matches(name, isLetter) && !name.hasPrefix("__") && name != "le"
    }

    private static func matches(_ name: String, _ isFirst: (UInt8) -> Bool) -> Bool {
        guard let first = name.utf8.first, isFirst(first) else { return false }
        return name.utf8.allSatisfy { isFirst($0) || $0 &- UInt8(ascii: "0") < 10 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
    }
}
