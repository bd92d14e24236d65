import HTTPTestClient

extension Traffic {
    enum Request: Sendable {
        case home(of: String)
        case search(Search)
        case events(Batch)

        /// The number of searches of one user, below the number that a user record keeps.
        private static let searchesPerUser = 40

        /// Every second home is of a new user, whose record must be read.
        init(_ number: Int, ofReader reader: Int) {
            self = .home(of: number.isMultiple(of: 2) ? "reader\(reader)" : "reader\(reader)-\(number)")
        }

        init(_ number: Int, ofWriter writer: Int) {
            self = .search(Search(user: "writer\(writer)-\(number / Self.searchesPerUser)", price: number + 1))
        }

        /// The reporter's next batch. A batch that was refused is sent again.
        init(ofReporter reporter: Int, after reported: [String: Int]) {
            let user = "reporter\(reporter)"
            self = .events(Batch(user: user, number: reported[user] ?? 0))
        }

        /// Sends the request, and does not wait for the answer.
        func send(on client: TestClient) throws {
            switch self {
            case .home(let user): try client.send("GET", "/home?width=390&lat=41.65&lon=-83.54&user=\(user)")
            case .search(let search):
                let body = #"{"market":"toledo","price":{"min":\#(search.price)}}"#
                try client.send("POST", "/users/\(search.user)/searches", body: body)
            case .events(let batch):
                let opened = #"{"type":"opened","item":"product:s1002"}"#
                let body =
                    #"{"id":"b\#(batch.number)","events":[{"type":"shown","item":"\#(Batch.item)"},\#(opened)]}"#
                try client.send("POST", "/users/\(batch.user)/events", body: body)
            }
        }
    }
}
