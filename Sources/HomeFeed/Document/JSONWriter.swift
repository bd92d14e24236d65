import Bytes
import HomeLayout

/// Appends JSON (RFC 8259) without white space to a buffer, which is the only memory that it allocates.
///
/// The writer sets the commas. Keys need no escaping; the caller keeps them unique.
public struct JSONWriter: Sendable {
    public internal(set) var bytes: [UInt8]
    private var needsComma = false

    public init(capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Continues the members of an object after others.
    init(continuing bytes: consuming [UInt8]) {
        self.bytes = bytes
        needsComma = true
    }

    /// Returns the bytes uniquely referenced.
    public consuming func finish() -> [UInt8] { bytes }

    // MARK: Objects and arrays

    /// Writes an object; without a key, as an element or as the whole document.
    public mutating func object(_ key: StaticString? = nil, _ members: (inout JSONWriter) -> Void) {
        write(key, from: UInt8(ascii: "{"), to: UInt8(ascii: "}"), members)
    }

    /// Writes an array; without a key, as an element or as the whole document.
    public mutating func array(_ key: StaticString? = nil, _ elements: (inout JSONWriter) -> Void) {
        write(key, from: UInt8(ascii: "["), to: UInt8(ascii: "]"), elements)
    }

    private mutating func write(
        _ key: StaticString?,
        from opening: UInt8,
        to closing: UInt8,
        _ content: (inout JSONWriter) -> Void
    ) {
        if let key {
            member(key, room: 1) { $0.append(opening) }
        } else {
            element(room: 1) { $0.append(opening) }
        }
        needsComma = false
        content(&self)
        bytes.append(closing)
        needsComma = true
    }

    public mutating func objects<Elements: Sequence>(
        _ key: StaticString,
        _ elements: Elements,
        _ members: (inout JSONWriter, Elements.Element) -> Void
    ) {
        array(key) { for element in elements { $0.object { members(&$0, element) } } }
    }

    /// Writes a key that is known only at run time. The next element is its value.
    public mutating func key(_ key: String) {
        element(room: 6 * key.utf8.count + 3) {
            $0.append(jsonString: key.utf8.span)
            $0.append(UInt8(ascii: ":"))
        }
        needsComma = false
    }

    /// Encodes members without braces, and with a comma before the first one if `afterComma`.
    public static func members(afterComma: Bool = false, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.needsComma = afterComma
        members(&writer)
        return writer.bytes
    }

    // MARK: Members

    public mutating func member(_ key: StaticString, _ value: String) {
        member(key, room: 6 * value.utf8.count + 2) { $0.append(jsonString: value.utf8.span) }
    }

    public mutating func member(_ key: StaticString, _ value: Int) {
        member(key, room: Self.maximumNumberLength) { $0.append(decimal: value) }
    }

    public mutating func member(_ key: StaticString, _ value: Bool) {
        member(key, room: 5) { $0.append(value ? "true" : "false") }
    }

    public mutating func member(_ key: StaticString, _ value: FixedPoint) {
        member(key, room: Self.maximumNumberLength) { $0.append(value) }
    }

    public mutating func member(_ key: StaticString, _ value: Double) {
        member(key, room: Self.maximumNumberLength) { $0.append(json: value) }
    }

    /// Writes a text of bytes that need no escaping.
    mutating func member(_ key: StaticString, _ text: [UInt8]) {
        member(key, room: text.count + 2) {
            $0.append(UInt8(ascii: "\""))
            $0.append(copying: text)
            $0.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a revision as a string of sixteen hexadecimal digits.
    mutating func member(_ key: StaticString, _ value: Revision) {
        member(key, room: 18) {
            $0.append(UInt8(ascii: "\""))
            $0.append(hexadecimal: value.rawValue)
            $0.append(UInt8(ascii: "\""))
        }
    }

    // MARK: Elements

    public mutating func element(_ value: String) {
        element(room: 6 * value.utf8.count + 2) { $0.append(jsonString: value.utf8.span) }
    }

    public mutating func element(_ value: Bool) {
        element(room: 5) { $0.append(value ? "true" : "false") }
    }

    public mutating func element(_ value: Double) {
        element(room: Self.maximumNumberLength) { $0.append(json: value) }
    }

    // MARK: Building blocks

    static let maximumNumberLength = OutputSpan<UInt8>.maximumDecimalLength

    /// Writes a member whose value `value` appends in at most `room` bytes.
    @inline(__always)
    mutating func member(_ key: StaticString, room: Int, _ value: (inout OutputSpan<UInt8>) -> Void) {
        element(room: key.utf8CodeUnitCount + 3 + room) {
            $0.append(UInt8(ascii: "\""))
            $0.append(key)
            $0.append("\":")
            value(&$0)
        }
    }

    /// Writes an element, or members, that `element` appends in at most `room` bytes.
    @inline(__always)
    mutating func element(room: Int, _ element: (inout OutputSpan<UInt8>) -> Void) {
        let isPrecededByComma = needsComma
        needsComma = true
        bytes.append(addingCapacity: room + 1) {
            if isPrecededByComma { $0.append(UInt8(ascii: ",")) }
            element(&$0)
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a decimal number without trailing zeros.
    mutating func append(_ value: FixedPoint) { append(decimal: value.thousandths, places: 3) }

    /// Appends a number with the fewest digits that identify it, or `null` for infinities and NaN.
    mutating func append(json value: Double) {
        if value.isFinite { append(shortest: value) } else { append("null") }
    }

    mutating func append(_ value: DisplayScale) { append(decimal: value.hundredThousandths, places: 5) }
}
