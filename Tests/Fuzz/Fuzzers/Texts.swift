import Gunzip
import HTTPServer

/// Fuzzes gzip with the input and with repetitions of its parts, up to several windows long.
enum Texts {
    private static let longest = 100_000

    static func test(_ input: [UInt8]) {
        check(input)
        var text: [UInt8] = []
        for (index, byte) in input.enumerated() where text.count < longest {
            let start = (index &* 31 &+ Int(byte)) % input.count
            text += input[start..<min(input.count, start + Int(byte) + 1)]
        }
        check(text)
    }

    private static func check(_ text: [UInt8]) {
        var gzipped: [UInt8] = []
        GzipEncoder().encode(text, to: &gzipped)
        expect(gunzip(gzipped) == text, "\(text.count) bytes survive gzip")
    }
}
