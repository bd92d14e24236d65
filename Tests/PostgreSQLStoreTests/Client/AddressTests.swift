import Catalogue
import Testing

@testable import PostgreSQLStore

/// Guards the parsing of connection URLs.
@Suite struct `An address of servers` {
    @Test(arguments: [
        "postgresql://u:sec%zzret@h/db",
        "postgresql://u:secret@[h/db",
        "postgresql://u:secret@h/db?secret",
        "postgresql://u:secret@h/db?secret=1",
        "postgresql://u:secret@h/db?a=b=secret",
        "postgresql://u:secret/1@h/db",
        "postgresql://u:secret@h:1,i:2,j:secret/db",
        "postgresql://u:secret@h,i:1,h:2,k/db?port=1,2",
        "postgresql://u:p@secret@h/db",
        "postgresql://u:1/secret@h/db",
        "postgresql://u:secret?1@h/db",
        "postgresql://h?password=sec@ret",
    ])
    func `is refused if it is malformed, and the error does not quote it`(url: String) throws {
        let error = #expect(throws: StoreError.self) { try ServerAddress.all(in: url) }
        let reason = try #require(error?.explanation)
        #expect(!reason.isEmpty && !reason.contains("sec") && !reason.contains("ret"), "\(reason)")
    }

    @Test func `names each server`() throws {
        #expect(try ServerAddress.all(in: "postgresql://u:p%2Fw@a,b:5433/db").map(\.name) == ["a:5432", "b:5433"])
        #expect(try ServerAddress.all(in: "postgresql:///db").map(\.name) == ["localhost:5432"])
    }
}
