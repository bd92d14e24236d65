import Bytes

/// Appends JSON (RFC 8259) to a buffer of bytes, without white space and without temporaries: what it is given goes
/// straight into the buffer, which is all that it ever allocates.
///
/// Keys need no escaping: literals, and names of letters and digits. The writer sets the commas; that keys are unique is up to its user.
public struct JSONWriter: Sendable {
    /// What was written so far, UTF-8.
    public private(set) var bytes: [UInt8]
    /// Whether a comma has to come before the next key or element.
    private var needsComma = false

    /// A writer with room for `capacity` bytes before it has to move.
    public init(capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// A writer that begins with this memory, which is empty and held by nobody else, so that nothing is allocated as
    /// long as its capacity lasts.
    public init(memory: consuming [UInt8]) {
        bytes = memory
    }

    /// Gives what was written away, so that nobody else holds it.
    public consuming func finish() -> [UInt8] { bytes }

    /// Writes an object, as an element or as the whole document, with the members that `members` writes.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        open { $0.append(UInt8(ascii: "{")) }
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes a member whose value is an object.
    public mutating func object(_ key: StaticString, _ members: (inout JSONWriter) -> Void) {
        begin(key, UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes a member whose value is an object. The key needs no escaping.
    public mutating func object(named key: String, _ members: (inout JSONWriter) -> Void) {
        member(named: key, room: 1) { $0.append(UInt8(ascii: "{")) }
        needsComma = false
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes a member whose value is an array of what `elements` writes. The key needs no escaping.
    public mutating func array(named key: String, _ elements: (inout JSONWriter) -> Void) {
        member(named: key, room: 1) { $0.append(UInt8(ascii: "[")) }
        needsComma = false
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes a member whose value is an array of what `elements` writes.
    public mutating func array(_ key: StaticString, _ elements: (inout JSONWriter) -> Void) {
        begin(key, UInt8(ascii: "["))
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes members that were written before, by ``members(_:)``.
    public mutating func splice(_ members: [UInt8]) {
        guard !members.isEmpty else { return }
        element(room: members.count) { $0.append(copying: members) }
    }

    /// Members without the braces around them, to ``splice(_:)`` into objects.
    public static func members(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        members(&writer)
        return writer.bytes
    }

    /// Writes a member whose value `value` appends as it is to be, which has at most `room` bytes.
    @inline(__always)
    mutating func member(_ key: StaticString, room: Int, _ value: (inout OutputSpan<UInt8>) -> Void) {
        element(room: key.utf8CodeUnitCount + 3 + room) {
            $0.append(UInt8(ascii: "\""))
            $0.append(key)
            $0.append("\":")
            value(&$0)
        }
    }

    /// Writes a member whose value `value` appends as it is to be, which has at most `room` bytes. The key needs no escaping.
    mutating func member(named key: String, room: Int, _ value: (inout OutputSpan<UInt8>) -> Void) {
        element(room: key.utf8.count + 3 + room) {
            $0.append(UInt8(ascii: "\""))
            $0.append(copying: key.utf8.span)
            $0.append("\":")
            value(&$0)
        }
    }

    /// Writes an element, or members, that `element` appends as they are to be, which have at most `room` bytes.
    @inline(__always)
    mutating func element(room: Int, _ element: (inout OutputSpan<UInt8>) -> Void) {
        let comesLater = needsComma
        needsComma = true
        bytes.append(addingCapacity: room + 1) {
            if comesLater { $0.append(UInt8(ascii: ",")) }
            element(&$0)
        }
    }

    /// Writes `digits` over what stands from `position` on.
    mutating func overwrite(at position: Int, withHexadecimal word: UInt64) {
        let digits = [UInt8](capacity: 16) { $0.append(hexadecimal: word) }
        for index in digits.indices { bytes[position + index] = digits[index] }
    }

    @inline(__always)
    private mutating func begin(_ key: StaticString, _ opening: UInt8) {
        member(key, room: 1) { $0.append(opening) }
        needsComma = false
    }

    @inline(__always)
    private mutating func open(_ opening: (inout OutputSpan<UInt8>) -> Void) {
        element(room: 1, opening)
        needsComma = false
    }

    private mutating func close(_ closing: UInt8) {
        bytes.append(closing)
        needsComma = true
    }
}
