import JSON

extension Contract {
    /// What can be asked for: a method of a path.
    package struct Operation: Sendable, CustomStringConvertible {
        package let method: String
        /// `/home/widgets/{id}`
        package let path: String
        package let json: JSONValue
        package var description: String { "\(method) \(path)" }
    }

    /// All that can be asked for.
    package var operations: [Operation] {
        document["paths"].members.sorted { $0.key < $1.key }.flatMap { path, item in
            ["get", "post", "delete", "put", "patch"].compactMap { method in
                item.members[method].map { Operation(method: method.uppercased(), path: path, json: $0) }
            }
        }
    }

    /// What a request asks for; `nil` where the contract has no such thing.
    package func operation(_ method: String, _ target: String) -> Operation? {
        let path = target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        let fitting = operations.filter { operation in
            let pattern = operation.path.split(separator: "/", omittingEmptySubsequences: false)
            return operation.method == method && pattern.count == path.count
                && zip(pattern, path).allSatisfy { $0.hasPrefix("{") && !$1.isEmpty || $0 == $1 }
        }
        // A path without parameters goes before one with them.
        return fitting.min { $0.path.count { $0 == "{" } < $1.path.count { $0 == "{" } }
    }

    /// What the contract says of the answer of this status.
    package func response(_ status: Int, of operation: Operation) -> JSONValue? {
        operation.json["responses"].members["\(status)"].map(resolved)
    }

    /// An answer as it came.
    package struct Response: Sendable {
        package let status: Int
        /// By their names in lower case.
        package let fields: [String: String]
        package let body: [UInt8]

        package init(status: Int, fields: [String: String], body: [UInt8]) {
            self.status = status
            self.fields = fields
            self.body = body
        }
    }

    /// The fields that are HTTP's own, and that no operation names.
    private static let commonFields: Set = ["date", "content-length", "content-type", "connection"]

    /// What of an answer is not as the contract has it.
    package func faults(of answer: Response, to operation: Operation) throws -> [String] {
        guard let response = response(answer.status, of: operation) else {
            return ["\(operation) answers \(answer.status), of which the contract knows nothing"]
        }
        return try fieldFaults(of: answer, by: response["headers"])
            + (try bodyFaults(of: answer, by: response["content"]))
    }

    private func fieldFaults(of answer: Response, by headers: JSONValue) throws -> [String] {
        var faults: [String] = []
        for (name, reference) in headers.members {
            let header = resolved(reference)
            guard let value = answer.fields[name.lowercased()] else {
                if header["required"] == .bool(true) { faults.append("\(name) is missing") }
                continue
            }
            let isNumber = header["schema"]["type"] == .string("integer")
            let json = isNumber ? Int64(value).map(JSONValue.integer) : .string(value)
            guard let json else {
                faults.append("\(name) is \(value), and no number")
                continue
            }
            faults += try self.faults(of: json, by: header["schema"]).map { "\(name): \($0)" }
        }
        let known = Set(headers.members.keys.map { $0.lowercased() }).union(Self.commonFields)
        return faults + answer.fields.keys.filter { !known.contains($0) }.map { "the contract has no field \($0)" }
    }

    private func bodyFaults(of answer: Response, by content: JSONValue) throws -> [String] {
        let type = answer.fields["content-type"]
        guard let media = type.flatMap({ content.members[$0] }) else {
            return type == nil && answer.body.isEmpty && content.members.isEmpty
                ? [] : ["the content is \(type ?? "of no type"), and the contract has \(content.members.keys)"]
        }
        if type != "application/json" { return [] }
        return try faults(of: JSONValue(parsing: answer.body), by: media["schema"])
    }
}
