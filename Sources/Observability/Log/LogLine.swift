import Bytes
import EventLoop
import HTTPServer

/// Formats log lines: one JSON object (RFC 8259) and a line feed each.
struct LogLine {
    private var second = SecondText(SecondText.rfc3339)

    /// The maximum size of a line without its texts, in bytes.
    private static let fixedCount = 512

    /// Appends `{"time":"2026-11-21T13:06:38.123Z","method":"GET","route":"/home","status":200,"bytes":4821,
    /// "microseconds":950,"requestId":"…","traceId":"…"}`, with `"authFailure":"expired"` after the status of a 401.
    ///
    /// The line has no user, path or query: logs are kept longer than the store's data and are more widely readable.
    /// The request id links it to a user's report.
    mutating func append(_ exchange: Exchange, to bytes: inout [UInt8]) {
        let (second, milliseconds) = exchange.time.parts
        let time = self.second.value(of: second)
        let (route, authFailure) = (exchange.route ?? Label.otherValue, exchange.authFailure)
        // JSON may take six times the length of a text.
        let textCount = route.utf8.count + (authFailure?.utf8.count ?? 0) + RequestID.maximumCount
        bytes.append(addingCapacity: Self.fixedCount + 6 * textCount) { text in
            text.append("{\"time\":\"")
            text.append(copying: time)
            text.append(".")
            text.append(decimal: UInt(milliseconds), minimumDigits: 3)
            text.append("Z\",\"method\":\"")
            text.append(copying: (exchange.method?.rawValue ?? Label.otherValue).utf8.span)
            text.append("\",\"route\":")
            text.append(jsonString: route.utf8.span)
            text.append(",\"status\":")
            text.append(decimal: Int(exchange.status.rawValue))
            if let authFailure {
                text.append(",\"authFailure\":")
                text.append(jsonString: authFailure.utf8.span)
            }
            text.append(",\"bytes\":")
            text.append(decimal: max(0, exchange.bytes))
            text.append(",\"microseconds\":")
            text.append(decimal: max(0, exchange.duration.nanoseconds) / 1000)
            text.append(",\"requestId\":")
            exchange.id.withBytes { text.append(jsonString: $0) }
            text.append(",\"traceId\":\"")
            text.append(hexadecimal: UInt64(truncatingIfNeeded: exchange.traceID >> 64))
            text.append(hexadecimal: UInt64(truncatingIfNeeded: exchange.traceID))
            text.append("\"}\n")
        }
    }

    /// Formats `{"time":"2026-11-21T13:06:38.123Z","level":"info","message":"Serving","port":8080}`.
    /// Passwords of addresses are masked.
    static func event(_ level: Log.Level, _ message: String, _ fields: Log.Fields) -> [UInt8] {
        var bytes = Array("{\"time\":\"\(Timestamp.now())\",\"level\":\"\(level.rawValue)\",\"message\":".utf8)
        bytes.append(jsonString: message.utf8.span)
        for (key, value) in fields {
            bytes += ",\"\(key)\":".utf8
            if value is Int {
                bytes += value.description.utf8
            } else {
                bytes.append(jsonString: value.description.maskingPasswords.utf8.span)
            }
        }
        bytes += "}\n".utf8
        return bytes
    }
}
