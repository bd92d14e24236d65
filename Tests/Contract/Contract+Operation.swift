import JSON

extension Contract {
    /// A method of a path.
    package struct Operation: Sendable, CustomStringConvertible {
        package let method: String
        /// `/home/widgets/{id}`
        package let path: String
        package let json: JSONValue
        package var description: String { "\(method) \(path)" }
    }

    package var operations: [Operation] {
        document["paths"].members.sorted { $0.key < $1.key }.flatMap { path, item in
            ["get", "post", "delete", "put", "patch"].compactMap { method in
                item.members[method].map { Operation(method: method.uppercased(), path: path, json: $0) }
            }
        }
    }

    /// The operation of a request; `nil` if there is none.
    package func operation(_ method: String, _ target: String) -> Operation? {
        let path = target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        let fitting = operations.filter { operation in
            let pattern = operation.path.split(separator: "/", omittingEmptySubsequences: false)
            return operation.method == method && pattern.count == path.count
                && zip(pattern, path).allSatisfy { $0.hasPrefix("{") && !$1.isEmpty || $0 == $1 }
        }
        // Paths without parameters take precedence.
        return fitting.min { $0.path.count { $0 == "{" } < $1.path.count { $0 == "{" } }
    }

    /// The declared response with this status.
    package func response(_ status: Int, of operation: Operation) -> JSONValue? {
        operation.json["responses"].members["\(status)"].map(resolved)
    }

    /// A received response.
    package struct Response: Sendable {
        package let status: Int
        /// By lowercase name.
        package let fields: [String: String]
        package let body: [UInt8]

        package init(status: Int, fields: [String: String], body: [UInt8]) {
            self.status = status
            self.fields = fields
            self.body = body
        }
    }

    /// Fields that operations need not declare.
    private static let commonFields: Set = ["date", "content-length", "content-type", "connection"]

    /// The violations of the contract in a response.
    package func faults(of answer: Response, to operation: Operation) throws -> [String] {
        guard let response = response(answer.status, of: operation) else {
            return ["\(operation) returned the undeclared status \(answer.status)"]
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
                faults.append("\(name) is \(value): expected a number")
                continue
            }
            faults += try self.faults(of: json, by: header["schema"]).map { "\(name): \($0)" }
        }
        let known = Set(headers.members.keys.map { $0.lowercased() }).union(Self.commonFields)
        return faults + answer.fields.keys.filter { !known.contains($0) }.map { "undeclared field \($0)" }
    }

    private func bodyFaults(of answer: Response, by content: JSONValue) throws -> [String] {
        let type = answer.fields["content-type"]
        guard let media = type.flatMap({ content.members[$0] }) else {
            return type == nil && answer.body.isEmpty && content.members.isEmpty
                ? [] : ["undeclared content type \(type ?? "none"): expected one of \(content.members.keys)"]
        }
        if type != "application/json" { return [] }
        return try faults(of: JSONValue(parsing: answer.body), by: media["schema"])
    }
}
