/// Which other origins' web pages may use a server (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol).
///
/// A browser sends "simple" requests to any server without asking it first. Those that change something are therefore
/// refused (403) where the browser says that they come from a page of another origin which is not allowed here. `GET`,
/// `HEAD` and `OPTIONS` are always answered: browsers keep such answers from pages that are not allowed to read them.
public struct CrossOriginPolicy: Sendable {
    /// The origins that are allowed.
    let origins: [Origin]
    /// What tells a page of an allowed origin that it may read the answer, and which of its fields.
    let responseFields: [Response.Field]
    /// What tells a browser, which asks before it sends a request, that it may have these fields.
    let preflightFields: [Response.Field]

    /// For how many seconds a browser need not ask again. Browsers remember it for two hours at most.
    private static let preflightAge = 7200

    /// A policy that allows these origins.
    /// - Parameters:
    ///   - requestFields: the fields that their requests may have.
    ///   - responseFields: the fields of responses that their pages may read.
    public init(origins: [Origin] = [], requestFields: [String] = [], responseFields: [String] = []) {
        self.origins = origins
        self.responseFields = [Response.Field("Access-Control-Expose-Headers", responseFields.joined(separator: ", "))]
        preflightFields = [
            Response.Field("Access-Control-Allow-Headers", requestFields.joined(separator: ", ")),
            Response.Field("Access-Control-Max-Age", "\(Self.preflightAge)"),
        ]
    }
}
