import Bytes
import HTTPServer

/// Appends lines of the log: one JSON object (RFC 8259) each, and a line feed.
struct LogLine {
    /// The methods, the routes and why somebody is not let in, as JSON strings by their places.
    private let methods, routes, denials: [[UInt8]]

    init(methods: Label, routes: Label, denials: Label) {
        self.methods = methods.values.map { Self.json("\",\"method\":", $0) }
        self.routes = routes.values.map { Self.json(",\"route\":", $0) }
        self.denials = denials.values.map { Self.json(",\"auth\":", $0) }
    }

    /// `{"time":"2026-11-21T13:06:38.123Z","method":"GET","route":"/home","status":200,"bytes":4821,"microseconds":950,
    /// "requestId":"…","traceId":"…"}`, and behind the status `"auth":"expired"` where somebody was not let in.
    func append(_ record: RequestRecord, to bytes: inout [UInt8]) {
        let method = methods[Self.place(Int(record.method), in: methods)]
        let route = routes[Self.place(Int(record.route), in: routes)]
        bytes.append(addingCapacity: Self.fixedCount + method.count + route.count) { text in
            text.append("{\"time\":\"")
            record.time.append(to: &text)
            text.append(copying: method)
            text.append(copying: route)
            text.append(",\"status\":")
            text.append(decimal: Int(record.status))
        }
        if record.denial >= 0 { bytes.append(contentsOf: denials[Self.place(Int(record.denial), in: denials)]) }
        bytes.append(addingCapacity: Self.fixedCount) { text in
            text.append(",\"bytes\":")
            text.append(decimal: max(0, record.bytes))
            text.append(",\"microseconds\":")
            text.append(decimal: max(0, record.nanoseconds) / 1000)
            text.append(",\"requestId\":")
        }
        record.id.withBytes { bytes.append(jsonString: $0) }
        bytes.append(addingCapacity: Self.fixedCount) { text in
            text.append(",\"traceId\":\"")
            text.append(hexadecimal: UInt64(truncatingIfNeeded: record.trace >> 64))
            text.append(hexadecimal: UInt64(truncatingIfNeeded: record.trace))
            text.append("\"}\n")
        }
    }

    /// The bytes of a line that do not depend on its texts, at most.
    private static let fixedCount = 256

    /// `{"time":"2026-11-21T13:06:38.123Z","level":"info","message":"Serving","port":8080}`
    static func event(
        _ level: Log.Level,
        _ message: String,
        _ fields: KeyValuePairs<StaticString, LogValue>,
        at time: Timestamp
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append("{\"time\":\"\(time)\",\"level\":\"\(level.rawValue)\",\"message\":")
        bytes.append(jsonString: message.utf8.span)
        for (key, value) in fields {
            bytes.append(UInt8(ascii: ","))
            bytes.append(jsonString: key.description.utf8.span)
            bytes.append(UInt8(ascii: ":"))
            switch value {
            case .string(let text): bytes.append(jsonString: text.utf8.span)
            case .integer(let number): bytes.append("\(number)")
            case .bool(let isTrue): bytes.append(isTrue ? "true" : "false")
            }
        }
        bytes.append("}\n")
        return bytes
    }

    private static func json(_ key: StaticString, _ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(key.description)
        bytes.append(jsonString: text.utf8.span)
        return bytes
    }

    /// The place itself; the last, which is any other, where it is none.
    private static func place(_ index: Int, in words: [[UInt8]]) -> Int {
        words.indices.contains(index) ? index : words.count - 1
    }
}
