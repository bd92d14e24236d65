/// Which state a store is in, as far as it tells what was read of it and is kept from what has to be read again.
///
/// Equal versions mean equal content: what is read after a version was asked for is at least as new as that version, so
/// that it may be kept under it and shown for as long as the store says it still. The numbers have no other meaning, and
/// none outside the process in which they were asked for.
public struct StoreVersion: Hashable, Sendable {
    /// Another one once any listing or product was added, changed or removed.
    public var catalogue: UInt64
    /// Another one once anyone has opened something that they had not opened before, or was forgotten.
    public var openings: UInt64
    /// Another one once anyone but this store has recorded what a user did, or has forgotten a user. What is recorded
    /// through this store itself changes nothing here: whoever keeps users' records sees it pass.
    public var users: UInt64

    /// A version of these values.
    public init(catalogue: UInt64, openings: UInt64, users: UInt64) {
        self.catalogue = catalogue
        self.openings = openings
        self.users = users
    }
}
