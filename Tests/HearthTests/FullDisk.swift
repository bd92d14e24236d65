import DatabaseServer
import Foundation

extension RunningServer {
    /// Keeps the log of the store at this path from growing, like a full disk. Needs no mount and no privilege.
    func fillDisk(of store: String) throws {
        let size = try FileManager.default.attributesOfItem(atPath: store + "-wal")[.size] as? Int ?? 0
        try limitFiles("\(size)")
    }

    /// Undoes ``fillDisk(of:)``.
    func clearDisk() throws { try limitFiles("unlimited") }

    /// Sets RLIMIT_FSIZE of the worker; a write beyond it fails with `EFBIG`.
    private func limitFiles(_ size: String) throws {
        try DatabaseServer.shell("prlimit --pid \(worker()) --fsize=\(size):")
    }
}
