import Testing

@testable import Catalogue

@Suite struct `A packed action` {
    private static let actions: [UserAction] = [
        .searched(UserSearch(filter: ItemFilter(market: "toledo", attributes: ["type": .anyOf(["house", "land"])]))),
        .opened(.init(kind: "listing", id: "a-1")),
    ]

    @Test(arguments: actions) func `is read back as it was written`(action: UserAction) {
        #expect(UserAction(code: action.code, packed: action.packed.span) == action)
    }

    @Test(arguments: actions) func `is refused if its bytes are truncated, extended or of another type`(
        action: UserAction
    ) {
        let (code, bytes) = (action.code, action.packed)
        #expect(bytes.indices.allSatisfy { UserAction(code: code, packed: Array(bytes.prefix($0)).span) == nil })
        #expect(UserAction(code: code, packed: (bytes + [0]).span) == nil)
        #expect(UserAction(code: 1 - code, packed: bytes.span) == nil)
        #expect(UserAction(code: 2, packed: bytes.span) == nil)
    }
}
