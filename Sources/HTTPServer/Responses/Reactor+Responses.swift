import Bytes
import EventLoop

extension Reactor {
    /// Makes the response a 304 if the client has the body already, and gzips it if the client prefers that (RFC 9110
    /// section 12.5.3). Conditions come first, so that a 304 costs no compression.
    ///
    /// Only conditions on entity tags are evaluated (RFC 9110 section 13.2.2). Those on dates are ignored, as sections
    /// 13.1.3 and 13.1.4 demand of a server without modification dates, and so is `If-Range`, as there are no ranges.
    /// Conditions apply to `GET` and `HEAD`; the other methods select no representation (section 13.2.1).
    func negotiate(_ response: inout Response, for connection: Connection) {
        guard let reader = connection.reader else { return }
        var gzips = false
        if response.isCompressible {
            gzips = reader.prefersGzip
            response.coding = gzips ? .gzip : .identity
        }
        if gzips { response.entityTag?.isGzipped = true }
        if reader.method == .get || reader.method == .head, response.status.isSuccessful {
            let ifMatch = reader.evaluate(.ifMatch, on: response.entityTag, .strong)
            // A malformed condition is treated as false.
            guard ifMatch == .absent || ifMatch == .matches else {
                bodies.recycle(response.body.take())
                return response = errorResponse(.preconditionFailed)
            }
            if reader.evaluate(.ifNoneMatch, on: response.entityTag, .weak) == .matches {
                bodies.recycle(response.body.take())
                return response.becomeNotModified()
            }
        }
        if gzips {
            let body = response.body.take()
            response.body = bodies.take(capacity: body.count)
            gzip.encode(body, to: &response.body)
            bodies.recycle(consume body)
        }
    }

    func errorResponse(_ error: RequestError) -> Response {
        if let reason = error.rejectionReason { context.observer?.rejected(reason) }
        return context.response(to: error)
    }

    /// Appends the response to the output and continues with the next request, if there can be one.
    /// - Parameter response: loses its body.
    func enqueue(_ response: inout Response, on connection: Connection, losesFraming: Bool) {
        time = .now
        connection.responseCount += 1
        let isLast = connection.responseCount >= context.limits.maxRequestsPerConnection
        let clientKeepsAlive = connection.reader?.head.isPersistent ?? true
        let isPersistent = clientKeepsAlive && !isShuttingDown && !losesFraming && !isLast
        append(&response, to: connection, isPersistent: isPersistent)
        connection.requestStart = time
        connection.readableSince = time
        connection.routing = nil
        connection.handler = nil
        if isPersistent {
            advance(connection)
        } else {
            // A client that asked to close sends nothing more; any other might be sending, and would get a reset before
            // it has read the response.
            connection.phase = .closing(lingers: clientKeepsAlive || losesFraming)
        }
    }

    private func append(_ response: inout Response, to connection: Connection, isPersistent: Bool) {
        guard let reader = connection.reader else { preconditionFailure("there is no response without a request") }
        addCrossOriginFields(to: &response, reader, connection)
        reader.identify(with: &ids)
        let bytesBefore = connection.output.count
        let now = Timestamp.now()
        connection.output.append(
            &response,
            ResponseHead(
                connection: !isPersistent ? "close" : reader.head.minorVersion == 0 ? "keep-alive" : nil,
                id: reader.id,
                date: date.value(of: now.parts.second)
            ),
            hasBody: reader.method != .head
        )
        bodies.recycle(response.body.take())
        context.observer?.responded(
            Exchange(
                method: reader.method,
                route: reader.pattern?.text,
                status: response.status,
                authFailure: response.authFailure,
                bytes: connection.output.count - bytesBefore,
                time: now,
                duration: time - connection.requestStart,
                id: reader.id,
                traceID: reader.traceID
            )
        )
    }

    /// Lets web pages of configured origins read the response, and answers their preflight requests.
    private func addCrossOriginFields(to response: inout Response, _ reader: RequestReader, _ connection: Connection) {
        let policy = (connection.routing?.table ?? table).crossOrigins
        guard !policy.origins.isEmpty else { return }
        // Also without Origin in the request: a cache may use the response for a request that has one.
        response.varies.append("Origin")
        guard let origin = reader.origin(allowedBy: policy) else { return }
        response.fields.append(Response.Field("Access-Control-Allow-Origin", origin.description))
        guard reader.isPreflight, let allowed = response.fields.first(where: { $0.name == "Allow" }) else {
            return response.fields += policy.responseFields
        }
        response.status = .noContent
        response.fields.append(Response.Field("Access-Control-Allow-Methods", allowed.value))
        response.fields += policy.preflightFields
    }
}

extension RequestReader {
    /// Never with `Cache-Control: no-transform` (RFC 9111 section 5.2.1.6), for clients that cannot set
    /// `Accept-Encoding`, such as scripts in browsers.
    fileprivate var prefersGzip: Bool {
        var accepted = AcceptEncoding()
        forEachValue(of: .acceptEncoding) { accepted.add($0) }
        var isForbidden = false
        forEachValue(of: .cacheControl) {
            $0.forEachListElement { if $0.equalsIgnoringCase("no-transform") { isForbidden = true } }
        }
        return accepted.prefersGzip && !isForbidden
    }

    fileprivate func evaluate(
        _ kind: RequestHead.Field.Kind,
        on tag: EntityTag?,
        _ comparison: EntityTagCondition.Comparison
    ) -> EntityTagCondition.Result {
        guard head.fields.contains(where: { $0.kind == kind }) else { return .absent }
        var condition = EntityTagCondition(tag: tag?.opaque, comparison: comparison)
        forEachValue(of: kind) { condition.add($0) }
        return condition.result
    }
}

extension Response {
    /// Bodies below this size, in bytes, are not compressed: they fit into one packet anyway.
    private static let minimumCompressedBody = 1024

    /// Whether gzip makes its body much smaller.
    fileprivate var isCompressible: Bool {
        guard !status.hasNoBody, body.count >= Self.minimumCompressedBody, let contentType else { return false }
        let text = contentType.utf8.span
        let type = text.extracting(first: text.firstIndex(of: UInt8(ascii: ";")) ?? text.count)
        return type.equals("application/json") || type.extracting(first: 5).equals("text/")
            || type.extracting(last: 4).equals("+xml")
    }

    /// Keeps the fields that caches need, without those that describe the body (RFC 9110 section 15.4.5).
    fileprivate mutating func becomeNotModified() {
        status = .notModified
        contentType = nil
        fields.removeAll { $0.name == "Content-Language" }
    }
}
