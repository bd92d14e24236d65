/// What a response says to web pages of other origins.
extension Reactor {
    /// Lets a page of an allowed origin read the response, and answers a browser that asks whether its page may send a
    /// request. Where no origin is allowed, nothing of a response changes.
    func share(_ response: inout Response, on connection: Connection) {
        let policy = (connection.table ?? table).crossOrigins
        guard !policy.origins.isEmpty else { return }
        // Also where the request has no Origin: a cache may have the response ready for one that has.
        response.varies.append("Origin")
        guard let reader = connection.reader, let origin = reader.origin(allowedBy: policy) else { return }
        response.fields.append(Response.Field("Access-Control-Allow-Origin", origin.description))
        guard reader.isPreflight, case .success(let route)? = connection.routing, !route.allowed.isEmpty else {
            return response.fields += policy.answerFields
        }
        response.status = .noContent
        response.fields.append(Response.Field("Access-Control-Allow-Methods", route.allowed.list))
        response.fields += policy.preflightFields
    }
}
