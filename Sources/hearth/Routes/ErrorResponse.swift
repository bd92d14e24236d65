import Auth
import Catalogue
import HTTPServer
import HomeDocument
import HomeFeed

/// An error as a client sees it: `{"error": {"code": "invalid_parameter", "message": "…", "parameter": "width"}}`.
struct ErrorResponse: Error {
    let status: Status
    /// The stable word that programs act on.
    let code: String
    /// The sentence that people read.
    let message: String
    /// The parameter that is wrong, where one is.
    var parameter: String?
    /// After how many seconds another try makes sense.
    var retryAfter: Int?
    /// Which mistake of the program it is, where it is one: for the log, and never for the client.
    var mistake: String?
    /// How to be let in, where one is not.
    var challenge: String?
    /// Why one is not let in: for the log and the metrics, and not for clients.
    var denial: String?

    init(_ code: Code, _ message: String, parameter: String? = nil, retryAfter: Int? = nil) {
        status = code.status
        self.code = code.rawValue
        self.message = message
        self.parameter = parameter
        self.retryAfter = retryAfter
    }

    /// The answer on the wire.
    var response: Response {
        var writer = JSONWriter()
        writer.object {
            $0.object("error") {
                $0.member("code", code)
                $0.member("message", message)
                if let parameter { $0.member("parameter", parameter) }
            }
        }
        var response = Response(
            status: status,
            contentType: "application/json",
            cacheControl: .unstored,
            body: writer.bytes
        )
        response.denial = denial
        if let challenge { response.fields.append(.init("WWW-Authenticate", challenge)) }
        if let retryAfter { response.fields.append(.init("Retry-After", "\(retryAfter)")) }
        return response
    }
}

extension ErrorResponse {
    /// When to try again where an operator has to mend something first, in seconds.
    private static let repairTime = 30

    /// Why a request was not let in: the faults of tokens, and a good one of another user.
    static let denials = TokenError.allCases.map(\.rawValue) + [wrongUser]
    private static let wrongUser = "wrong_user"

    /// A home, or a record, of another user than the token's.
    static let forbidden = {
        var answer = ErrorResponse(.forbidden, "The token is for another user.")
        answer.denial = wrongUser
        return answer
    }()

    /// An explanation is requested of a server that gives none.
    static let unexplained = ErrorResponse(
        .explainForbidden,
        "This server does not explain its homes; its config says so.",
        parameter: "explain"
    )

    /// A home is requested of a worker that has yet to open its store.
    static let storeOpening = ErrorResponse(.storeUnavailable, "The property store is being opened.", retryAfter: 2)

    /// A home is requested of a worker that loads the catalogue.
    static let catalogueLoading = ErrorResponse(.catalogueLoading, "The catalogue is being loaded.", retryAfter: 2)

    /// A home is requested of a worker whose catalogue does not fit into memory.
    static let catalogueTooLarge = ErrorResponse(
        .catalogueTooLarge,
        "The catalogue does not fit into the memory that it may take.",
        retryAfter: repairTime
    )

    /// The answer to a request that `error` has ended.
    init(_ error: any Error) {
        switch error {
        case let error as ErrorResponse: self = error
        case let error as TokenError: self.init(error)
        case let error as ParameterError: self.init(error)
        case let error as QueryError: self.init(error)
        case let error as BodyError: self.init(error)
        case let error as FeedError: self.init(error)
        case let error as StoreError: self.init(error)
        default: self.init(mistake: "\(error)")
        }
    }

    /// A mistake of the program. Which one it is, is for the log.
    private init(mistake: String) {
        self.init(.internalError, "The server made a mistake; its log knows which, by the id of this request.")
        self.mistake = mistake
    }

    /// A request without a token that counts. Which of a token's faults it is, is told to no client.
    private init(_ error: TokenError) {
        self.init(.unauthorized, "A valid bearer token is needed.")
        challenge = error.challenge
        denial = error.rawValue
    }

    /// A request that the server itself refuses.
    init(_ error: RequestError) {
        status = error.status
        code = error.code
        message = error.message
        parameter = error.parameter
    }

    /// A parameter that cannot be used.
    private init(_ error: ParameterError) {
        let code: Code =
            switch error.problem {
            case .missing: .missingParameter
            case .invalid: .invalidParameter
            }
        self.init(code, error.message, parameter: error.parameter)
    }

    /// A query that cannot be read.
    private init(_ error: QueryError) {
        switch error {
        case .undecodable(let name): self.init(RequestError.undecodable(parameter: name))
        case .repeated(let name): self.init(.repeatedParameter, "\(name) is given more than once", parameter: name)
        case .tooMany(let limit): self.init(.tooManyParameters, "A query has at most \(limit) parameters.")
        }
    }

    /// A body that cannot be used.
    private init(_ error: BodyError) {
        let code: Code =
            switch error {
            case .malformed: .malformedBody
            case .unexpected: .invalidBody
            }
        self.init(code, error.message)
    }

    /// A home that cannot be made.
    private init(_ error: FeedError) {
        switch error {
        case .parameter(let error): self.init(error)
        case .unknownWidget(let id): self.init(.unknownWidget, "This segment has no widget \"\(id)\".")
        case .store(let error): self.init(error)
        case .cursor(.invalid):
            self.init(
                .invalidCursor,
                "The cursor was altered, or belongs to another user, another search or another widget.",
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
                "The token was altered, or belongs to another user or another segment; ask without it.",
                parameter: "shown"
            )
        case .essential(let widget):
            self.init(
                .sourceUnavailable,
                "There is no home without its widget \"\(widget)\", which could not be loaded.",
                retryAfter: 2
            )
        case .defect(let defect): self.init(mistake: defect.description)
        }
    }

    /// A store that did not do what it was asked. What it says of its own files is for the log and not for clients.
    private init(_ error: StoreError) {
        switch error {
        case .unknownItem(let item):
            self.init(.unknownItem, "There is no item \"\(item)\"; none of the items was recorded.")
        case .busy: self.init(.storeBusy, "The property store is busy; nothing was recorded.", retryAfter: 1)
        case .defect(let what): self.init(mistake: "the store: \(what)")
        case .unavailable(let failure): self.init(failure.cause)
        case .newerSchema: self.init(.unreachable)
        }
    }

    /// A store that has failed. Its reason, which may name files and servers, is for the log alone.
    private init(_ cause: StoreFailure.Cause) {
        let (code, message, retryAfter): (Code, String, Int) =
            switch cause {
            case .full: (.storeFull, "has no room left; nothing was recorded", Self.repairTime)
            case .readOnly: (.storeReadOnly, "accepts no writes; nothing was recorded", Self.repairTime)
            case .corrupt: (.storeCorrupt, "is damaged; nothing was recorded", Self.repairTime)
            case .ioError: (.storeIOError, "could not be read or written", Self.repairTime)
            case .missing: (.storeMissing, "was removed; nothing was recorded", Self.repairTime)
            case .replaced:
                (.storeReplaced, "was replaced by another, which is about to be opened; nothing was recorded", 2)
            case .accessDenied, .outOfResources, .conflict, .timeout, .unreachable, .misconfigured:
                (.storeUnavailable, "did not answer", 2)
            }
        self.init(code, "The property store \(message).", retryAfter: retryAfter)
    }
}
