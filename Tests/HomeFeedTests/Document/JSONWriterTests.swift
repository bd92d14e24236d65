import Bytes
import Foundation
import HomeLayout
import SeededRandom
import Testing

@testable import HomeFeed

@Suite struct `A JSON writer` {
    @Test func `sets the commas`() {
        let json = written {
            $0.member("a", 1)
            $0.object("b") { _ in }
            $0.array("c") {
                $0.element("x")
                $0.object { $0.member("d", true) }
                $0.object { _ in }
            }
            $0.member("e", false)
        }
        #expect(json == #"{"a":1,"b":{},"c":["x",{"d":true},{}],"e":false}"#)
    }

    @Test func `writes arrays as documents and elements`() {
        func json(_ write: (inout JSONWriter) -> Void) -> String {
            var writer = JSONWriter()
            writer.array { write(&$0) }
            return String(decoding: writer.finish(), as: UTF8.self)
        }
        #expect(json { _ in } == "[]")
        let nested = json {
            $0.array { $0.element("a") }
            $0.array { _ in }
            $0.element(true)
        }
        #expect(nested == #"[["a"],[],true]"#)
    }

    @Test func `encodes members without braces, after a comma if wanted`() {
        let members = { (writer: inout JSONWriter) in
            writer.member("a", 1)
            writer.member("b", 2)
        }
        #expect(String(decoding: JSONWriter.members(members), as: UTF8.self) == #""a":1,"b":2"#)
        #expect(String(decoding: JSONWriter.members(afterComma: true, members), as: UTF8.self) == #","a":1,"b":2"#)
    }

    @Test func `writes keys that are known only at run time`() {
        let json = written {
            $0.key("a1")
            $0.element(4.0)
            $0.key("b")
            $0.element(4.25)
            $0.key("c")
            $0.element(Double.nan)
            $0.key("d")
            $0.element("say \"hi\"")
            $0.key("e")
            $0.element(false)
            $0.key("f")
            $0.object { $0.member("x", 1) }
            $0.key("g")
            $0.object { _ in }
            $0.member("h", 1)
        }
        #expect(json == #"{"a1":4,"b":4.25,"c":null,"d":"say \"hi\"","e":false,"f":{"x":1},"g":{},"h":1}"#)
    }

    @Test func `writes numbers in their shortest form`() {
        let json = written {
            $0.array("integers") { array in
                for value in [0, 7, -10, Int.max, Int.min] { array.object { $0.member("n", value) } }
            }
        }
        #expect(
            json == #"{"integers":[{"n":0},{"n":7},{"n":-10},{"n":9223372036854775807},{"n":-9223372036854775808}]}"#
        )
        for thousandths in [0, 64_000, 142_667, 2_500, 10, 50, -1, -500, 1_050, 100_000, 1_843_333] {
            let value = FixedPoint(thousandths: thousandths)
            #expect(written { $0.member("n", value) } == "{\"n\":\(value)}")
        }
        #expect(written { $0.member("n", -83.5397) } == #"{"n":-83.5397}"#)
        #expect(written { $0.member("n", 120.0) } == #"{"n":120}"#)
        #expect(written { $0.member("n", Double.nan) } == #"{"n":null}"#)
        #expect(written { $0.member("n", -Double.infinity) } == #"{"n":null}"#)
        #expect(written { $0.member("r", Revision(rawValue: 0x00be_ef12_3456_789a)) } == #"{"r":"00beef123456789a"}"#)
    }

    @Test func `escapes only what RFC 8259 requires`() {
        let pairs = [
            ("", ""),
            ("plain", "plain"),
            (#"say "hi" \ bye"#, #"say \"hi\" \\ bye"#),
            ("\u{8}\t\n\u{c}\r", #"\b\t\n\f\r"#),
            ("\0\u{1}\u{f}\u{10}\u{1f} ", #"\u0000\u0001\u000f\u0010\u001f "#),
            ("\u{7f}\u{2028}\u{2029}/<é", "\u{7f}\u{2028}\u{2029}/<é"),
            ("🏡 Garçons \"شقة\"", #"🏡 Garçons \"شقة\""#),
        ]
        for (text, escaped) in pairs {
            #expect(written { $0.member("s", text) } == "{\"s\":\"\(escaped)\"}")
        }
    }

    @Test func `writes strings that Foundation reads back`() throws {
        var random = SplitMix64(seed: 8_259)
        for _ in 0..<500 {
            let text = String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
                        Unicode.Scalar(
                            UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7f : 0x1_ffff), using: &random)
                        )
                    }
                )
            )
            let data = Data(written { $0.member("s", text) }.utf8)
            let read = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
            #expect(read["s"].map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    private func written(_ members: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.object { members(&$0) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
