import Authentication
import HTTPServer
import HomeDocument
import HomeFeed
import Catalogue

/// An error as a client sees it: `{"error": {"code": "invalid_parameter", "message": "…", "parameter": "width"}}`.
struct ErrorAnswer: Error {
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

    init(
        _ code: Code,
        message: String,
        parameter: String? = nil,
        retryAfter: Int? = nil,
        mistake: String? = nil,
        challenge: String? = nil,
        denial: String? = nil
    ) {
        status = code.status
        self.code = code.rawValue
        self.message = message
        self.parameter = parameter
        self.retryAfter = retryAfter
        self.mistake = mistake
        self.challenge = challenge
        self.denial = denial
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

extension ErrorAnswer {
    /// Why somebody was not let in: the faults of tokens, and a good one of another user.
    static let denials = TokenError.allCases.map(\.rawValue) + [wrongUser]
    private static let wrongUser = "wrong_user"

    /// What belongs to somebody else.
    static let forbidden = ErrorAnswer(
        .forbidden,
        message: "The token is for another user.",
        denial: wrongUser
    )

    /// Why a home is as it is is asked of a server that tells nobody.
    static let unexplained = ErrorAnswer(
        .explainForbidden,
        message: "This server does not explain its homes; its config says so.",
        parameter: "explain"
    )

    /// What needs the store is asked of a worker that has yet to open it.
    static let storeOpening = ErrorAnswer(
        .storeUnavailable,
        message: "The property store is being opened.",
        retryAfter: 2
    )

    /// A home is asked of a worker that loads the catalogue.
    static let catalogueLoading = ErrorAnswer(
        .catalogueLoading,
        message: "The catalogue is being loaded.",
        retryAfter: 2
    )

    /// A home is asked of a worker whose catalogue does not fit into memory.
    static let catalogueTooLarge = ErrorAnswer(
        .catalogueTooLarge,
        message: "The catalogue does not fit into the memory that it may take.",
        retryAfter: repairTime
    )

    /// A mistake of the program. Which one it is, is for the log.
    static func mistake(_ what: String) -> ErrorAnswer {
        ErrorAnswer(
            .internalError,
            message: "The server made a mistake; its log knows which, by the id of this request.",
            mistake: what
        )
    }

    /// A request without a token that counts. Which of a token's faults it is, is told to nobody.
    init(_ error: TokenError) {
        self.init(
            .unauthorized,
            message: "A valid bearer token is needed.",
            challenge: error.challenge,
            denial: error.rawValue
        )
    }

    /// A request that the server itself refuses.
    init(_ error: RequestError) {
        status = error.status
        code = error.code
        message = error.message
        parameter = error.parameter
    }

    /// A parameter that cannot be used.
    init(_ error: ParameterError) {
        let code: Code =
            switch error.problem {
            case .missing: .missingParameter
            case .invalid: .invalidParameter
            }
        self.init(code, message: error.message, parameter: error.parameter)
    }

    /// A query that cannot be read.
    init(_ error: QueryError) {
        switch error {
        case .undecodable(let name):
            self.init(RequestError.undecodable(parameter: name))
        case .repeated(let name):
            self.init(
                .repeatedParameter,
                message: "\(name) is given more than once",
                parameter: name
            )
        case .tooMany(let limit):
            self.init(
                .tooManyParameters,
                message: "A query has at most \(limit) parameters."
            )
        }
    }

    /// A body that cannot be used.
    init(_ error: BodyError) {
        let code: Code =
            switch error {
            case .malformed: .malformedBody
            case .unexpected: .invalidBody
            }
        self.init(code, message: error.message)
    }

    /// A home that cannot be made.
    init(_ error: FeedError) {
        switch error {
        case .parameter(let error): self.init(error)
        case .unknownWidget(let id):
            self.init(.unknownWidget, message: "This segment has no widget \"\(id)\".")
        case .store(let error): self.init(error)
        case .cursor(.invalid):
            self.init(
                .invalidCursor,
                message: "The cursor was altered, or belongs to another user, another search or another widget.",
                parameter: "cursor"
            )
        case .cursor(.outdated):
            self.init(
                .outdatedCursor,
                message: "The home has changed since; start over without the cursor.",
                parameter: "cursor"
            )
        case .shown:
            self.init(
                .invalidShown,
                message: "The token was altered, or belongs to another user or another segment; ask without it.",
                parameter: "shown"
            )
        case .essential(let widget):
            self.init(
                .sourceUnavailable,
                message: "There is no home without its widget \"\(widget)\", which could not be loaded.",
                retryAfter: 2
            )
        case .defect(let defect): self = .mistake(defect.description)
        }
    }

    /// A store that did not do what it was asked. What it says of its own files is for the log and not for clients.
    init(_ error: StoreError) {
        switch error {
        case .unknownItem(let item):
            self.init(
                .unknownItem,
                message: "There is no item \"\(item)\"; none of the items was recorded."
            )
        case .busy:
            self.init(
                .storeBusy,
                message: "The property store is busy; nothing was recorded.",
                retryAfter: 1
            )
        case .defect(let what): self = .mistake("the store: \(what)")
        case .unavailable(let failure): self.init(failure.cause)
        case .newerSchema: self.init(.unreachable)
        }
    }

    /// A store that has failed. Its reason, which may name files and servers, is for the log alone.
    private init(_ cause: StoreFailure.Cause) {
        switch cause {
        case .full:
            self.init(
                .storeFull,
                message: "The property store has no room left; nothing was recorded.",
                retryAfter: Self.repairTime
            )
        case .readOnly:
            self.init(
                .storeReadOnly,
                message: "The property store accepts no writes; nothing was recorded.",
                retryAfter: Self.repairTime
            )
        case .corrupt:
            self.init(
                .storeCorrupt,
                message: "The property store is damaged; nothing was recorded.",
                retryAfter: Self.repairTime
            )
        case .ioError:
            self.init(
                .storeIOError,
                message: "The property store could not be read or written.",
                retryAfter: Self.repairTime
            )
        case .missing:
            self.init(
                .storeMissing,
                message: "The property store was removed; nothing was recorded.",
                retryAfter: Self.repairTime
            )
        case .replaced:
            self.init(
                .storeReplaced,
                message:
                    "The property store was replaced by another, which is about to be opened; nothing was recorded.",
                retryAfter: 2
            )
        case .accessDenied, .outOfResources, .conflict, .timeout, .unreachable, .misconfigured:
            self.init(
                .storeUnavailable,
                message: "The property store did not answer.",
                retryAfter: 2
            )
        }
    }

    /// When to try again where an operator has to mend something first, in seconds.
    private static let repairTime = 30
}
