import Dispatch
import EventLoop
import Glibc
import Synchronization
import Testing

/// Runs `body` on so many threads of the system at once, with the number of each, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) throws {
    let end = DispatchSemaphore(value: 0)
    for index in 0..<count {
        try DedicatedThread.start {
            body(index)
            end.signal()
        }
    }
    for _ in 0..<count { #expect(end.wait(timeout: .now() + 300) == .success, "a thread hangs") }
}

/// A pipe whose ends close with it.
final class Pipe {
    let reading, writing: Int32
    private var isOpen = (reading: true, writing: true)

    init() throws {
        var ends: [Int32] = [-1, -1]
        // Sound: the system writes two descriptors into an array of two.
        try #require(unsafe pipe(&ends) == 0)
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        closeReading()
        closeWriting()
    }

    func closeReading() {
        if isOpen.reading { close(reading) }
        isOpen.reading = false
    }

    func closeWriting() {
        if isOpen.writing { close(writing) }
        isOpen.writing = false
    }

    /// Reads until all writers have closed.
    func readAll() -> [UInt8] { readToEnd(reading) }
}

/// Reads a descriptor to its end on a thread of its own.
final class PipeReader: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let end = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) throws {
        try DedicatedThread.start {
            let all = readToEnd(descriptor)
            self.bytes.withLock { $0 = all }
            self.end.signal()
        }
    }

    func finish() -> [UInt8] {
        #expect(end.wait(timeout: .now() + 300) == .success, "the output is not closed")
        return bytes.withLock { $0 }
    }
}

private func readToEnd(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        // Sound: the system writes at most as many bytes as the array has.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        if count <= 0 { return all }
        all += bytes.prefix(count)
    }
}
