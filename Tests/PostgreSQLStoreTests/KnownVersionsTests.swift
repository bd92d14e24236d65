import Catalogue
import Testing

@testable import PostgreSQLStore

@Suite struct `What is known of versions` {
    private let first = StoredVersions(catalogue: 10, openings: 10, users: 10)

    private func listening() -> KnownVersions {
        let known = KnownVersions(first)
        known.beginListening()
        known.seePrimary(first, knownBefore: first)
        return known
    }

    @Test func `is not moved back by a look that was overtaken by a change`() {
        let known = listening()
        let before = known.current
        let lookedAt = known.versions(for: .everything)
        known.hear(StoredVersions(catalogue: 11, openings: 10, users: 10), from: "another")
        let after = known.current
        #expect(after != before)
        known.seePrimary(first, knownBefore: lookedAt)
        #expect(known.current == after && known.versions(for: .catalogue).catalogue == 11)
    }

    @Test func `is another one where the primary lacks what was known`() throws {
        let known = listening()
        let someone = try user("u")
        known.commit(StoredVersions(catalogue: 12, openings: 12, users: 12), of: [someone])
        let (version, users) = (known.current, known.version(of: someone))
        known.seePrimary(first, knownBefore: known.versions(for: .everything))
        #expect(known.current.catalogue != version.catalogue && known.current.openings != version.openings)
        #expect(known.version(of: someone) != users)
        // What comes next has numbers that there were, and is new all the same.
        let numbered = known.current
        known.hear(user: someone)
        known.hear(StoredVersions(catalogue: 12, openings: 12, users: 12), from: "another")
        #expect(known.current.catalogue != numbered.catalogue && known.current.catalogue != version.catalogue)
    }

    @Test func `is told from what stands in the database, in the history that is known`() {
        let known = listening()
        #expect(known.version(ofCatalogue: 10) == known.current.catalogue)
        known.commit(StoredVersions(catalogue: 12, openings: 12, users: 12), of: [])
        let before = known.version(ofCatalogue: 10)
        known.seePrimary(first, knownBefore: known.versions(for: .everything))
        #expect(known.version(ofCatalogue: 10) == known.current.catalogue)
        #expect(known.version(ofCatalogue: 10) != before && known.version(ofCatalogue: 12) != known.current.catalogue)
        known.readBehind()
        known.catchUp(first)
        #expect(known.version(ofCatalogue: 10) == known.current.catalogue)
    }

    @Test func `accounts for what was not told, though something is told before it is looked for`() throws {
        let known = listening()
        let (missed, told) = (try user("missed"), try user("told"))
        // The line is cut, somebody changes something of one, and once it is there again, of another.
        known.beginListening()
        let before = (known.version(of: missed), known.version(of: told))
        let lookedAt = known.versions(for: .everything)
        known.hear(user: told)
        known.hear(StoredVersions(catalogue: 10, openings: 10, users: 12), from: "another")
        #expect(known.version(of: told) != before.1)
        known.seePrimary(StoredVersions(catalogue: 10, openings: 10, users: 12), knownBefore: lookedAt)
        #expect(known.version(of: missed) != before.0)
        // Once nothing is missing, nobody else is touched.
        let settled = known.version(of: missed)
        known.hear(user: told)
        known.hear(StoredVersions(catalogue: 10, openings: 10, users: 13), from: "another")
        known.seePrimary(
            StoredVersions(catalogue: 10, openings: 10, users: 13),
            knownBefore: known.versions(for: .everything)
        )
        #expect(known.version(of: missed) == settled)
    }

    @Test func `is of everybody new where another history begins`() throws {
        let known = listening()
        let someone = try user("u")
        let (version, before) = (known.version(of: someone), known.current)
        let begun = (1 as UInt64) << PostgreSQLStore.versionBits
        known.hear(StoredVersions(catalogue: begun, openings: begun, users: begun), from: "another")
        #expect(known.version(of: someone) != version && known.current.users != before.users)
        // Whoever has more of the one before has not what anyone needs.
        let more = StoredVersions(catalogue: 99, openings: 99, users: 99)
        #expect(!more.covers(known.versions(for: .user(someone))) && !more.covers(known.versions(for: .catalogue)))
    }

    @Test func `is another one once there is a server that has what others lacked while they were read`() {
        let known = listening()
        known.readBehind()
        let version = known.current
        known.catchUp(StoredVersions(catalogue: 9, openings: 10, users: 10))
        #expect(known.current == version)
        known.catchUp(first)
        #expect(known.current.catalogue != version.catalogue && known.current.users != version.users)
        let caughtUp = known.current
        known.catchUp(first)
        #expect(known.current == caughtUp)
    }
}
