import Bytes
import Foundation

/// Overwrites the passwords of addresses in the command line that `ps` shows. Until then, for milliseconds, they show.
func maskProcessTitle() {
    // Swift reads the arguments at the first use. Fields 48 and 49 are their first and their end address, see
    // proc_pid_stat(5); the third follows the name.
    guard CommandLine.arguments.contains(where: { $0.maskingPasswords != $0 }),
        let status = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
        let words = status.split(separator: ")").last?.split(separator: " "), words.count > 46,
        var start = UInt(words[45]), let end = UInt(words[46])
    else { return }
    // Sound: between these addresses the kernel put the arguments, terminated and writable, for as long as the
    // process lives. Nothing else reads them from now on.
    while start < end, let argument = unsafe UnsafeMutablePointer<CChar>(bitPattern: start) {
        let count = unsafe strlen(argument)
        let text = unsafe String(cString: argument)
        let masked = text.maskingPasswords
        if masked != text {
            let bytes = (masked.utf8 + Array(repeating: UInt8(ascii: " "), count: count)).prefix(count)
            for (index, byte) in bytes.enumerated() { unsafe argument[index] = CChar(bitPattern: byte) }
        }
        start += UInt(count) + 1
    }
}
