import Foundation

extension HTTPRequest {
    /// A longer URL could be refused.
    static let maximumURLLength = 4_000
    /// Of the list of known widgets.
    static let maximumCount = 256

    /// - Parameters:
    ///   - known: The home of which the server may leave out unchanged widgets.
    ///   - tag: The known home's ETag.
    static func home(_ address: URL, choices: [String: [String]], known: Home? = nil, tag: String? = nil) -> Self {
        let chosen = choices.sorted { $0.key < $1.key }.map { "\($0):\($1.joined(separator: ","))" }
        var request = HTTPRequest(url: address.adding("choices", chosen.joined(separator: ",")))
        guard let widgets = known?.homeWidgets.prefix(maximumCount) else { return request }
        let list = widgets.map { "\($0.id):\($0.contentRevision)" }.joined(separator: ",")
        let changes = request.url.adding("known", list)
        if changes.absoluteString.utf8.count <= maximumURLLength, !widgets.contains(where: { $0.id.contains(",") }) {
            (request.url, request.headers["If-None-Match"]) = (changes, tag)
            return request
        }
        let revisions = Dictionary(widgets.map { ($0.id, $0.contentRevision) }) { first, _ in first }
        (request.method, request.body) = ("POST", try? JSONEncoder().encode(["known": revisions]))
        return request
    }

    /// The choices of an address, such as `browse:top,price,nearby:new`.
    static func choices(of address: URL) -> [String: [String]] {
        let parameters = URLComponents(url: address, resolvingAgainstBaseURL: true)?.queryItems
        let list = parameters?.first { $0.name == "choices" }?.value ?? ""
        var (choices, widget): ([String: [String]], Substring) = ([:], "")
        for chip in list.split(separator: ",") {
            let colon = chip.lastIndex(of: ":")
            if let colon { widget = chip[..<colon] }
            choices[String(widget), default: []].append(String(colon.map { chip[$0...].dropFirst() } ?? chip))
        }
        return choices
    }
}

extension URL {
    /// With one more parameter, unless its value is empty.
    func adding(_ name: String, _ value: String) -> URL {
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~:,"))
        guard !value.isEmpty, let value = value.addingPercentEncoding(withAllowedCharacters: allowed)
        else { return self }
        return URL(string: absoluteString + (query == nil ? "?" : "&") + name + "=" + value) ?? self
    }

    func removing(_ names: String...) -> URL {
        var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        parts?.percentEncodedQueryItems?.removeAll { names.contains($0.name) }
        return parts?.url ?? self
    }
}
