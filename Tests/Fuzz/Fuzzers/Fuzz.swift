import Glibc
import LibFuzzer

/// Runs libFuzzer on one of the fuzzers. The last argument is the fuzzer's name, after `-ignore_remaining_args=1`; all
/// others are libFuzzer's.
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
        // Sound: the arguments live as long as the process, and the count is theirs.
        exit(unsafe LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
    }
}

/// Called by libFuzzer with `count` bytes from `start` on. libFuzzer's own main, which is linked and unused, needs this
/// name.
@c(LLVMFuzzerTestOneInput)
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Sound: the bytes are copied during the call in which they are valid.
    Fuzz.fuzzer?.test(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Aborts if `condition` is false; libFuzzer then keeps the input.
func expect(_ condition: Bool, _ expectation: @autoclosure () -> String) {
    if !condition { fatalError("expected that \(expectation())") }
}

extension [UInt8] {
    /// An index within the bytes, or their end, derived from their hash. Corpus files so need no extra byte, and each
    /// change moves the index.
    var place: Int {
        // FNV-1a
        let hash = reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        return Int(hash >> 32) % (count + 1)
    }
}
