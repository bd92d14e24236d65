@testable import HomeFeed

/// The request of these parameters, on a screen 390 points wide where they do not say how wide.
func read(_ parameters: (String, String)...) throws(ParameterError) -> HomeRequest { try read(parameters) }

func read(_ parameters: [(String, String)]) throws(ParameterError) -> HomeRequest {
    var all = parameters.map { (name: $0.0, value: $0.1) }
    if !all.contains(where: { $0.name == "width" }) { all.append(("width", "390")) }
    return try HomeRequest(parameters: all)
}

/// Why a request of these parameters is refused, if it is.
func refusal(_ parameters: (String, String)...) -> ParameterError? { refusal(parameters) }

func refusal(_ parameters: [(String, String)]) -> ParameterError? {
    do {
        _ = try read(parameters)
        return nil
    } catch {
        return error
    }
}
