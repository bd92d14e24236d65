/// What a worker says to its relay: send this.
struct RequestMessage: Hashable {
    /// Given back with the answer.
    var id: UInt64
    /// How long the answer may take, from when this is read.
    var milliseconds: UInt32
    var request: TransportRequest

    /// The longest that one may be: what a request's address, fields and body come to, and more.
    static let longest = 4 << 20

    var frame: [UInt8] {
        WireWriter.frame {
            $0.number(id)
            $0.number(milliseconds)
            $0.number(request.method.rawValue)
            $0.text(request.url)
            $0.number(UInt8(request.fields.count))
            for field in request.fields {
                $0.text(field.name)
                $0.text(field.value)
            }
            $0.rest(request.body)
        }
    }

    init(id: UInt64, milliseconds: UInt32, request: TransportRequest) {
        self.id = id
        self.milliseconds = milliseconds
        self.request = request
    }

    init(_ frame: ArraySlice<UInt8>) throws(MalformedFrame) {
        var reader = WireReader(frame)
        id = try reader.number(UInt64.self)
        milliseconds = try reader.number(UInt32.self)
        guard let method = TransportRequest.Method(rawValue: try reader.number(UInt8.self)) else {
            throw MalformedFrame()
        }
        let url = try reader.text()
        var fields: [TransportRequest.Field] = []
        for _ in 0..<(try reader.number(UInt8.self)) {
            let name = try reader.text()
            fields.append(.init(name, try reader.text()))
        }
        request = TransportRequest(method, url, fields: fields, body: Array(reader.rest()))
    }
}

/// What a relay says to its worker: this came of it.
struct ResponseMessage {
    var id: UInt64
    var result: Result<TransportResponse, TransportError>

    /// The longest text about an error that is sent.
    private static let longestReason = 200
    /// What a message takes beside the body.
    static let overhead = 1024

    private enum Kind: UInt8 {
        case answered, timedOut, tooLong, unreachable, interrupted
    }

    var frame: [UInt8] {
        WireWriter.frame { writer in
            writer.number(id)
            switch result {
            case .success(let response):
                writer.number(Kind.answered.rawValue)
                writer.number(UInt16(clamping: response.status))
                writer.rest(response.body)
            case .failure(.timedOut): writer.number(Kind.timedOut.rawValue)
            case .failure(.tooLong): writer.number(Kind.tooLong.rawValue)
            case .failure(.unreachable(let reason)):
                writer.number(Kind.unreachable.rawValue)
                writer.text(String(reason.prefix(Self.longestReason)))
            case .failure(.interrupted(let reason)):
                writer.number(Kind.interrupted.rawValue)
                writer.text(String(reason.prefix(Self.longestReason)))
            }
        }
    }

    init(id: UInt64, result: Result<TransportResponse, TransportError>) {
        self.id = id
        self.result = result
    }

    init(_ frame: ArraySlice<UInt8>) throws(MalformedFrame) {
        var reader = WireReader(frame)
        id = try reader.number(UInt64.self)
        switch Kind(rawValue: try reader.number(UInt8.self)) {
        case .answered:
            let status = Int(try reader.number(UInt16.self))
            result = .success(TransportResponse(status: status, body: Array(reader.rest())))
        case .timedOut: result = .failure(.timedOut)
        case .tooLong: result = .failure(.tooLong)
        case .unreachable: result = .failure(.unreachable(try reader.text()))
        case .interrupted: result = .failure(.interrupted(try reader.text()))
        case nil: throw MalformedFrame()
        }
        try reader.expectEnd()
    }
}
