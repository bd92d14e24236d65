import HTTPServer

/// Appends lines of the log: one JSON object (RFC 8259) each, and a line feed.
struct LogLine {
    /// The methods, the routes and why somebody is not let in, as JSON strings by their places.
    private let methods, routes, denials: [[UInt8]]

    init(methods: Label, routes: Label, denials: Label) {
        self.methods = methods.values.map(Self.json)
        self.routes = routes.values.map(Self.json)
        self.denials = denials.values.map(Self.json)
    }

    /// `{"time":"2026-11-21T13:06:38.123Z","method":"GET","route":"/home","status":200,"bytes":4821,"microseconds":950,
    /// "requestId":"…","traceId":"…"}`, and behind the status `"auth":"expired"` where somebody was not let in.
    func append(_ record: RequestRecord, to bytes: inout [UInt8]) {
        bytes.append("{\"time\":\"")
        record.time.append(to: &bytes)
        bytes.append("\",\"method\":")
        bytes.append(contentsOf: Self.word(Int(record.method), of: methods))
        bytes.append(",\"route\":")
        bytes.append(contentsOf: Self.word(Int(record.route), of: routes))
        bytes.append(",\"status\":")
        bytes.append(decimal: record.status)
        if record.denial >= 0 {
            bytes.append(",\"auth\":")
            bytes.append(contentsOf: Self.word(Int(record.denial), of: denials))
        }
        bytes.append(",\"bytes\":")
        bytes.append(decimal: record.bytes)
        bytes.append(",\"microseconds\":")
        bytes.append(decimal: record.nanoseconds / 1000)
        bytes.append(",\"requestId\":")
        record.id.withBytes { bytes.append(json: $0) }
        bytes.append(",\"traceId\":\"")
        bytes.append(hexadecimal: UInt64(truncatingIfNeeded: record.trace >> 64))
        bytes.append(hexadecimal: UInt64(truncatingIfNeeded: record.trace))
        bytes.append("\"}\n")
    }

    /// `{"time":"2026-11-21T13:06:38.123Z","level":"info","message":"Serving","port":8080}`
    static func event(
        _ level: Log.Level,
        _ message: String,
        _ fields: KeyValuePairs<StaticString, LogValue>,
        at time: Timestamp
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append("{\"time\":\"")
        time.append(to: &bytes)
        bytes.append("\",\"level\":\"\(level.rawValue)\",\"message\":")
        bytes.append(json: message.utf8.span)
        for (key, value) in fields {
            bytes.append(UInt8(ascii: ","))
            bytes.append(json: key.description.utf8.span)
            bytes.append(UInt8(ascii: ":"))
            switch value {
            case .string(let text): bytes.append(json: text.utf8.span)
            case .integer(let number): bytes.append(decimal: number)
            case .bool(let isTrue): bytes.append(isTrue ? "true" : "false")
            }
        }
        bytes.append("}\n")
        return bytes
    }

    private static func json(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(json: text.utf8.span)
        return bytes
    }

    /// The word at a place; the last, which is any other, at a place that is none.
    private static func word(_ index: Int, of words: [[UInt8]]) -> [UInt8] {
        words[words.indices.contains(index) ? index : words.count - 1]
    }
}
