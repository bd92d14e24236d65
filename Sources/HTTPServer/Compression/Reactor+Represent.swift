/// Which form of a response a request gets.
extension Reactor {
    /// Makes of a response that to the complete request of `connection`: in the coding that it prefers (RFC 9110 section
    /// 12.5.3), and without the body where the client has it already. What decides comes first and the deflating last, so
    /// that a 304 costs none.
    ///
    /// Of the conditions (section 13.2.2) there are those on entity tags. Those on dates are ignored, as sections 13.1.3
    /// and 13.1.4 demand of a server without modification dates, and `If-Range` with ranges themselves. They apply to
    /// `GET` and `HEAD`: what the other methods act on has no representation to select, hence none that could have
    /// changed (section 13.2.1).
    func represent(_ response: inout Response, on connection: Connection) {
        var isToBeGzipped = false
        if response.isCodable {
            var accepted = AcceptEncoding()
            connection.reader?.forEachValue(of: .acceptEncoding) { accepted.note($0) }
            isToBeGzipped = accepted.prefersGzip && !isToBeLeftAsItIs(connection)
            response.coding = isToBeGzipped ? .gzip : .identity
        }
        if response.coding == .gzip { response.entityTag?.isGzipped = true }
        let method = connection.reader?.method
        if method == .get || method == .head, response.status.isSuccessful {
            let ifMatch = connection.reader?.verdict(of: .ifMatch, on: response.entityTag, .strong) ?? .absent
            // One that cannot be understood is not known to hold.
            guard ifMatch == .absent || ifMatch == .matches else {
                bodies.give(response.takeBody())
                return response = refusal(.preconditionFailed)
            }
            if connection.reader?.verdict(of: .ifNoneMatch, on: response.entityTag, .weak) == .matches {
                bodies.give(response.takeBody())
                return response.becomeNotModified()
            }
        }
        if isToBeGzipped {
            let body = response.takeBody()
            response.body = bodies.take(capacity: body.count)
            Gzip.encode(body, to: &response.body)
            bodies.give(consume body)
        }
    }

    /// Whether the request says `no-transform` (RFC 9111 section 5.2.1.6): for who wants to see the body as it is, and cannot
    /// say what it accepts, as scripts in browsers cannot.
    private func isToBeLeftAsItIs(_ connection: Connection) -> Bool {
        var isLeft = false
        connection.reader?.forEachValue(of: .cacheControl) {
            $0.forEachListElement { if $0.equalsIgnoringCase("no-transform") { isLeft = true } }
        }
        return isLeft
    }
}

extension RequestReader {
    /// What the fields of a kind say of the representation that has this tag.
    fileprivate func verdict(
        of kind: RequestHead.Field.Kind,
        on tag: EntityTag?,
        _ comparison: EntityTagCondition.Comparison
    ) -> EntityTagCondition.Verdict {
        guard head.kinds.contains(kind) else { return .absent }
        var condition = EntityTagCondition(on: tag?.opaque, comparison)
        forEachValue(of: kind) { condition.note($0) }
        return condition.verdict
    }
}

extension Response {
    /// Takes the body out.
    mutating func takeBody() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &body)
        return taken
    }

    /// Becomes the response to a client that has its body: with what caches need, and without what describes the body
    /// (RFC 9110 section 15.4.5).
    fileprivate mutating func becomeNotModified() {
        status = .notModified
        contentType = nil
        fields.removeAll { $0.describesBody }
    }
}

extension Response.Field {
    private static let describing = ["content-language", "last-modified"]

    /// Whether it is metadata of the representation, other than `Content-Location` and what is not in fields.
    fileprivate var describesBody: Bool {
        Self.describing.contains { $0.utf8.elementsEqual(name.utf8.lazy.map(\.lowercased)) }
    }
}
