import Glibc

@testable import HTTPServer

/// Feeds bytes to a reader through a pipe.
struct Pipe {
    private let output: Int32
    private let input: Int32

    init() {
        var ends: [Int32] = [0, 0]
        // Sound: pipe writes two descriptors into the array.
        guard unsafe pipe(&ends) == 0 else { fatalError("expected a pipe") }
        for end in ends { expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0, "a pipe does not block") }
        output = ends[0]
        input = ends[1]
    }

    /// Sends the pieces one after the other, and calls `arrived` whenever the reader has read some bytes.
    func send<Failure>(
        _ pieces: [ArraySlice<UInt8>],
        to reader: RequestReader,
        _ arrived: (RequestReader) throws(Failure) -> Void
    ) throws(Failure) {
        for piece in pieces {
            var rest = piece
            while !rest.isEmpty {
                // Sound: write reads no more than the slice holds.
                let count = unsafe rest.withUnsafeBytes { unsafe write(input, $0.baseAddress, min($0.count, 4096)) }
                expect(count > 0, "an empty pipe accepts bytes")
                rest = rest.dropFirst(count)
                do throws(Failure) {
                    while case .bytes = reader.fill(from: output) { try arrived(reader) }
                } catch {
                    while case .bytes = reader.fill(from: output) {}
                    throw error
                }
            }
        }
    }
}
