public import Catalogue
import PostgreSQL

extension PostgreSQLStore {
    /// The servers' names, `host:port`, in the order of the address.
    public var serverNames: [String] { servers.all.map(\.address.name) }

    /// The names of the servers of an address, as ``serverNames`` has them once the store is open.
    /// - Throws: `StoreError.unavailable` where the address cannot be read.
    public static func serverNames(in url: String) throws(StoreError) -> [String] {
        try read(url).servers.map(\.name)
    }

    /// The state of the server at this place of ``serverNames`` is, by the last look at it.
    public func status(ofServer index: Int) -> ServerStatus { servers.status(of: index) }

    /// Whether a server takes changes.
    public var takesChanges: Bool { servers.all.contains { $0.state.role == .primary } }
}
