import HTTPServer

extension ErrorAnswer {
    /// The words that programs act on, beside those of ``RequestError/Code``. The contract has all of both.
    enum Code: String, CaseIterable {
        case missingParameter = "missing_parameter"
        case invalidParameter = "invalid_parameter"
        case repeatedParameter = "repeated_parameter"
        case tooManyParameters = "too_many_parameters"
        case malformedBody = "malformed_body"
        case invalidBody = "invalid_body"
        case invalidCursor = "invalid_cursor"
        case unauthorized
        case forbidden
        case explainForbidden = "explain_forbidden"
        case unknownWidget = "unknown_widget"
        case unknownItem = "unknown_item"
        case outdatedCursor = "outdated_cursor"
        case internalError = "internal_error"
        case sourceUnavailable = "source_unavailable"
        case storeBusy = "store_busy"
        case storeUnavailable = "store_unavailable"

        /// The status that it comes with.
        var status: Status {
            switch self {
            case .missingParameter, .invalidParameter, .repeatedParameter, .tooManyParameters, .malformedBody,
                .invalidBody, .invalidCursor:
                .badRequest
            case .unauthorized: .unauthorized
            case .forbidden, .explainForbidden: .forbidden
            case .unknownWidget, .unknownItem: .notFound
            case .outdatedCursor: .gone
            case .internalError: .internalServerError
            case .sourceUnavailable, .storeBusy, .storeUnavailable: .serviceUnavailable
            }
        }
    }
}
