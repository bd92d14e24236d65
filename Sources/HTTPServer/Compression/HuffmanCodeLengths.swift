/// The one code that all texts are written in: how many bits each symbol has (RFC 1951, section 3.2.7).
///
/// It was made by `Scripts/deflate-code` of homes in four languages out of the sample data. A code of each text's own
/// would save 3 to 5% and cost as much as writing the text.
enum HuffmanCodeLengths {
    /// Of the literals, the end and the symbols of lengths.
    static let literals: [UInt8] = [
        12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
        12, 12, 12, 12,
        6, 12, 5, 12, 9, 12, 9, 12, 12, 12, 12, 12, 6, 7, 7, 10, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 12, 12, 9, 12, 10,
        12, 8, 9, 8, 9, 10, 10, 10, 9, 9, 10, 11, 9, 9, 9, 10, 11, 10, 10, 8, 10, 11, 10, 8, 9, 10, 9, 11, 12, 10, 12,
        12,
        12, 5, 6, 5, 6, 4, 6, 7, 6, 5, 10, 8, 6, 7, 5, 5, 7, 11, 5, 5, 5, 7, 7, 8, 10, 7, 9, 9, 12, 8, 12, 12,
        10, 12, 12, 11, 10, 11, 10, 12, 11, 12, 11, 12, 10, 12, 12, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
        12, 12, 12, 11,
        12, 12, 12, 11, 12, 12, 12, 9, 10, 11, 11, 12, 12, 11, 12, 12, 12, 10, 12, 11, 12, 12, 12, 12, 12, 11, 12, 12,
        12, 12, 12, 12,
        12, 12, 11, 9, 10, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 7, 8, 12, 12, 12,
        12, 12, 12,
        12, 12, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
        12, 12, 12, 12,
        12, 12, 12, 12, 8, 9, 9, 8, 8, 7, 7, 7, 8, 7, 6, 7, 7, 7, 7, 8, 9, 8, 10, 12, 11, 12, 12, 12, 12, 12,
    ]
    /// Of the symbols of distances.
    static let distances: [UInt8] = [
        12, 12, 12, 12, 12, 12, 12, 12, 10, 10, 7, 8, 6, 7, 5, 5, 3, 3, 3, 3, 3, 5, 4, 5, 5, 5, 5, 6, 5, 7,
    ]
    /// Of the symbols that tell these lengths, 0…15 and 16, which says three to six times the one before once more.
    static let lengths: [UInt8] = [
        0, 0, 0, 6, 6, 4, 5, 4, 4, 3, 3, 3, 2, 0, 0, 0, 3, 0, 0,
    ]
}
