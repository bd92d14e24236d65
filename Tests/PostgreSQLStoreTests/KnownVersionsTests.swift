import Catalogue
import Testing

@testable import PostgreSQLStore

/// Guards when records and items count as changed.
@Suite struct `The known versions of a database` {
    private let first = StoredVersions(items: 10, users: 10, history: 1)

    private func listening() -> KnownVersions {
        let known = KnownVersions(first)
        known.adoptPrimary(first, knownBefore: first, isFirst: true)
        return known
    }

    /// By another store.
    private func announcement(of versions: StoredVersions, changing users: UserID...) -> Announcement {
        Announcement(origin: "another", versions: versions, users: users.map(KnownVersions.hash))
    }

    @Test func `are not moved back by a check that a newer change has overtaken`() {
        let known = listening()
        let before = known.itemVersion
        let lookedAt = known.versions(for: .latest)
        known.adopt(announcement(of: StoredVersions(items: 11, users: 10, history: 1)))
        let after = known.itemVersion
        #expect(after != before)
        known.adoptPrimary(first, knownBefore: lookedAt, isFirst: false)
        #expect(known.itemVersion == after && known.versions(for: .items).items == 11)
    }

    @Test func `change if the primary lacks known changes`() throws {
        let known = listening()
        let someone = try user("u")
        known.adoptCommit(StoredVersions(items: 12, users: 12, history: 1), changing: [someone])
        let (version, users) = (known.itemVersion, known.userVersion(of: someone))
        known.adoptPrimary(first, knownBefore: known.versions(for: .latest), isFirst: false)
        #expect(known.itemVersion != version && known.userVersion(of: someone) != users)
        // A later change may get the number of a lost one; the user's version changes all the same.
        let numbered = known.userVersion(of: someone)
        known.adopt(announcement(of: StoredVersions(items: 12, users: 12, history: 2), changing: someone))
        #expect(known.itemVersion.history == 2)
        #expect(known.userVersion(of: someone) != numbered && known.userVersion(of: someone) != users)
    }

    @Test func `of all users change once for missed notifications`() throws {
        let known = listening()
        let (missed, announced) = (try user("missed"), try user("announced"))
        // The connection is lost, a record changes, and this store writes another one.
        known.adoptCommit(StoredVersions(items: 10, users: 12, history: 1), changing: [announced])
        let before = known.userVersion(of: missed)
        let versions = known.versions(for: .latest)
        known.adoptPrimary(versions, knownBefore: versions, isFirst: true)
        let settled = known.userVersion(of: missed)
        #expect(settled != before)
        // Once no notification is missing, other users' versions stay.
        let next = StoredVersions(items: 10, users: 13, history: 1)
        let bystander = known.userVersion(of: announced)
        known.adopt(announcement(of: next, changing: announced))
        known.adoptPrimary(next, knownBefore: versions, isFirst: false)
        #expect(known.userVersion(of: announced) != bystander && known.userVersion(of: missed) == settled)
    }

    @Test func `of users stay while only this store writes`() throws {
        let known = listening()
        let someone = try user("u")
        let before = known.userVersion(of: someone)
        let next = StoredVersions(items: 10, users: 11, history: 1)
        known.adoptCommit(next, changing: [someone])
        known.adopt(Announcement(origin: known.origin, versions: next, users: [KnownVersions.hash(someone)]))
        known.adoptPrimary(next, knownBefore: known.versions(for: .latest), isFirst: false)
        #expect(known.userVersion(of: someone) == before)
    }

    @Test func `of all users change when another history begins`() throws {
        let known = listening()
        let someone = try user("u")
        let version = known.userVersion(of: someone)
        let begun = (1 as UInt64) << PostgreSQLStore.versionBits
        known.adopt(announcement(of: StoredVersions(items: begun, users: begun, history: 2)))
        #expect(known.userVersion(of: someone) != version)
        // A server with more changes of the earlier history has no valid reads.
        let more = StoredVersions(items: 99, users: 99, history: 1)
        #expect(!more.covers(known.versions(for: .record(of: someone))) && !more.covers(known.versions(for: .items)))
    }

    @Test func `of users change when a replica has changes that were not announced`() throws {
        let known = listening()
        let someone = try user("u")
        let version = known.userVersion(of: someone)
        known.adoptReplica(StoredVersions(items: 9, users: 9, history: 1))
        known.adoptReplica(first)
        #expect(known.userVersion(of: someone) == version && known.versions(for: .latest) == first)
        known.adoptReplica(StoredVersions(items: 10, users: 11, history: 1))
        #expect(known.userVersion(of: someone) != version)
        // Another replica that lacks them is not read for any user.
        #expect(!first.covers(known.versions(for: .record(of: someone))))
    }
}
