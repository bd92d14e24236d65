import Auth
import Catalogue
import HTTPServer
import HomeFeed

/// An error response: `{"error": {"code": "invalid_parameter", "message": "…", "parameter": "width"}}`.
struct ErrorResponse: Error {
    let status: Status
    /// Stable, for programs.
    let code: String
    let message: String
    var parameter: String?
    /// In seconds.
    private var retryAfter: Int?
    /// Only for the log: clients do not see it.
    var internalError: String?
    /// `WWW-Authenticate`.
    var challenge: String?
    /// The reason for a 401 or 403, for the log and the metrics. Clients do not see it.
    var authFailure: String?

    /// The error codes besides those of `RequestError`.
    enum Code: String, CaseIterable {
        case missingParameter = "missing_parameter"
        case invalidParameter = "invalid_parameter"
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

        /// The status, and when to retry, in seconds: 30 where an operator has to repair something first. Those of the
        /// server's own errors are in `Server`, of probes in `HealthRoutes`, of a widget in `HomePass+Errors`.
        fileprivate var outcome: (status: Status, retryAfter: Int?) {
            switch self {
            case .missingParameter, .invalidParameter, .malformedBody, .invalidBody, .invalidCursor, .invalidShown:
                (.badRequest, nil)
            case .unauthorized: (.unauthorized, nil)
            case .forbidden, .explainForbidden: (.forbidden, nil)
            case .unknownWidget, .unknownItem, .unknownMarket: (.notFound, nil)
            case .outdatedCursor: (.gone, nil)
            case .internalError: (.internalServerError, nil)
            case .storeBusy: (.serviceUnavailable, 1)
            case .sourceUnavailable, .storeReplaced, .storeUnavailable, .catalogueLoading: (.serviceUnavailable, 2)
            case .storeFull, .storeReadOnly, .storeCorrupt, .storeIOError, .storeMissing, .catalogueTooLarge:
                (.serviceUnavailable, 30)
            }
        }
    }

    init(_ code: Code, _ message: String, parameter: String? = nil, authFailure: String? = nil) {
        (status, retryAfter) = code.outcome
        self.code = code.rawValue
        self.message = message
        self.parameter = parameter
        self.authFailure = authFailure
    }

    var response: Response {
        var response = Response.json(status) {
            $0.object("error") {
                $0.member("code", code)
                $0.member("message", message)
                if let parameter { $0.member("parameter", parameter) }
            }
        }
        response.authFailure = authFailure
        if let challenge { response.fields.append(.init("WWW-Authenticate", challenge)) }
        if let retryAfter { response.fields.append(.init("Retry-After", "\(retryAfter)")) }
        return response
    }
}

extension ErrorResponse {
    /// The errors of tokens, and a valid token of another user.
    static let authFailures = TokenError.allCases.map(\.rawValue) + [wrongUser]
    private static let wrongUser = "wrong_user"

    static let forbidden = ErrorResponse(.forbidden, "The token is for another user.", authFailure: wrongUser)

    static let explainForbidden = ErrorResponse(
        .explainForbidden,
        "The config of this server does not permit explanations.",
        parameter: "explain"
    )

    init(_ error: any Error) {
        switch error {
        case let error as ErrorResponse: self = error
        case let error as TokenError:
            // The same response for all errors of tokens.
            self.init(.unauthorized, "A valid bearer token is required.", authFailure: error.rawValue)
            challenge = error.challenge
        case let error as ParameterError:
            let code: Code = error.isMissing ? .missingParameter : .invalidParameter
            self.init(code, error.message, parameter: error.parameter)
        case let error as RequestError: self.init(error)
        case let error as BodyError:
            let isMalformed = if case .malformed = error { true } else { false }
            self.init(isMalformed ? .malformedBody : .invalidBody, error.message)
        case let error as FeedError: self.init(error)
        case let error as StoreError: self.init(error)
        default: self.init(internalError: "\(error)")
        }
    }

    private init(internalError: String) {
        self.init(.internalError, "Internal server error. The log has the cause under the id of this request.")
        self.internalError = internalError
    }

    init(_ error: RequestError) {
        status = error.status
        code = error.code
        message = error.message
        parameter = error.parameter
    }

    private init(_ error: FeedError) {
        switch error {
        case .parameter(let error): self.init(error)
        case .unknownWidget(let id): self.init(.unknownWidget, "This segment has no widget \"\(id)\".")
        case .unknownItem(let item):
            self.init(.unknownItem, "There is no item \"\(item)\" of this widget's kinds.", parameter: "item")
        case .store(let error): self.init(error)
        case .cursor(.invalid):
            self.init(
                .invalidCursor,
                "The cursor was altered, or belongs to another user, search or widget.",
                parameter: "cursor"
            )
        case .cursor(.outdated):
            self.init(
                .outdatedCursor,
                "The home has changed since; start over without the cursor.",
                parameter: "cursor"
            )
        case .shown:
            self.init(
                .invalidShown,
                "The token was altered, or belongs to another user or segment; repeat the request without it.",
                parameter: "shown"
            )
        case .essential(let widget):
            self.init(.sourceUnavailable, "The essential widget \"\(widget)\" could not be loaded.")
        case .defect(let description): self.init(internalError: description)
        }
    }

    /// The store's own message may name files and servers, so only the log has it.
    private init(_ error: StoreError) {
        switch error {
        case .busy: self.init(.storeBusy, "The store is busy; nothing was recorded.")
        case .defect(let reason): self.init(internalError: "the store: \(reason)")
        case .unavailable(let failure): self.init(failure.cause)
        }
    }

    private init(_ cause: StoreFailure.Cause) {
        let (code, message): (Code, String) =
            switch cause {
            case .full: (.storeFull, "is full; nothing was recorded")
            case .readOnly: (.storeReadOnly, "accepts no writes; nothing was recorded")
            case .corrupt: (.storeCorrupt, "is damaged; nothing was recorded")
            case .ioError: (.storeIOError, "could not be read or written")
            case .missing: (.storeMissing, "was removed; nothing was recorded")
            case .replaced: (.storeReplaced, "was replaced and is being reopened; nothing was recorded")
            case .accessDenied, .outOfResources, .conflict, .timeout, .unreachable, .misconfigured:
                (.storeUnavailable, "did not answer")
            }
        self.init(code, "The store \(message).")
    }
}
