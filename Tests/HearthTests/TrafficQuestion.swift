import HTTPTestClient

extension Traffic {
    /// What somebody asks a server.
    enum Question: Sendable {
        /// The home of this user.
        case home(of: String)
        /// To record this search.
        case search(Search)

        /// How many searches somebody makes: fewer than are kept.
        private static let searchesPerUser = 40

        /// Every second home is of somebody whom nobody has heard of, so that it has to be read.
        init(_ number: Int, lookedAtBy reader: Int) {
            self = .home(of: number.isMultiple(of: 2) ? "reader\(reader)" : "reader\(reader)-\(number)")
        }

        init(_ number: Int, searchedBy writer: Int) {
            self = .search(Search(user: "writer\(writer)-\(number / Self.searchesPerUser)", price: number + 1))
        }

        /// Sends it, and waits for nothing.
        func ask(over client: TestClient) throws {
            switch self {
            case .home(let user): try client.send("GET", "/home?width=390&lat=41.65&lon=-83.54&user=\(user)")
            case .search(let search):
                let body = #"{"market":"toledo","price":{"min":\#(search.price)}}"#
                try client.send("POST", "/users/\(search.user)/searches", body: body)
            }
        }
    }
}
