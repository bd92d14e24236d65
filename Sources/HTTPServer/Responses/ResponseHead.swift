import Bytes
import EventLoop

/// Writes a response's head (RFC 9112 section 4).
struct ResponseHead {
    /// The `Connection` field: `close`, `keep-alive` for HTTP/1.0, or `nil` if the connection stays open.
    let connection: StaticString?
    let id: RequestID
    let date: [UInt8]

    private static let fixedCount = 512

    func write(_ response: borrowing Response, to output: inout [UInt8]) {
        output.append(addingCapacity: maximumCount(response)) { write(response, to: &$0) }
    }

    private func maximumCount(_ response: borrowing Response) -> Int {
        var count = Self.fixedCount + date.count + (response.contentType?.utf8.count ?? 0)
        count += EntityTag.maximumCount
        for name in response.varies { count += name.utf8.count + 10 }
        for field in response.fields { count += field.name.utf8.count + field.value.utf8.count + 4 }
        return count
    }

    private func write(_ response: borrowing Response, to output: inout OutputSpan<UInt8>) {
        if response.status == .ok {
            output.append("HTTP/1.1 200 OK\r\nDate: ")
        } else {
            output.append("HTTP/1.1 ")
            output.append(decimal: Int(response.status.rawValue))
            output.append(0x20)
            output.append(copying: response.status.reason.utf8.span)
            output.append("\r\nDate: ")
        }
        output.append(copying: date)
        output.append("\r\nX-Request-Id: ")
        id.withBytes { output.append(copying: $0) }
        if let contentType = response.contentType {
            output.append("\r\nContent-Type: ")
            output.append(onOneLine: contentType.utf8.span)
        }
        if !response.status.hasNoBody {
            if response.coding == .gzip { output.append("\r\nContent-Encoding: gzip") }
            output.append("\r\nContent-Length: ")
            output.append(decimal: response.body.count)
        }
        writeVary(response, to: &output)
        if let entityTag = response.entityTag {
            output.append("\r\nETag: \"")
            entityTag.writeOpaque(to: &output)
            output.append("\"")
        }
        if let cacheControl = response.cacheControl {
            output.append("\r\nCache-Control: ")
            output.append(copying: cacheControl.rawValue.utf8.span)
        }
        for field in response.fields {
            output.append("\r\n")
            output.append(onOneLine: field.name.utf8.span)
            output.append(": ")
            output.append(onOneLine: field.value.utf8.span)
        }
        if let connection {
            output.append("\r\nConnection: ")
            output.append(connection)
        }
        output.append("\r\n\r\n")
    }

    private func writeVary(_ response: borrowing Response, to output: inout OutputSpan<UInt8>) {
        var isFirst = true
        if response.coding != nil {
            output.append("\r\nVary: Accept-Encoding")
            isFirst = false
        }
        for name in response.varies {
            output.append(isFirst ? "\r\nVary: " as StaticString : ", ")
            output.append(copying: name.utf8.span)
            isFirst = false
        }
    }
}

extension SecondText {
    /// `Date` (RFC 9110 section 6.6.1) as an IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static var date: SecondText { SecondText("%a, %d %b %Y %H:%M:%S GMT") }
}

extension OutputSpan<UInt8> {
    /// Appends text in which line breaks and NUL become spaces (RFC 9110 section 5.5).
    fileprivate mutating func append(onOneLine text: Span<UInt8>) {
        guard !text.contains(no: { $0.areEnds }) else { return append(copying: text) }
        for index in text.indices {
            let isEnd = text[index] == .carriageReturn || text[index] == .lineFeed || text[index] == 0
            append(isEnd ? 0x20 : text[index])
        }
    }
}
