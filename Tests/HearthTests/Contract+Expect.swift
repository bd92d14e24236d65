import Contract
import HTTPTestClient
import Testing

/// Checks the answer to a request against the contract.
func expectContract(
    _ answer: TestClient.Response,
    _ method: String,
    _ target: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let contract = try Contract.repository.get()
    let operation = try #require(
        contract.operation(method, target),
        "\(method) \(target)",
        sourceLocation: sourceLocation
    )
    let faults = try contract.faults(of: Contract.Response(answer), to: operation)
    #expect(faults.prefix(5) == [], "\(method) \(target)", sourceLocation: sourceLocation)
}

extension Contract.Response {
    init(_ answer: TestClient.Response) {
        self.init(status: answer.status, fields: answer.fields, body: answer.body)
    }
}

extension RunningServer {
    /// The document at `target`; it must exist and match the contract.
    func checkedHome(_ target: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
        let answer = try get(target)
        #expect(answer.status == 200, "\(target)", sourceLocation: sourceLocation)
        try expectContract(answer, "GET", target, sourceLocation: sourceLocation)
        return try answer.json
    }
}
