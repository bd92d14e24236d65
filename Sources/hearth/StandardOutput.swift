import Foundation

/// What a command has to give, on standard output.
enum StandardOutput {
    /// Writes `text` and a line feed.
    /// - Throws: ``Failure`` where not all of it could be written.
    static func line(_ text: String) throws(Failure) {
        try line(text.utf8)
    }

    /// Writes `text`, which is UTF-8, and a line feed.
    /// - Throws: ``Failure`` where not all of it could be written.
    static func line(_ text: some Sequence<UInt8>) throws(Failure) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text) + Data("\n".utf8))
        } catch {
            throw Failure("standard output cannot be written: \(error.systemReason)")
        }
    }
}

extension Error {
    /// What the system says of a file that Foundation could not read or write.
    var systemReason: String {
        let error = self as NSError
        let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        guard let system = underlying, system.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return systemMessage(Int32(system.code))
    }
}

/// What the system says of an `errno`.
func systemMessage(_ code: Int32) -> String {
    // Sound: strerror returns a terminated text, copied before the next call.
    unsafe String(cString: strerror(code))
}
