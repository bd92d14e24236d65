import SeededRandom
import Testing

@testable import Import

private let isOpen = "the field's quote is never closed, found a quote that opens in line "
private let continues = "the quoted field continues after its closing quote, found a quote that opens in line "

private let vectors: [(String, [Found])] = [
    ("a,b\n1,2\n", [.record(2, ["1", "2"])]),
    ("a,b\r\n1,2\r\n3,4", [.record(2, ["1", "2"]), .record(3, ["3", "4"])]),
    ("\u{feff}a,b\n1,2\n", [.record(2, ["1", "2"])]),
    ("\"a\",\"b\"\n\"1\",\"2\"", [.record(2, ["1", "2"])]),
    ("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n", [.record(2, ["x, y", "say \"hi\""])]),
    ("a,b\n\"\"\"\",\"\"\"\"\"\"\n", [.record(2, ["\"", "\"\""])]),
    ("a,b\n\"one\ntwo\",2\n3,4\n", [.record(2, ["one\ntwo", "2"]), .record(4, ["3", "4"])]),
    ("a,b\r\n\"one\r\ntwo\",\"2\"\r\n3,4\r\n", [.record(2, ["one\r\ntwo", "2"]), .record(4, ["3", "4"])]),
    ("a,b\n,\n\"\",\n", []),
    ("a,b\n,\n1,2\n\n,\r\n,", [.record(3, ["1", "2"])]),
    ("a,b\n1,", [.record(2, ["1", ""])]),
    ("a,b\n1,\"\"", [.record(2, ["1", ""])]),
    ("a,b\n\n\r\n1,2\n\n", [.record(4, ["1", "2"])]),
    ("a,b\n5\" pipe,2\n", [.record(2, ["5\" pipe", "2"])]),
    ("a,b\n 1 ,\t2\n", [.record(2, [" 1 ", "\t2"])]),
    ("a,b\n1\r,2\n", [.record(2, ["1\r", "2"])]),
    ("c,b,a\n1,2,3\n", [.record(2, ["3", "2"])]),
    ("a;b\n1,5;2\n", [.record(2, ["1,5", "2"])]),
    ("a\tb\n1\t2\n", [.record(2, ["1", "2"])]),
    ("a|b\n1|2\n", [.record(2, ["1", "2"])]),
    ("\"a;x;y\",b,a\n1,2,3\n", [.record(2, ["3", "2"])]),
    ("a,b", []),
    (
        "a,b\n1\n2,3,4\n5,6\n",
        [
            .rejected(2, "expected 2 fields, as the header has, found 1"),
            .rejected(3, "expected 2 fields, as the header has, found 3"),
            .record(4, ["5", "6"]),
        ]
    ),
    ("a,b\n1,\"open\n2,3\n4,5\n", [.rejected(2, isOpen + "2"), .record(3, ["2", "3"]), .record(4, ["4", "5"])]),
    (
        "a,b\n1,\"open\n2,\"closed\"\n4,5\n",
        [.rejected(2, continues + "2"), .record(3, ["2", "closed"]), .record(4, ["4", "5"])]
    ),
    ("a,b\n\"one\ntwo\",\"open\n2,3\n", [.rejected(2, isOpen + "3"), .record(4, ["2", "3"])]),
    ("a,b\n\"1\"x,2\n3,4\n", [.rejected(2, continues + "2"), .record(3, ["3", "4"])]),
    ("a,b\n\"1\"\rx,2\n3,4", [.rejected(2, continues + "2"), .record(3, ["3", "4"])]),
]

@Suite struct `A CSV file` {
    @Test(arguments: vectors)
    func `is read according to RFC 4180, in pieces of any size`(text: String, found: [Found]) throws {
        for pieceSize in [Int](1...64) + [1 << 16] {
            #expect(try read(text.utf8, columns: ["a", "b"], pieceSize: pieceSize) == found, "pieces of \(pieceSize)")
        }
    }

