import Bytes

extension Span<UInt8> {
    /// The id of the trace in `traceparent` (W3C Trace Context section 3.2), not 0; `nil` if the text is malformed.
    ///
    /// Version 00 is `00-` trace `-` span `-` flags, in 32, 16 and 2 lower-case hexadecimal digits. Later versions may
    /// append parts after a `-`, which are ignored.
    var traceID: UInt128? {
        let (dash, length) = (UInt8(ascii: "-"), 55)
        guard count >= length, self[2] == dash, self[35] == dash, self[52] == dash,
            let version: UInt8 = extracting(first: 2).hexadecimalNumber(), version != 0xff,
            count == length || version > 0 && self[length] == dash,
            let traceID: UInt128 = extracting(3..<35).hexadecimalNumber(), traceID != 0,
            let spanID: UInt64 = extracting(36..<52).hexadecimalNumber(), spanID != 0,
            let _: UInt8 = extracting(53..<55).hexadecimalNumber()
        else { return nil }
        return traceID
    }

    private func hexadecimalNumber<Number: FixedWidthInteger>() -> Number? {
        var number: Number = 0
        for index in indices {
            guard !(UInt8(ascii: "A")...UInt8(ascii: "F") ~= self[index]), let digit = self[index].hexadecimalValue
            else { return nil }
            number = number << 4 | Number(digit)
        }
        return number
    }
}
