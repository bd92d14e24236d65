import Contract
import Foundation
import JSON
import Testing

@Suite struct `The contract` {
    private let contract: Contract

    init() throws {
        contract = try Contract.repository.get()
    }

    /// All objects in the contract, each with its place.
    private func objects() -> [(path: String, members: [String: JSONValue])] {
        func objects(_ json: JSONValue, _ path: String) -> [(path: String, members: [String: JSONValue])] {
            switch json {
            case .object(let members):
                [(path, members)] + members.sorted { $0.key < $1.key }.flatMap { objects($1, "\(path)/\($0)") }
            case .array(let elements): elements.enumerated().flatMap { objects($1, "\(path)/\($0)") }
            default: []
            }
        }
        return objects(contract.document, "#")
    }

    @Test func `leads nowhere but to what it has, and has nothing to which nothing leads`() throws {
        var named: Set<String> = []
        for (path, members) in objects() where !path.contains("/example") {
            guard let reference = members["$ref"] else { continue }
            let target = reference.text ?? ""
            #expect(members.count == 1, "\(path)")
            #expect(contract.resolved(.object(members)) != .null, "\(path)")
            named.insert(target)
        }
        for (kind, entries) in contract.document["components"].members where kind != "securitySchemes" {
            for name in entries.members.keys {
                // No operation has the answer to a method that it is not.
                if ["MethodNotAllowed", "Allow"].contains(name) { continue }
                #expect(named.contains("#/components/\(kind)/\(name)"), "\(kind) \(name)")
            }
        }
    }

    @Test func `has examples that are as it says`() throws {
        var count = 0
        for (path, members) in objects() where !path.contains("/example") {
            guard let schema = members["schema"], path.hasPrefix("#/paths") || path.hasPrefix("#/components") else {
                continue
            }
            let examples =
                (members["example"].map { [$0] } ?? [])
                + (members["examples"]?.members.values.map { $0["value"] } ?? [])
            for example in examples {
                let faults = try contract.faults(of: example, by: schema)
                #expect(faults.isEmpty, "\(path)")
                count += 1
            }
        }
        #expect(count > 20)
    }

    /// Generators name what has no name `InlineObject7`, and stop at types that depend on values.
    @Test func `has structs with names, of which a client need not know all members and values`() throws {
        let requests = [
            "Search", "Opened", "Events", "Event", "Arrangement", "KnownWidgets", "Place", "PriceRange", "NumberRange",
            "CountRange",
        ]
        for (path, members) in objects() where !path.contains("/example") {
            #expect(["oneOf", "anyOf", "allOf", "discriminator", "const"].allSatisfy { members[$0] == nil }, "\(path)")
            // Only what a client sends may be closed.
            if members["enum"] != nil {
                #expect(members["type"] != nil && path.contains(/Search|ListingType|EventType/), "\(path)")
            }
        }
        for (path, members) in objects() where members["properties"] != nil && members["type"] == .string("object") {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            #expect(path == "#/components/schemas/\(name)", "\(path)")
            // An answer may get more members; a request with one that the server does not know is an error.
            #expect((members["additionalProperties"] == .bool(false)) == requests.contains(name), "\(path)")
            for name in members["required"]?.elements ?? [] {
                #expect(members["properties"]?[name.text ?? ""] != .null, "\(path): \(name)")
            }
        }
    }

    @Test func `has each code of an error once, with its status, where an answer of that status is`() throws {
        let codes = contract.document["components"]["schemas"]["ErrorCode"]["x-extensible-enum"].elements.compactMap(
            \.text
        )
        #expect(Set(codes).count == codes.count)
        #expect(Set(codes) == Set(contract.statuses.keys))
        var found: [String: Int] = ["method_not_allowed": 405]
        for operation in contract.operations {
            for (status, reference) in operation.json["responses"].members {
                for code in contract.resolved(reference)["x-codes"].elements {
                    found[try #require(code.text)] = Int(status)
                }
            }
        }
        #expect(found == contract.statuses)
    }

    @Test func `names each operation once, and each parameter of its path`() throws {
        let ids = contract.operations.map { $0.json["operationId"].text ?? "" }
        #expect(Set(ids).count == ids.count && !ids.contains(""))
        for operation in contract.operations {
            let all =
                contract.document["paths"][operation.path]["parameters"].elements
                + operation.json["parameters"].elements
            let inPath = all.map(contract.resolved).filter { $0["in"].text == "path" }
            let wanted = operation.path.matches(of: /\{(\w+)\}/).map { String($0.1) }
            #expect(inPath.compactMap { $0["name"].text } == wanted, "\(operation)")
            #expect(inPath.allSatisfy { $0["required"] == .bool(true) }, "\(operation)")
        }
    }

    /// Generators of clients refuse `false` as a schema, except for other members.
    @Test func `forbids members in words that generators of clients read`() {
        func refused(_ json: JSONValue, at path: String) -> [String] {
            json.members.flatMap { name, value in
                value == .bool(false) && path.hasSuffix("/properties")
                    ? ["\(path)/\(name)"] : refused(value, at: "\(path)/\(name)")
            }
                + json.elements.enumerated().flatMap { refused($1, at: "\(path)/\($0)") }
        }
        #expect(refused(contract.document["components"]["schemas"], at: "") == [])
    }

    @Test func `finds what a request asks for`() throws {
        let found = [
            ("GET", "/home?width=390"), ("GET", "/home/widgets/nearby?width=390"), ("POST", "/users/u1/opened"),
            ("DELETE", "/users/u1"), ("DELETE", "/home"), ("GET", "/nowhere"), ("GET", "/home/"), ("DELETE", "/users/"),
        ].map { contract.operation($0, $1)?.path }
        #expect(
            found == [
                "/home", "/home/widgets/{id}", "/users/{user}/opened", "/users/{user}", nil, nil, nil, nil,
            ]
        )
    }

    @Test func `is held against answers: status, fields and body`() throws {
        let health = try #require(contract.operation("GET", "/healthz"))
        func faults(
            _ status: Int = 200,
            _ body: String = #"{"status":"alive"}"#,
            _ change: (inout [String: String]) -> Void = { _ in }
        ) throws -> [String] {
            var fields = ["content-type": "application/json", "cache-control": "no-store", "x-request-id": "a1"]
            change(&fields)
            return try contract.faults(
                of: Contract.Response(status: status, fields: fields, body: Array(body.utf8)),
                to: health
            )
        }
        #expect(try faults().isEmpty)
        #expect(try !faults(201).isEmpty)
        #expect(try !faults(200, #"{"status":"dead"}"#).isEmpty)
        #expect(try !faults(200, #"{"status":"alive","more":1}"#).isEmpty)
        #expect(try !faults { $0["content-type"] = "text/plain" }.isEmpty)
        #expect(try !faults { $0["content-type"] = nil }.isEmpty)
        #expect(try !faults { $0["cache-control"] = nil }.isEmpty)
        #expect(try !faults { $0["cache-control"] = "private, no-cache" }.isEmpty)
        #expect(try !faults { $0["x-unheard-of"] = "1" }.isEmpty)
        let error = #"{"error":{"code":"overloaded","message":"Later."}}"#
        #expect(try !faults(503, error).isEmpty, "without Retry-After")
        #expect(try faults(503, error) { $0["retry-after"] = "1" }.isEmpty)
        #expect(try !faults(503, error) { $0["retry-after"] = "soon" }.isEmpty)
        #expect(try !faults(400, #"{"error":{"code":"unheard_of","message":"Later."}}"#).isEmpty)
    }
}
