import Bytes

/// What `Accept-Encoding` says (RFC 9110 section 12.5.3), over as many lines as the request has of it.
struct AcceptEncoding {
    /// Weights in thousandths; `nil` where nothing is said.
    private var gzip: Int?
    private var identity: Int?
    /// That of `*`: of every coding that is not named.
    private var others: Int?
    private var isMalformed = false

    /// Whether a body that can be gzipped should be.
    ///
    /// Where both are welcome the heavier wins, and gzip where they weigh the same or identity is not named: it is
    /// always allowed, but nobody asked for it. Without the field any coding would be allowed, but a client that can
    /// decode one says so. Identity is also what there is where the field is malformed and where nothing is acceptable:
    /// section 12.4.1 leaves the choice between 406 and to disregard the field, and a body that most clients can read
    /// helps more than an error, which would have to be in some coding too.
    var prefersGzip: Bool {
        guard !isMalformed, let gzip = gzip ?? others, gzip > 0 else { return false }
        return gzip >= identity ?? others ?? 0
    }

    /// Adds one line of the field.
    mutating func add(_ value: Span<UInt8>) {
        value.forEachListElement { element in
            guard !element.isEmpty else { return }
            let end = element.firstIndex(of: UInt8(ascii: ";")) ?? element.count
            let coding = element.extracting(element.trimmed(0..<end))
            guard coding.isToken,
                let weight = end == element.count
                    ? 1000 : element.extracting(element.trimmed(end + 1..<element.count)).qualityValue
            else { return isMalformed = true }
            // RFC 9110 section 8.4.1.3: x-gzip is another name for gzip. What is refused in one place is refused.
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