    @Test(arguments: ["a,b\r1,2\r", "a,b\r1,2\n3,4", "\"a\r\nx\",b\r1,2", "a,b\r"])
    func `is refused where its lines end in CR alone`(text: String) throws {
        for pieceSize in 1...16 {
            let error = #expect(throws: ImportError.self) {
                try read(text.utf8, columns: ["a", "b"], pieceSize: pieceSize)
            }
            guard case .failure(let reason)? = error else {
                Issue.record("\(text.debugDescription) is read")
                continue
            }
            #expect(reason == "its lines end in CR alone; expected LF, or CR and LF")
        }
    }

    @Test func `has the delimiter of the mapping, whatever its header`() throws {
        #expect(
            try read("a,x;b\n1;2\n".utf8, columns: ["a,x", "b"], CSVSyntax(delimiter: 0x3b)) == [
                .record(2, ["1", "2"])
            ]
        )
    }

    @Test func `gives the same records for any text and any piece size`() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let body = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                [",", "\"", "\n", "\r\n", "x", "é", " "].randomElement(using: &random) ?? ""
            }
            let text = "a,b\n" + body.joined()
            let whole = try read(text.utf8, columns: ["a", "b"])
            for pieceSize in [1, 2, 3, 5, 8, 13] {
                #expect(
                    try read(text.utf8, columns: ["a", "b"], pieceSize: pieceSize) == whole,
                    "\(text.debugDescription)"
                )
            }
        }
    }

    @Test func `gives back any written text`() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<200 {
            let rows = (0..<5).map { _ in
                (0..<2).map { _ in
                    (0..<Int.random(in: 0...9, using: &random)).map { _ in
                        [",", "\"", "\n", "\r", "x", "é", ";"].randomElement(using: &random) ?? ""
                    }.joined()
                }
            }
            let lines = rows.map { row in
                row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
            }
            let found = try read(("a,b\n" + lines.joined(separator: "\n")).utf8, columns: ["a", "b"], pieceSize: 7)
            #expect(
                found.map { if case .record(_, let texts) = $0 { texts } else { [String]() } }
                    == rows.filter { row in row.contains { $0.contains { !$0.isWhitespace } } }
            )
        }
    }

    @Test(arguments: [
        ("", "the file is empty; expected a header line"),
        ("\"a,b\n1,2\n", "the header line cannot be read; its quotes are wrong or it is too long"),
        ("a,a b\n1,2\n", "the header line has no column \"b\"; expected one of \"a\", \"a b\""),
        ("x,y\n", "the header line has none of the 2 expected columns (a, b); it has x, y"),
        ("a,b,b\n", "the header line has 2 columns \"b\""),
    ])
    func `without the mapping's columns is an error`(text: String, reason: String) {
        #expect(throws: ImportError.failure(reason)) { try read(text.utf8, columns: ["a", "b"]) }
    }

    @Test(arguments: ["sep=;", "sep=;\r", "SEP=;", "\"sep=;\"", "\u{feff}sep=;\r"])
    func `has the delimiter of the line of Excel in front of its header`(line: String) throws {
        for pieceSize in 1...16 {
            let found = try read((line + "\na,x;b\n1,2;3\n").utf8, columns: ["a,x", "b"], pieceSize: pieceSize)
            #expect(found == [.record(3, ["1,2", "3"])])
        }
        #expect(try read("sep=\t\na,x\tb\n1\t2\n".utf8, columns: ["a,x", "b"]) == [.record(3, ["1", "2"])])
        // The mapping knows better.
        #expect(
            try read("sep=;\na,b\n1;2,3\n".utf8, columns: ["a", "b"], CSVSyntax(delimiter: 0x2c)) == [
                .record(3, ["1;2", "3"])
            ]
        )
        #expect(try read("sep=;x;b\n1;2;3\n".utf8, columns: ["sep=", "b"]) == [.record(2, ["1", "3"])])
    }

    @Test func `without quotes takes quotes as text`() throws {
        let text = "a|b\r\n\"Holly Court\" 5|1\r\n\"|2\n5\" pipe|\"\"\n||\n|\n"
        for pieceSize in 1...16 {
            let found = try read(text.utf8, columns: ["a", "b"], CSVSyntax(hasQuotes: false), pieceSize: pieceSize)
            #expect(
                found == [
                    .record(2, ["\"Holly Court\" 5", "1"]), .record(3, ["\"", "2"]), .record(4, ["5\" pipe", "\"\""]),
                ]
            )
        }
        // The delimiter is detected beside a quote that is text.
        #expect(
            try read("a\";b\n1;2\n".utf8, columns: ["a\"", "b"], CSVSyntax(hasQuotes: false)) == [
                .record(2, ["1", "2"])
            ]
        )
    }

    @Test func `may have sections, and records that do not end in a line's end`() throws {
        let text = """
            #HEADER#\r
            Version : 3\r
            \r
            #DEFINITION#\r
            a^b^~\r
            \r
            #DATA#\r
            1^one\r
            line^~\r
            2^"^~3^^~
            #END#
            4^x^~
            """
        let sections = CSVSyntax.Sections(header: "#DEFINITION#", records: "#DATA#", end: "#END#")
        let syntax = CSVSyntax(delimiter: 0x5e, hasQuotes: false, recordEnd: 0x7e, sections: sections)
        for pieceSize in 1...40 {
            let found = try read(text.utf8, columns: ["a", "b"], syntax, pieceSize: pieceSize)
            #expect(
                found == [.record(8, ["1", "one\r\nline"]), .record(10, ["2", "\""]), .record(10, ["3", ""])],
                "\(pieceSize)"
            )
        }
        #expect(throws: ImportError.failure("it has no line \"#DATA#\"")) {
            try read("#DEFINITION#\na^b~\n#END#".utf8, columns: ["a", "b"], syntax)
        }
    }

    @Test func `says how many bytes a record may have, whatever ends it`() throws {
        let text = "a,b~\(String(repeating: "x", count: 99)),~1,2~"
        #expect(
            try read(
                text.utf8,
                columns: ["a", "b"],
                CSVSyntax(recordEnd: 0x7e),
                pieceSize: 16,
                maxRecordSize: 50
            ) == [.rejected(1, "the record is longer than 50 bytes"), .record(1, ["1", "2"])]
        )
    }

    @Test func `has no records in rows of nothing but spaces and empty quotes`() throws {
        let text = "a,b\n,\n , \n\t,\r\n\"\",\"\"\n\"\",\n1,\n"
        #expect(try read(text.utf8, columns: ["a", "b"]) == [.record(7, ["1", ""])])
    }

    @Test func `loses one line to a quote that is never closed`() throws {
        let rows = (0..<50).map { "\($0),x\n" }.joined()
        let found = try read(
            ("a,b\n1,\"open\n" + rows).utf8,
            columns: ["a", "b"],
            pieceSize: 16,
            maxRecordSize: 100
        )
        #expect(found.first == .rejected(2, "the record is longer than 100 bytes, found a quote that opens in line 2"))
        #expect(found.dropFirst() == (0..<50).map { .record($0 + 3, ["\($0)", "x"]) }[...])
    }

    @Test(arguments: [1, 16, 1 << 16])
    func `rejects lines above the longest length only`(pieceSize: Int) throws {
        let lines = ["a,b", "\(String(repeating: "x", count: 99)),", "\(String(repeating: "y", count: 98)),", "2,3"]
        #expect(
            try read(
                lines.joined(separator: "\n").utf8,
                columns: ["a", "b"],
                pieceSize: pieceSize,
                maxRecordSize: 100
            ) == [
                .rejected(2, "the record is longer than 100 bytes"),
                .record(3, [String(repeating: "y", count: 98), ""]), .record(4, ["2", "3"]),
            ]
        )
    }
}
