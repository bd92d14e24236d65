import Foundation

@testable import CheckedJSON
@testable import HomeFeed
@testable import Catalogue

/// The JSON of requests' bodies.
enum Bodies {
    static func test(_ input: [UInt8]) {
        let found = Result { () throws(MalformedJSON) in try JSONValue(parsing: input) }
        switch found {
        case .success(let value):
            expect((try? JSONValue(parsing: value.text.utf8)) == value, "\(value) stays the same")
        case .failure(let error):
            expect(error.line >= 1 && error.column >= 1 && error.column <= input.count + 1, "\(error) is in the text")
        }
        checkAgainstFoundation(found, input)
        checkSearch(input)
        checkOpened(input)
    }

    private static func checkSearch(_ input: [UInt8]) {
        do throws(BodyError) {
            let criteria = try SearchCriteria(body: input)
            expect(
                (try? SearchCriteria(body: criteria.text.utf8)) == criteria,
                "\(criteria) stay the same"
            )
            for (min, max) in [
                (criteria.price.min.map { Double($0) }, criteria.price.max.map { Double($0) }),
                (criteria.bedrooms.min.map { Double($0) }, criteria.bedrooms.max.map { Double($0) }),
                (criteria.bathrooms.min, criteria.bathrooms.max), (criteria.area.min, criteria.area.max),
            ] {
                expect(min.map { $0 >= 0 } ?? true && max.map { $0 >= min ?? 0 } ?? true, "\(criteria) make sense")
            }
            expect(criteria.market.map { Identifier.isValid($0) } ?? true, "\(criteria) name a market")
        } catch {
            expect(!error.message.isEmpty, "an error says what is wrong")
        }
    }

    private static func checkOpened(_ input: [UInt8]) {
        do throws(BodyError) {
            let items = try OpenedBody(body: input).items
            expect((1...OpenedBody.maximumItems).contains(items.count), "there are items, but not too many")
            let text = JSONValue.object(["items": .array(items.map { .string($0.description) })]).text
            expect((try? OpenedBody(body: text.utf8).items) == items, "\(items) stay the same")
        } catch {
            expect(!error.message.isEmpty, "an error says what is wrong")
        }
    }

    // MARK: Foundation

    private static func checkAgainstFoundation(_ found: Result<JSONValue, MalformedJSON>, _ input: [UInt8]) {
        // It guesses at other encodings, and passes a byte order mark by: before the text, which RFC 8259 section 8.1
        // leaves to it, and at the beginning of each string, which is wrong.
        guard !input.prefix(4).contains(0), !input.contains([0xef, 0xbb, 0xbf]), !input.starts(with: [0xfe, 0xff]),
            !input.starts(with: [0xff, 0xfe])
        else { return }
        let foundation = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
        switch (found, foundation) {
        case (.success(let value), let other?): expect(value.equals(other), "\(value) is \(other)")
        case (.success(let value), nil): fatalError("expected that \(value) is refused")
        case (.failure, nil): break
        case (.failure(let error), let other?):
            // What is refused here for a reason of its own.
            let reasons = ["a name that does not stand", "at most 256 levels", "a number that fits"]
            if reasons.contains(where: error.expectation.hasPrefix) { return }
            // Foundation takes a comma behind the last element.
            let lines = input.split(separator: 0x0a, omittingEmptySubsequences: false)
            let byte = lines[error.line - 1].dropFirst(error.column - 1).first
            expect(byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"), "\(other) is read, found \(error)")
        }
    }
}

extension JSONValue {
    /// The value as JSON.
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

    /// Whether Foundation has read the same.
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
    /// Whether it is `other`, where Foundation has taken its detour over decimals.
    fileprivate func isNear(_ other: NSNumber) -> Bool { abs(self - other.doubleValue) <= abs(self) * 1e-12 }
}

extension SearchCriteria {
    /// The criteria as a body.
    fileprivate var text: String {
        func interval<Bound>(_ interval: ClosedInterval<Bound>, _ value: (Bound) -> JSONValue) -> JSONValue {
            .object(["min": interval.min.map(value) ?? .null, "max": interval.max.map(value) ?? .null])
        }
        let place: JSONValue? = place.map { area in
            let (center, radius) = (area.center, area.radius)
            return .object([
                "lat": .number(center.latitude), "lon": .number(center.longitude), "radius": .number(radius),
            ])
        }
        return JSONValue.object([
            "market": market.map { .string($0) } ?? .null, "types": .array(types.map { .string($0.rawValue) }),
            "price": interval(price) { .integer($0) }, "bedrooms": interval(bedrooms) { .integer(Int64($0)) },
            "bathrooms": interval(bathrooms) { .number($0) }, "area": interval(area) { .number($0) },
            "place": place ?? .null,
        ]).text
    }
}
