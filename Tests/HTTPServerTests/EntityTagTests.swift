import Testing

@testable import HTTPServer

private func verdict(
    _ lines: [String],
    on tag: EntityTag?,
    _ comparison: TagCondition.Comparison = .weak
) -> TagCondition.Verdict {
    var condition = TagCondition(on: tag, comparison)
    for line in lines { condition.note(Array(line.utf8).span) }
    return condition.verdict
}

@Suite struct `An entity tag` {
    @Test func `is written with its quotes`() {
        #expect(EntityTag("9f2c").description == "\"9f2c\"")
        #expect(EntityTag("9f2c", isWeak: true).description == "W/\"9f2c\"")
        #expect(EntityTag("").description == "\"\"")
        #expect(EntityTag(0x0123_4567_89ab_cdef).description == "\"0123456789abcdef\"")
    }

    @Test func `has another one for the gzipped body, as weak as itself`() {
        let tags = [EntityTag("abc"), EntityTag("abc", isWeak: true), EntityTag(0xabc)]
        let gzipped = tags.map { tag in
            var tag = tag
            tag.isGzipped = true
            return tag.description
        }
        #expect(gzipped == ["\"abc-gzip\"", "W/\"abc-gzip\"", "\"0000000000000abc-gzip\""])
    }

    /// The table of RFC 9110 section 8.8.3.2.
    @Test(arguments: [
        ("W/\"1\"", EntityTag("1", isWeak: true), TagCondition.Verdict.differs, TagCondition.Verdict.matches),
        ("W/\"1\"", EntityTag("2", isWeak: true), .differs, .differs),
        ("W/\"1\"", EntityTag("1"), .differs, .matches),
        ("\"1\"", EntityTag("1", isWeak: true), .differs, .matches),
        ("\"1\"", EntityTag("1"), .matches, .matches),
        ("\"0000000000000001\"", EntityTag(1), .matches, .matches),
        ("\"1\"", EntityTag(1), .differs, .differs),
    ])
    func `is compared in two ways`(
        line: String,
        tag: EntityTag,
        strong: TagCondition.Verdict,
        weak: TagCondition.Verdict
    ) {
        #expect(verdict([line], on: tag, .strong) == strong)
        #expect(verdict([line], on: tag, .weak) == weak)
    }
}

@Suite struct `A condition on entity tags` {
    @Test(arguments: [
        ["\"abc\""], ["W/\"abc\""], ["\"x\", \"abc\""], ["\"abc\",\"x\""], ["\"x\" \t,\t \"abc\""], [",, \"abc\" ,,"],
        ["\"a,b\",\"abc\""], ["\"W/\", \"abc\""], ["\"*\",\"abc\""], ["\"\", W/\"x\", W/\"abc\", \"y\""], ["*"],
        ["\"x\"", "\"abc\""], ["\"abc\"", "\"x\""], ["", "\"abc\""], ["\"abc\"", ""], ["\"é\", \"abc\""],
        ["\"\\\",\"abc\""], ["", "*"], ["*", ""],
    ])
    func `matches what is named`(lines: [String]) {
        #expect(verdict(lines, on: EntityTag("abc")) == .matches)
    }

    @Test(arguments: [
        ["\"x\""], ["\"ABC\""], ["\"ab\""], ["\"abcd\""], ["\"\""], ["W/\"x\""],
        ["\"a,b\",\"c\""], ["\"W/\"", "\"*\""], ["\"abc-gzip\""], ["\"é\""],
    ])
    func `differs where it is not named`(lines: [String]) {
        #expect(verdict(lines, on: EntityTag("abc")) == .differs)
    }

    @Test(arguments: [
        ["abc"], ["\"abc"], ["abc\""], ["\""], ["\"\"\""], ["\"abc\" \"x\""], ["\"abc\"\"x\""], ["\"abc\";"],
        ["\"abc\", x"], ["x, \"abc\""], ["'abc'"], ["w/\"abc\""], ["W\"abc\""], ["W /\"abc\""], ["W/ \"abc\""], ["W"],
        ["W/"], ["W/abc"], ["W/*"], ["\"a bc\""], ["\"a\tbc\""], ["\"abc\\\"d\""], ["\"a\u{7f}\""], ["**"],
        ["*, \"abc\""], ["\"abc\", *"], ["*,"], ["*", "*"], ["*", "\"abc\""], ["\"abc\"", "*"],
        ["\"abc\"", "x"], ["x", "\"abc\""], ["x", "*"], ["*", "*", "*"],
    ])
    func `is malformed where it cannot be understood`(lines: [String]) {
        #expect(verdict(lines, on: EntityTag("abc")) == .malformed)
    }

    @Test(arguments: [[], [""], [","], [" , "], ["", ""]])
    func `is absent without an element`(lines: [String]) {
        #expect(verdict(lines, on: EntityTag("abc")) == .absent)
    }

    @Test func `matches what has no tag by the asterisk alone`() {
        #expect(verdict(["*"], on: nil) == .matches)
        #expect(verdict(["\"abc\""], on: nil) == .differs)
        #expect(verdict(["\"\""], on: nil) == .differs)
    }

    @Test func `takes any bytes beyond ASCII in a tag, and as bytes`() {
        var condition = TagCondition(on: EntityTag("é"), .strong)
        condition.note([0x22, 0xff, 0x80, 0x22].span)
        #expect(condition.verdict == .differs)
        condition.note([0x22, 0xc3, 0xa9, 0x22].span)
        #expect(condition.verdict == .matches)
    }
}
