/// The places of values in a JSON document, for copying them byte by byte. The document must be valid.
struct JSONRanges {
    let bytes: [UInt8]

    /// The value of a member of the object at `range`, or of a member of that member, and so on.
    func value(_ path: String..., in range: Range<Int>) -> Range<Int>? {
        var range = range
        for key in path {
            guard let member = members(of: range).first(where: { text(in: $0.key) == key }) else { return nil }
            range = member.value
        }
        return range
    }

    /// The elements of the array at `range`.
    func elements(of range: Range<Int>) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        var position = skippingSpace(from: range.lowerBound + 1)
        while position < range.upperBound - 1 {
            let end = end(from: position)
            elements.append(position..<end)
            position = skippingSpace(from: end)
        }
        return elements
    }

    /// The text of the string at `range`, which has no escapes.
    func text(in range: Range<Int>) -> String {
        String(decoding: bytes[range].dropFirst().dropLast(), as: UTF8.self)
    }

    private func members(of range: Range<Int>) -> [(key: Range<Int>, value: Range<Int>)] {
        // Keys and values follow each other like the elements of an array.
        let parts = elements(of: range)
        return stride(from: 0, to: parts.count - 1, by: 2).map { (parts[$0], parts[$0 + 1]) }
    }

    /// The end of the value that starts at `position`.
    private func end(from position: Int) -> Int {
        var (index, depth, isInString) = (position, 0, false)
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\\") where isInString: index += 1
            case UInt8(ascii: "\""):
                isInString.toggle()
                if !isInString && depth == 0 { return index + 1 }
            case _ where isInString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // The bracket around a number, `true` or `false`.
                if depth == 0 { return index }
                depth -= 1
                if depth == 0 { return index + 1 }
            case _ where depth == 0 && Self.isBetweenValues(byte): return index
            default: break
            }
            index += 1
        }
        return index
    }

    private func skippingSpace(from position: Int) -> Int {
        var position = position
        while position < bytes.count, Self.isBetweenValues(bytes[position]) { position += 1 }
        return position
    }

    private static func isBetweenValues(_ byte: UInt8) -> Bool {
        [UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0a, 0x0d, 0x09].contains(byte)
    }
}
