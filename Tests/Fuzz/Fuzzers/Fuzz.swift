import Glibc
import LibFuzzer

/// libFuzzer around one of the fuzzers. The last argument is its name, behind `-ignore_remaining_args=1`; all others are
/// libFuzzer's own.
@main
enum Fuzz {
    fileprivate static let fuzzer = CommandLine.arguments.last.flatMap(Fuzzer.init)

    static func main() {
        guard fuzzer != nil else {
            let names = Fuzzer.allCases.map(\.rawValue).joined(separator: ", ")
            print("expected -ignore_remaining_args=1 and one of \(names) as the last arguments")
            exit(2)
        }
        var count = CommandLine.argc
        var arguments = unsafe Optional(CommandLine.unsafeArgv)
        // Sound: the arguments live as long as the process, and there are as many as is said.
        exit(unsafe LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
    }
}

/// What libFuzzer calls, with `count` bytes from `start` on. The name is the one that its own main, which this program
/// has and does not use, refers to.
@c(LLVMFuzzerTestOneInput)
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Sound: the bytes are copied within the call for which they are there.
    Fuzz.fuzzer?.test(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Ends the process where `condition` does not hold; libFuzzer then keeps the input.
func expect(_ condition: Bool, _ expectation: @autoclosure () -> String) {
    if !condition { fatalError("expected that \(expectation())") }
}

extension [UInt8] {
    /// A place within the bytes, or at their end, that they choose themselves: so that a file of the corpus is nothing but
    /// what arrives, and a change anywhere cuts it elsewhere.
    var place: Int {
        // FNV-1a
        let hash = reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        return Int(hash >> 32) % (count + 1)
    }
}
