/// Appends JSON (RFC 8259) to a buffer of bytes, without white space and without temporaries: what it is given goes
/// straight into the buffer, which is all that it ever allocates.
///
/// Keys are literals that need no escaping. The writer sets the commas; that keys are unique is up to its user.
public struct JSONWriter: Sendable {
    /// What was written so far, UTF-8.
    public private(set) var bytes: [UInt8] = []
    /// Whether a comma has to come before the next key or element.
    private var needsComma = false

    /// A writer with room for `capacity` bytes before it has to move.
    public init(capacity: Int = 256) {
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
        beginElement()
        enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes a member whose value is an object.
    public mutating func object(_ key: StaticString, _ members: (inout JSONWriter) -> Void) {
        beginMember(key)
        enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes a member whose value is an array of what `elements` writes.
    public mutating func array(_ key: StaticString, _ elements: (inout JSONWriter) -> Void) {
        beginMember(key)
        enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    /// Writes members that were written before, by ``members(_:)``.
    public mutating func splice(_ members: [UInt8]) {
        guard !members.isEmpty else { return }
        beginElement()
        bytes.append(contentsOf: members)
        needsComma = true
    }

    /// Members without the braces around them, to ``splice(_:)`` into objects.
    public static func members(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        members(&writer)
        return writer.bytes
    }

    /// Writes a comma where one is due.
    mutating func beginElement() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    /// Writes `key` and its colon. A value has to follow, and then ``endValue()``.
    mutating func beginMember(_ key: StaticString) {
        // Sound: the pointer stays within the closure, and a literal's bytes live as long as the program.
        key.withUTF8Buffer { key in
            bytes.append(addingCapacity: key.count + 4) {
                if needsComma { $0.append(UInt8(ascii: ",")) }
                $0.append(UInt8(ascii: "\""))
                for index in key.indices { unsafe $0.append(key[index]) }
                $0.append(UInt8(ascii: "\""))
                $0.append(UInt8(ascii: ":"))
            }
        }
        needsComma = false
    }

    /// Whatever comes next is another member or element.
    mutating func endValue() {
        needsComma = true
    }

    /// Appends `literal` as it is.
    mutating func append(_ literal: StaticString) {
        // Sound: the pointer stays within the closure, and a literal's bytes live as long as the program.
        literal.withUTF8Buffer { literal in
            bytes.append(addingCapacity: literal.count) {
                for index in literal.indices { unsafe $0.append(literal[index]) }
            }
        }
    }

    /// Appends one byte as it is.
    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends bytes as they are.
    mutating func append(_ raw: some Collection<UInt8>) {
        bytes.append(contentsOf: raw)
    }

    /// Appends bytes as they are.
    mutating func append(_ raw: Span<UInt8>) {
        bytes.append(addingCapacity: raw.count) {
            for index in raw.indices { $0.append(raw[index]) }
        }
    }

    /// Lets `write` append bytes as they are.
    mutating func append(_ write: (inout [UInt8]) -> Void) {
        write(&bytes)
    }

    /// Writes `digits` over what stands from `position` on.
    mutating func overwrite(at position: Int, with digits: HexDigits) {
        for index in digits.indices {
            bytes[position + index] = digits[index]
        }
    }

    private mutating func enclosed(
        _ opening: UInt8,
        _ closing: UInt8,
        _ body: (inout JSONWriter) -> Void
    ) {
        append(opening)
        needsComma = false
        body(&self)
        append(closing)
        needsComma = true
    }
}
