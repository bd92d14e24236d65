import Testing

@testable import HTTPServer

private let alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

private func members(of condition: (UInt8) -> Bool) -> Set<UInt8> {
    Set((UInt8.min...UInt8.max).filter(condition))
}

@Suite struct `The grammar's characters` {
    @Test func `of a token are those of RFC 9110`() {
        #expect(members(of: \.isToken) == Set((alphanumeric + "!#$%&'*+-.^_`|~").utf8))
    }

    @Test func `of an entity tag are all but quotes, blanks and control characters`() {
        #expect(members(of: \.isEntityTag) == Set([0x21] + (0x23...0x7e) + (0x80...0xff)))
    }

    @Test func `of a host's name are those of RFC 3986`() {
        #expect(members(of: \.isRegisteredName) == Set((alphanumeric + "-._~!$&'()*+,;=%").utf8))
    }

    @Test func `of a target are those of RFC 3986 and those that browsers leave as they are`() {
        #expect(members(of: \.isTarget) == Set((alphanumeric + "-._~!$&'()*+,;=%:@/?[]^`{|}").utf8))
    }

    @Test func `of a field's value are all but control characters`() {
        #expect(members(of: \.isFieldContent) == Set([0x09] + (0x20...0xff).filter { $0 != 0x7f }))
    }
}
