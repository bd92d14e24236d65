import DatabaseServer
import Foundation

extension RunningServer {
    /// Lets the log of the store at this path grow no further, as a full disk does. No mount is needed for it, and no
    /// privilege.
    func fillDisk(of store: String) throws {
        let size = try FileManager.default.attributesOfItem(atPath: store + "-wal")[.size] as? Int ?? 0
        try limitFiles("\(size)")
    }

    /// Ends what ``fillDisk(of:)`` began.
    func clearDisk() throws { try limitFiles("unlimited") }

    /// Sets RLIMIT_FSIZE of the worker, beyond which a write is refused with `EFBIG`.
    private func limitFiles(_ size: String) throws {
        try DatabaseServer.shell("prlimit --pid \(worker()) --fsize=\(size):")
    }
}
