import Bytes

/// Evaluates `Accept-Encoding` (RFC 9110 section 12.5.3), on one or more lines.
struct AcceptEncoding {
    /// Weights in thousandths; `nil` if not given.
    private var gzip: Int?
    private var identity: Int?
    /// The weight of `*`.
    private var others: Int?
    private var isMalformed = false

    /// Whether to gzip a compressible body.
    ///
    /// The coding with the higher weight wins, where `*` stands for unnamed codings; gzip wins a tie. Without the field
    /// the body is not compressed, since clients that can decode gzip say so. A field that is malformed or accepts
    /// nothing is disregarded (section 12.4.1 allows that in place of 406): a readable body helps more than an error.
    var prefersGzip: Bool {
        guard !isMalformed, let gzip = gzip ?? others, gzip > 0 else { return false }
        return gzip >= identity ?? others ?? 0
    }

    mutating func add(_ value: Span<UInt8>) {
        value.forEachListElement { element in
            guard !element.isEmpty else { return }
            let end = element.firstIndex(of: UInt8(ascii: ";")) ?? element.count
            let coding = element.extracting(element.trimmed(0..<end))
            guard coding.isToken,
                let weight = end == element.count
                    ? 1000 : element.extracting(element.trimmed(end + 1..<element.count)).qualityValue
            else { return isMalformed = true }
            // RFC 9110 section 8.4.1.3: x-gzip is another name for gzip. The lowest weight counts.
            if coding.equalsIgnoringCase("gzip") || coding.equalsIgnoringCase("x-gzip") {
                gzip = min(gzip ?? weight, weight)
            } else if coding.equalsIgnoringCase("identity") {
                identity = min(identity ?? weight, weight)
            } else if coding.equals("*") {
                others = min(others ?? weight, weight)
            }
        }
    }
}
