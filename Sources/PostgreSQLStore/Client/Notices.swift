import CPostgreSQL

/// What a server says beside its answers, which else goes to standard error: nobody needs it, but for one thing.
final class Notices {
    /// Whether a transaction was committed without having been where `synchronous_commit` wants it: somebody has ended the wait, and
    /// the server, which cannot undo it any more, calls it done.
    private(set) var saysUnreplicated = false

    /// The function of the server that says so, which has one name in every language.
    private static let wait = "SyncRepWaitForLSN"

    /// Takes what is said on a connection, for as long as that is open and these are there.
    @unsafe func listen(on handle: OpaquePointer) {
        // Sound: whoever has the connection keeps these, too; the result is good during the call, and its field terminated.
        let receiver: PQnoticeReceiver = { notices, result in
            guard let notices = unsafe notices else { return }
            let field = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "R")))
            guard let field = unsafe field, unsafe String(cString: field) == Notices.wait else { return }
            unsafe Unmanaged<Notices>.fromOpaque(notices).takeUnretainedValue().saysUnreplicated = true
        }
        unsafe PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(self).toOpaque())
    }
}
