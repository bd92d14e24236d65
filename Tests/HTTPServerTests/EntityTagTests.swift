import Testing

@testable import HTTPServer

private func result(
    _ lines: [String],
    on tag: String?,
    _ comparison: EntityTagCondition.Comparison = .weak
) -> EntityTagCondition.Result {
    var condition = EntityTagCondition(tag: tag.map { Array($0.utf8) }, comparison: comparison)
    for line in lines { condition.add(Array(line.utf8).span) }
    return condition.result
}

@Suite struct `An entity tag` {
    @Test func `differs for the gzipped body`() {
        var tag = EntityTag(0x0123_4567_89ab_cdef)
        #expect(tag.opaque == Array("0123456789abcdef".utf8))
        tag.isGzipped = true
        #expect(tag.opaque == Array("0123456789abcdef-gzip".utf8))
        #expect(EntityTag(0xabc).opaque == Array("0000000000000abc".utf8))
    }

    /// The table of RFC 9110 section 8.8.3.2, for a strong tag.
    @Test(arguments: [
        ("W/\"1\"", "1", EntityTagCondition.Result.differs, EntityTagCondition.Result.matches),
        ("\"1\"", "1", .matches, .matches), ("\"1\"", "2", .differs, .differs), ("W/\"1\"", "2", .differs, .differs),
    ])
    func `is compared weakly and strongly`(
        line: String,
        tag: String,
        strong: EntityTagCondition.Result,
        weak: EntityTagCondition.Result
    ) {
        #expect(result([line], on: tag, .strong) == strong)
        #expect(result([line], on: tag, .weak) == weak)
    }
}

@Suite struct `A condition on entity tags` {
    @Test(arguments: [
        ["\"abc\""], ["W/\"abc\""], ["\"x\", \"abc\""], ["\"abc\",\"x\""], ["\"x\" \t,\t \"abc\""], [",, \"abc\" ,,"],
        ["\"a,b\",\"abc\""], ["\"W/\", \"abc\""], ["\"*\",\"abc\""], ["\"\", W/\"x\", W/\"abc\", \"y\""], ["*"],
        ["\"x\"", "\"abc\""], ["\"abc\"", "\"x\""], ["", "\"abc\""], ["\"abc\"", ""], ["\"é\", \"abc\""],
        ["\"\\\",\"abc\""], ["", "*"], ["*", ""],
    ])
    func `matches a listed tag`(lines: [String]) {
        #expect(result(lines, on: "abc") == .matches)
    }

    @Test(arguments: [
        ["\"x\""], ["\"ABC\""], ["\"ab\""], ["\"abcd\""], ["\"\""], ["W/\"x\""],
        ["\"a,b\",\"c\""], ["\"W/\"", "\"*\""], ["\"abc-gzip\""], ["\"é\""],
    ])
    func `differs from an unlisted tag`(lines: [String]) {
        #expect(result(lines, on: "abc") == .differs)
    }

    @Test(arguments: [
        ["abc"], ["\"abc"], ["abc\""], ["\""], ["\"\"\""], ["\"abc\" \"x\""], ["\"abc\"\"x\""], ["\"abc\";"],
        ["\"abc\", x"], ["x, \"abc\""], ["'abc'"], ["w/\"abc\""], ["W\"abc\""], ["W /\"abc\""], ["W/ \"abc\""], ["W"],
        ["W/"], ["W/abc"], ["W/*"], ["\"a bc\""], ["\"a\tbc\""], ["\"abc\\\"d\""], ["\"a\u{7f}\""], ["**"],
        ["*, \"abc\""], ["\"abc\", *"], ["*,"], ["*", "*"], ["*", "\"abc\""], ["\"abc\"", "*"],
        ["\"abc\"", "x"], ["x", "\"abc\""], ["x", "*"], ["*", "*", "*"],
    ])
    func `is malformed if it cannot be parsed`(lines: [String]) {
        #expect(result(lines, on: "abc") == .malformed)
    }

    @Test(arguments: [[], [""], [","], [" , "], ["", ""]])
    func `is absent without an element`(lines: [String]) {
        #expect(result(lines, on: "abc") == .absent)
    }

    @Test func `matches by the asterisk alone if there is no current tag`() {
        #expect(result(["*"], on: nil) == .matches)
        #expect(result(["\"abc\""], on: nil) == .differs)
        #expect(result(["\"\""], on: nil) == .differs)
    }

    @Test func `accepts any bytes beyond ASCII in a tag`() {
        var condition = EntityTagCondition(tag: Array("é".utf8), comparison: .strong)
        condition.add([0x22, 0xff, 0x80, 0x22].span)
        #expect(condition.result == .differs)
        condition.add([0x22, 0xc3, 0xa9, 0x22].span)
        #expect(condition.result == .matches)
    }
}
