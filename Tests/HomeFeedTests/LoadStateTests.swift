import Testing

@testable import HomeFeed

@Suite struct `The state of a load` {
    /// What may follow what, as it is drawn in the documentation of the type.
    private static let steps: [LoadState: Set<LoadState>] = [
        .loading: [.fallingBack, .loaded, .empty, .stale, .deferred, .failed],
        .fallingBack: [.fallingBack, .loaded, .empty, .stale, .deferred, .failed],
        .loaded: [.loading], .empty: [.loading], .stale: [.loading], .deferred: [.loading], .failed: [.loading],
    ]

    @Test(arguments: LoadState.allCases, LoadState.allCases)
    func `follows the picture, and anything else is a mistake of the program`(state: LoadState, next: LoadState) throws
    {
        let isStep = try #require(Self.steps[state]).contains(next)
        #expect(state.mayBecome(next) == isStep)
        var changed = state
        if isStep {
            try changed.become(next)
            #expect(changed == next)
        } else {
            #expect(throws: Defect("a load that is \(state) cannot be \(next)")) { try changed.become(next) }
            #expect(changed == state)
        }
    }

    @Test func `is settled where it can be told to a client`() {
        #expect(LoadState.allCases.filter(\.isSettled) == [.loaded, .empty, .stale, .deferred, .failed])
    }
}
