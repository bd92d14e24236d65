import HTTPServer

extension ErrorResponse {
    /// The words that programs act on, beside those of ``RequestError/code``. The contract has all of both.
    enum Code: String, CaseIterable {
        case missingParameter = "missing_parameter"
        case invalidParameter = "invalid_parameter"
        case repeatedParameter = "repeated_parameter"
        case tooManyParameters = "too_many_parameters"
        case malformedBody = "malformed_body"
        case invalidBody = "invalid_body"
        case invalidCursor = "invalid_cursor"
        case invalidShown = "invalid_shown"
        case unauthorized
        case forbidden
        case explainForbidden = "explain_forbidden"
        case unknownWidget = "unknown_widget"
        case unknownItem = "unknown_item"
        case unknownMarket = "unknown_market"
        case outdatedCursor = "outdated_cursor"
        case internalError = "internal_error"
        case sourceUnavailable = "source_unavailable"
        case storeBusy = "store_busy"
        case storeFull = "store_full"
        case storeReadOnly = "store_read_only"
        case storeCorrupt = "store_corrupt"
        case storeIOError = "store_io_error"
        case storeMissing = "store_missing"
        case storeReplaced = "store_replaced"
        case storeUnavailable = "store_unavailable"
        case catalogueLoading = "catalogue_loading"
        case catalogueTooLarge = "catalogue_too_large"

        /// The status that it comes with.
        var status: Status {
            switch self {
            case .missingParameter, .invalidParameter, .repeatedParameter, .tooManyParameters, .malformedBody,
                .invalidBody, .invalidCursor, .invalidShown:
                .badRequest
            case .unauthorized: .unauthorized
            case .forbidden, .explainForbidden: .forbidden
            case .unknownWidget, .unknownItem, .unknownMarket: .notFound
            case .outdatedCursor: .gone
            case .internalError: .internalServerError
            case .sourceUnavailable, .storeBusy, .storeFull, .storeReadOnly, .storeCorrupt, .storeIOError,
                .storeMissing,
                .storeReplaced, .storeUnavailable, .catalogueLoading, .catalogueTooLarge:
                .serviceUnavailable
            }
        }
    }
}
