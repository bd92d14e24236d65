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

    /// Writes an object, as an element or as the whole document, with the members that `members` writes.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginElement()
        enclosed("{", "}", members)
    }

    /// Writes a member whose value is an object.
    public mutating func object(_ key: StaticString, _ members: (inout JSONWriter) -> Void) {
        beginMember(key)
        enclosed("{", "}", members)
    }

    /// Writes a member whose value is an array of what `elements` writes.
    public mutating func array(_ key: StaticString, _ elements: (inout JSONWriter) -> Void) {
        beginMember(key)
        enclosed("[", "]", elements)
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
        beginElement()
        append("\"")
        append(key)
        append("\":")
    }

    /// Whatever comes next is another member or element.
    mutating func endValue() {
        needsComma = true
    }

    /// Appends `literal` as it is.
    mutating func append(_ literal: StaticString) {
        // Sound: the pointer stays within the closure, and a literal's bytes live as long as the program.
        literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends one byte as it is.
    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends bytes as they are.
    mutating func append(_ raw: some Collection<UInt8>) {
        bytes.append(contentsOf: raw)
    }

    /// Writes `digits` over what stands from `position` on.
    mutating func overwrite(at position: Int, with digits: HexDigits) {
        for index in digits.indices {
            bytes[position + index] = digits[index]
        }
    }

    private mutating func enclosed(
        _ opening: StaticString,
        _ closing: StaticString,
        _ body: (inout JSONWriter) -> Void
    ) {
        append(opening)
        needsComma = false
        body(&self)
        append(closing)
        needsComma = true
    }
}
