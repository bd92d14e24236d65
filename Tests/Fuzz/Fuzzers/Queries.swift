import Bytes

@testable import HTTPServer

/// Fuzzes queries and percent-encoded paths, also with bytes that a target cannot have.
enum Queries {
    private static let pattern = PathPattern("/users/{user}/searches/{search}")

    static func test(_ input: [UInt8]) {
        // NUL is refused when encoded, and a target has no plain one.
        guard !input.contains(0) else { return }
        let found = Result { () throws(RequestError) in
            try QueryParameters(bytes: input, range: 0..<input.count)
        }
        checkAgainstPlain(found, input)
        if case .success(let parameters) = found { checkRepetition(parameters) }
        checkPath(input)
    }

    /// Parses the query again, split as a whole.
    private static func checkAgainstPlain(_ found: Result<QueryParameters, RequestError>, _ input: [UInt8]) {
        var names: [String] = []
        for parameter in input.split(separator: UInt8(ascii: "&")) {
            guard names.count < QueryParameters.maximumCount else {
                let tooMany = RequestError.tooManyParameters(limit: QueryParameters.maximumCount)
                return expect(found == .failure(tooMany), "there are too many")
            }
            let equals = parameter.firstIndex(of: UInt8(ascii: "="))
            let value = equals.map { parameter[($0 + 1)...] } ?? []
            guard let name = plainText(parameter[..<(equals ?? parameter.endIndex)]), let value = plainText(value)
            else {
                guard case .failure(.undecodable) = found else {
                    fatalError("expected that \(parameter) cannot be decoded, found \(found)")
                }
                return
            }
            guard !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
                return expect(found == .failure(.repeated(parameter: name)), "\(name) is repeated, found \(found)")
            }
            // Decoding errors come after this one.
            if case .success(let parameters) = found, names.count < parameters.texts.count {
                let text = parameters.texts[names.count]
                expect(text == "\(name)=\(value)", "\(name) is \(value), found \(text)")
            }
            names.append(name)
        }
        guard case .success(let parameters) = found else {
            fatalError("expected that nothing is wrong, found \(found)")
        }
        expect(parameters.texts.count == names.count, "expected \(names.count), found \(parameters)")
    }

    private static func plainText(_ bytes: ArraySlice<UInt8>) -> String? {
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): text.append(0x20)
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                    let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), byte != 0
                else { return nil }
                text.append(byte)
                rest = rest.dropFirst(2)
            default: text.append(byte)
            }
        }
        return String(validating: text, as: UTF8.self)
    }

    /// Percent-encoded completely and parsed again, the parameters are the same.
    private static func checkRepetition(_ parameters: QueryParameters) {
        func encoded(_ text: String) -> String {
            text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        let parts = parameters.ranges.map { name, value in
            let texts = [name, value].map { String(decoding: parameters.bytes[$0], as: UTF8.self) }
            return texts.map(encoded).joined(separator: "=")
        }
        let query = parts.joined(separator: "&")
        let again = Result { () throws(RequestError) in
            try QueryParameters(bytes: Array(query.utf8), range: 0..<query.utf8.count)
        }
        expect(again == .success(parameters), "\(parameters) stay the same, found \(again)")
    }

    private static func checkPath(_ input: [UInt8]) {
        let path = input.span
        // The path's bytes are validated before it is split.
        guard input.allSatisfy({ $0 < 0x80 }), (try? pattern.matches(path)) == true,
            pattern.undecodableParameter(in: path) == nil
        else { return }
        expect(input.count { $0 == UInt8(ascii: "/") } == 4, "each parameter is one segment")
        for name in ["user", "search"] {
            expect(pattern.value(of: name, in: path)?.isEmpty == false, "\(name) can be decoded, and is not empty")
        }
    }
}

extension QueryParameters: Equatable {
    /// `name=value`.
    fileprivate var texts: [String] {
        ranges.map { String(decoding: bytes[$0.name] + [UInt8(ascii: "=")] + bytes[$0.value], as: UTF8.self) }
    }

    /// Whether both have equal parameters in the same order.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.texts == rhs.texts }
}
