import Bytes
import EventLoop
import HTTPServer

/// Formats log lines: one JSON object (RFC 8259) and a line feed each.
struct LogLine {
    /// The JSON members of the labels' values, by index.
    private let methods, routes, authFailures: [[UInt8]]
    private var second = SecondText(SecondText.rfc3339)

    /// The maximum size of one part of a line, without its texts, in bytes.
    private static let fixedCount = 256

    init(methods: Label, routes: Label, authFailures: Label) {
        func members(_ prefix: String, _ label: Label) -> [[UInt8]] {
            label.values.map { value in
                var bytes = Array(prefix.utf8)
                bytes.append(jsonString: value.utf8.span)
                return bytes
            }
        }
        self.methods = members("\",\"method\":", methods)
        self.routes = members(",\"route\":", routes)
        self.authFailures = members(",\"authFailure\":", authFailures)
    }

    /// Appends `{"time":"2026-11-21T13:06:38.123Z","method":"GET","route":"/home","status":200,"bytes":4821,
    /// "microseconds":950,"requestId":"…","traceId":"…"}`, with `"authFailure":"expired"` after the status of a 401.
    mutating func append(_ record: RequestRecord, to bytes: inout [UInt8]) {
        let (second, milliseconds) = record.time.parts
        let time = self.second.value(of: second)
        let (method, route) = (Self.member(record.method, of: methods), Self.member(record.route, of: routes))
        bytes.append(addingCapacity: Self.fixedCount + method.count + route.count) { text in
            text.append("{\"time\":\"")
            text.append(copying: time)
            text.append(".")
            text.append(decimal: UInt(milliseconds), minimumDigits: 3)
            text.append("Z")
            text.append(copying: method)
            text.append(copying: route)
            text.append(",\"status\":")
            text.append(decimal: Int(record.status))
        }
        if record.authFailure >= 0 { bytes += Self.member(record.authFailure, of: authFailures) }
        bytes.append(addingCapacity: Self.fixedCount) { text in
            text.append(",\"bytes\":")
            text.append(decimal: max(0, record.bytes))
            text.append(",\"microseconds\":")
            text.append(decimal: max(0, record.duration.nanoseconds) / 1000)
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

    /// The last member (`other`) stands for an index out of range.
    private static func member(_ index: Int16, of members: [[UInt8]]) -> [UInt8] {
        members.indices.contains(Int(index)) ? members[Int(index)] : members[members.count - 1]
    }

    /// Formats `{"time":"2026-11-21T13:06:38.123Z","level":"info","message":"Serving","port":8080}`.
    /// Passwords of addresses are masked.
    static func event(
        _ level: Log.Level,
        _ message: String,
        _ fields: KeyValuePairs<StaticString, LogValue>,
        at time: Timestamp
    ) -> [UInt8] {
        var bytes = Array("{\"time\":\"\(time)\",\"level\":\"\(level.rawValue)\",\"message\":".utf8)
        bytes.append(jsonString: message.utf8.span)
        for (key, value) in fields {
            bytes += ",\"\(key)\":".utf8
            switch value {
            case .string(let text): bytes.append(jsonString: text.maskingPasswords.utf8.span)
            case .integer(let number): bytes += "\(number)".utf8
            }
        }
        bytes += "}\n".utf8
        return bytes
    }
}
