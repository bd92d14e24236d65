import HTTPServer
import JSON

extension CrossOriginPolicy {
    /// How many origins a config can allow.
    private static let counts = 1...100

    /// The fields of requests that mean something here.
    private static let requestFields = [
        "Authorization", "Cache-Control", "Content-Type", "If-Match", "If-None-Match", "traceparent", "X-Request-Id",
    ]

    /// The fields of responses that clients act on, beside those that pages may always read.
    private static let responseFields = ["ETag", "Retry-After", "Server-Timing", "WWW-Authenticate", "X-Request-Id"]

    /// Reads `{"origins": ["https://app.example.com"]}`.
    init?(reading value: CheckedValue) {
        let origins = value.object { object in
            object.required("origins")?.array(of: "origins", Self.counts) { element -> Origin? in
                guard case .string(let text) = element.json, let origin = Origin(text) else {
                    return element.mismatch(Origin.expectation)
                }
                return origin
            }
        }
        guard let origins else { return nil }
        self.init(origins: origins, requestFields: Self.requestFields, responseFields: Self.responseFields)
    }
}
