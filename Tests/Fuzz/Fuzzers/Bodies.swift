import Foundation

@testable import Catalogue
@testable import HomeFeed
@testable import JSON

enum Bodies {
    static func test(_ input: [UInt8]) {
        let found = Result { () throws(JSONSyntaxError) in try JSONValue(parsing: input) }
        switch found {
        case .success(let value):
            expect((try? JSONValue(parsing: value.text.utf8)) == value, "\(value) stays the same")
        case .failure(let error):
            expect(error.line >= 1 && error.column >= 1 && error.column <= input.count + 1, "\(error) is in the text")
        }
        checkAgainstFoundation(found, input)
        checkSearch(input)
    }

    /// The built-in kinds, and one with attributes of each type.
    private static let kinds = KindTable(
        KindTable.builtIn.kinds + [
            Kind(
                name: "restaurant",
                attributes: [
                    Attribute(name: "rating", type: .number(unit: nil)),
                    Attribute(name: "delivery", type: .number(unit: .minute), isWhole: true),
                    Attribute(name: "minimumOrder", type: .money), Attribute(name: "open", type: .flag),
                    Attribute(name: "since", type: .instant), Attribute(name: "cuisine", type: .text(values: [])),
                ]
            )
        ]
    )

    private static func checkSearch(_ input: [UInt8]) {
        do throws(BodyError) {
            let search = try UserSearch(body: input, kinds: kinds)
            let again = Result { () throws(BodyError) in try UserSearch(body: search.text.utf8, kinds: kinds) }
            expect((try? again.get()) == search, "\(search) stays the same, found \(again)")
            let filter = search.filter
            expect(
                filter.price.min ?? 0 >= 0 && filter.price.max ?? .max >= filter.price.min ?? 0,
                "\(filter) makes sense"
            )
            for case .range(let range) in filter.attributes.values {
                expect(range.isBounded && range.max ?? .infinity >= range.min ?? -.infinity, "\(range) is valid")
            }
            for id in [filter.market, filter.brand, filter.category, filter.collection] {
                expect(id.map { Identifier.isValid($0) } ?? true, "\(filter) has valid ids")
            }
            let allowed = search.href.utf8.allSatisfy { 0x21...0x7e ~= $0 }
            expect(allowed, "\(search.href) fits a request line")
        } catch {
            expect(!error.message.isEmpty, "an error has a message")
        }
    }

    // MARK: Foundation

    private static func checkAgainstFoundation(_ found: Result<JSONValue, JSONSyntaxError>, _ input: [UInt8]) {
        // Foundation guesses other encodings, and skips byte order marks: before the text, which RFC 8259 section 8.1
        // allows, and at the beginning of each string, which is wrong.
        guard !input.prefix(4).contains(0), !input.contains([0xef, 0xbb, 0xbf]), !input.starts(with: [0xfe, 0xff]),
            !input.starts(with: [0xff, 0xfe])
        else { return }
        let foundation = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
        switch (found, foundation) {
        case (.success(let value), let other?): expect(value.equals(other), "\(value) is \(other)")
        case (.success(let value), nil): fatalError("expected that \(value) is refused")
        case (.failure, nil): break
        case (.failure(let error), let other?):
            // Errors that only this parser has.
            let reasons = ["a name that does not stand", "at most 256 levels", "a number that fits"]
            if reasons.contains(where: error.expectation.hasPrefix) { return }
            // Foundation accepts a trailing comma.
            let lines = input.split(separator: 0x0a, omittingEmptySubsequences: false)
            let byte = lines[error.line - 1].dropFirst(error.column - 1).first
            expect(byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"), "\(other) is accepted, found \(error)")
        }
    }
}

extension JSONValue {
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for unit in text.utf16 {
            let digits = String(unit, radix: 16)
            quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return quoted + "\""
    }

    /// Whether Foundation parsed the same value.
    fileprivate func equals(_ other: Any) -> Bool {
        switch (self, other) {
        case (.null, is NSNull): true
        case (.bool(let value), let other as Bool): value == other
        case (.integer(let value), let other as NSNumber): value == other.int64Value || Double(value).isNear(other)
        case (.number(let value), let other as NSNumber): value.isNear(other)
        case (.string(let text), let other as String): text == other
        case (.array(let elements), let others as [Any]):
            elements.count == others.count && zip(elements, others).allSatisfy { $0.equals($1) }
        case (.object(let members), let others as [String: Any]):
            members.count == others.count
                && members.allSatisfy { name, value in others[name].map(value.equals) ?? false }
        default: false
        }
    }
}

extension Double {
    /// Whether it is `other`, up to Foundation's rounding over decimals.
    fileprivate func isNear(_ other: NSNumber) -> Bool { abs(self - other.doubleValue) <= abs(self) * 1e-12 }
}

extension UserSearch {
    /// The search as a body.
    fileprivate var text: String {
        func interval<Bound>(_ interval: ClosedInterval<Bound>, _ value: (Bound) -> JSONValue) -> JSONValue {
            .object(["min": interval.min.map(value), "max": interval.max.map(value)].compactMapValues(\.self))
        }
        let place: JSONValue? = filter.place.map { area in
            let (center, radius) = (area.center, area.radius)
            return .object([
                "lat": .number(center.latitude), "lon": .number(center.longitude), "radius": .number(radius),
            ])
        }
        let texts = [
            "market": filter.market, "brand": filter.brand, "category": filter.category,
            "collection": filter.collection, "currency": filter.currency,
        ]
        var members = texts.compactMapValues { $0.map { JSONValue.string($0) } }
        members["kind"] = .string(kind)
        members["price"] = interval(filter.price) { .integer($0) }
        members["place"] = place
        for (name, condition) in filter.attributes {
            members[name] =
                switch condition {
                case .range(let range): interval(range) { .number($0) }
                case .anyOf(let texts): .array(texts.map { .string($0) })
                case .flag(let flag): .bool(flag)
                }
        }
        return JSONValue.object(members).text
    }
}
