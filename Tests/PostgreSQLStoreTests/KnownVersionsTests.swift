import Catalogue
import Testing

@testable import PostgreSQLStore

/// Guards when records and items count as changed.
@Suite struct `The known versions of a database` {
    private let first = StoredVersions(items: 10, users: 10, itemHistory: 1)

    private func listening() -> KnownVersions {
        let known = KnownVersions(first)
        known.beginListening()
        known.notePrimary(first, knownBefore: first)
        return known
    }

    @Test func `are not moved back by a check that a newer change has overtaken`() {
        let known = listening()
        let before = known.itemVersion
        let lookedAt = known.versions(for: .latest)
        known.noteAnnouncement(of: StoredVersions(items: 11, users: 10, itemHistory: 1), from: "another")
        let after = known.itemVersion
        #expect(after != before)
        known.notePrimary(first, knownBefore: lookedAt)
        #expect(known.itemVersion == after && known.versions(for: .items).items == 11)
    }

    @Test func `change if the primary lacks known changes`() throws {
        let known = listening()
        let someone = try user("u")
        known.noteCommit(StoredVersions(items: 12, users: 12, itemHistory: 1), changing: [someone])
        let (version, users) = (known.itemVersion, known.userVersion(of: someone))
        known.notePrimary(first, knownBefore: known.versions(for: .latest))
        #expect(known.itemVersion != version && known.userVersion(of: someone) != users)
        // A later change may get the number of a lost one; the user's version changes all the same.
        let numbered = known.userVersion(of: someone)
        known.noteAnnouncement(of: someone)
        known.noteAnnouncement(of: StoredVersions(items: 12, users: 12, itemHistory: 2), from: "another")
        #expect(known.itemVersion.history == 2)
        #expect(known.userVersion(of: someone) != numbered && known.userVersion(of: someone) != users)
    }

    @Test func `of users change for missed notifications, although others arrive before the check`() throws {
        let known = listening()
        let (missed, announced) = (try user("missed"), try user("announced"))
        // The connection is lost, a record changes, and after reconnection another one.
        known.beginListening()
        let before = (known.userVersion(of: missed), known.userVersion(of: announced))
        let lookedAt = known.versions(for: .latest)
        known.noteAnnouncement(of: announced)
        known.noteAnnouncement(of: StoredVersions(items: 10, users: 12, itemHistory: 1), from: "another")
        #expect(known.userVersion(of: announced) != before.1)
        known.notePrimary(StoredVersions(items: 10, users: 12, itemHistory: 1), knownBefore: lookedAt)
        #expect(known.userVersion(of: missed) != before.0)
        // Once no notification is missing, other users' versions stay.
        let settled = known.userVersion(of: missed)
        known.noteAnnouncement(of: announced)
        let next = StoredVersions(items: 10, users: 13, itemHistory: 1)
        known.noteAnnouncement(of: next, from: "another")
        known.notePrimary(next, knownBefore: known.versions(for: .latest))
        #expect(known.userVersion(of: missed) == settled)
    }

    @Test func `of users stay while only this store writes`() throws {
        let known = listening()
        let someone = try user("u")
        let before = known.userVersion(of: someone)
        let next = StoredVersions(items: 10, users: 11, itemHistory: 1)
        known.noteCommit(next, changing: [someone])
        known.noteAnnouncement(of: someone)
        known.noteAnnouncement(of: next, from: known.origin)
        known.notePrimary(next, knownBefore: known.versions(for: .latest))
        #expect(known.userVersion(of: someone) == before)
    }

    @Test func `of all users change when another history begins`() throws {
        let known = listening()
        let someone = try user("u")
        let version = known.userVersion(of: someone)
        let begun = (1 as UInt64) << PostgreSQLStore.versionBits
        known.noteAnnouncement(of: StoredVersions(items: begun, users: begun, itemHistory: 2), from: "another")
        #expect(known.userVersion(of: someone) != version)
        // A server with more changes of the earlier history has no valid reads.
        let more = StoredVersions(items: 99, users: 99, itemHistory: 1)
        #expect(!more.covers(known.versions(for: .record(of: someone))) && !more.covers(known.versions(for: .items)))
    }

    @Test func `of users change when a complete server is back after stale reads`() throws {
        let known = listening()
        let someone = try user("u")
        known.noteStaleRead()
        let version = known.userVersion(of: someone)
        known.noteCaughtUp(StoredVersions(items: 9, users: 10, itemHistory: 1))
        #expect(known.userVersion(of: someone) == version)
        known.noteCaughtUp(first)
        let caughtUp = known.userVersion(of: someone)
        #expect(caughtUp != version)
        known.noteCaughtUp(first)
        #expect(known.userVersion(of: someone) == caughtUp)
    }
}
