/// How a response's head is written (RFC 9112 section 4).
struct ResponseHead {
    /// What becomes of the connection after the response.
    enum Persistence {
        /// It stays open, as HTTP/1.1 expects.
        case stays
        /// It stays open, which an HTTP/1.0 client has to be told.
        case staysForHTTP10
        /// It closes.
        case closes
    }

    let status: Status
    let contentType: String?
    var coding: ContentCoding?
    var entityTag: EntityTag?
    var cacheControl: CacheControl?
    var varies: [String] = []
    let fields: [Response.Field]
    let length: Int
    let persistence: Persistence
    /// What the request is called.
    var id: RequestID?

    func write(to output: inout [UInt8], date: [UInt8]) {
        output.append(text: "HTTP/1.1 ")
        output.append(decimal: Int(status.rawValue))
        output.append(0x20)
        output.append(text: status.reason)
        output.append(text: "\r\nDate: ")
        output.append(contentsOf: date)
        if let id {
            output.append(text: "\r\nX-Request-Id: ")
            id.withBytes { id in for index in id.indices { output.append(id[index]) } }
        }
        if let contentType { output.append(field: "Content-Type", contentType) }
        if !status.hasNoBody {
            if coding == .gzip { output.append(text: "\r\nContent-Encoding: gzip") }
            output.append(text: "\r\nContent-Length: ")
            output.append(decimal: length)
        }
        writeVary(to: &output)
        if let entityTag {
            output.append(text: entityTag.isWeak ? "\r\nETag: W/\"" : "\r\nETag: \"")
            output.append(text: entityTag.opaque)
            output.append(UInt8(ascii: "\""))
        }
        if let cacheControl { output.append(field: "Cache-Control", cacheControl.rawValue) }
        for field in fields { output.append(field: field.name, field.value) }
        switch persistence {
        case .stays: break
        case .staysForHTTP10: output.append(text: "\r\nConnection: keep-alive")
        case .closes: output.append(text: "\r\nConnection: close")
        }
        output.append(text: "\r\n\r\n")
    }

    private func writeVary(to output: inout [UInt8]) {
        guard coding != nil || !varies.isEmpty else { return }
        output.append(text: "\r\nVary: ")
        if coding != nil { output.append(text: "Accept-Encoding") }
        for (index, name) in varies.enumerated() {
            if coding != nil || index > 0 { output.append(text: ", ") }
            output.append(text: name)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(text: String) {
        append(contentsOf: text.utf8)
    }

    fileprivate mutating func append(field name: String, _ value: String) {
        append(text: "\r\n")
        appendOnOneLine(name)
        append(text: ": ")
        appendOnOneLine(value)
    }

    private mutating func appendOnOneLine(_ text: String) {
        let start = count
        append(text: text)
        // RFC 9110 section 5.5: CR, LF and NUL are replaced by a space.
        for index in start..<count where self[index] == 0x0d || self[index] == 0x0a || self[index] == 0 {
            self[index] = 0x20
        }
    }

    fileprivate mutating func append(decimal value: Int) {
        var divisor = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }
}
