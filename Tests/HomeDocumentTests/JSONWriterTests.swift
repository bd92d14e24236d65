import HomeDocument
import Testing

@Suite struct `A JSON writer` {
    @Test func `sets the commas`() {
        var writer = JSONWriter()
        writer.object {
            $0.member("a", 1)
            $0.object("b") { _ in }
            $0.array("c") {
                $0.element("x")
                $0.object { $0.splice(JSONWriter.members { $0.member("d", true) }) }
            }
            $0.null("e")
        }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":1,"b":{},"c":["x",{"d":true}],"e":null}"#)
    }
}
