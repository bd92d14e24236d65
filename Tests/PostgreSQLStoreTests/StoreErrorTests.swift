import Catalogue
import Testing

@testable import PostgreSQLStore

/// Guards the mapping of SQLSTATEs.
@Suite struct `The cause of a database failure` {
    @Test(arguments: [
        ("53100", StoreFailure.Cause.full), ("25006", .readOnly), ("XX001", .corrupt), ("XX002", .corrupt),
        ("58030", .ioError), ("42501", .accessDenied), ("28P01", .accessDenied), ("53300", .outOfResources),
        ("54000", .outOfResources), ("40001", .conflict), ("55006", .conflict), ("55P03", .timeout),
        ("57014", .timeout),
        ("57P01", .unreachable), ("08006", .unreachable), ("26000", .misconfigured), ("42P05", .misconfigured),
    ])
    func `follows from the SQLSTATE of a PostgreSQL server`(state: String, cause: StoreFailure.Cause) {
        let error = StoreError.refused(state: state, message: "no")
        let isUncertain = cause == .unreachable
        #expect(error == .unavailable(StoreFailure(cause, "no (\(state))", mayHaveWritten: isUncertain)))
    }

    @Test(arguments: ["42601", "42P01", "22012", "23505", "XX000"])
    func `is a bug if the statement is wrong`(state: String) {
        #expect(StoreError.refused(state: state, message: "no") == .defect("no (\(state))"))
    }
}
