import Foundation
import Catalogue

/// Opens the store of a worker, again and again while a later attempt may succeed.
struct StoreOpening: Sendable {
    /// The store, and the key that signs its cursors and tokens.
    typealias Opened = (store: any CatalogueStore, signingKey: [UInt8])

    let location: StoreLocation
    /// Makes one attempt. It may block.
    let open: @Sendable () throws(StoreLocation.OpenError) -> any CatalogueStore

    /// The longest pause after the first attempt, and after any: each attempt doubles it, and chance shortens each pause
    /// by up to half.
    private static let pauses = (first: Duration.milliseconds(100), longest: Duration.seconds(5))
    /// How long an attempt may take before it counts as late.
    private static let patience = Duration.seconds(2)

    private enum Event: Sendable {
        case isLate
        case ended(Result<any CatalogueStore, StoreLocation.OpenError>)
    }

    /// Opens the store.
    /// - Parameters:
    ///   - late: called while an attempt takes long.
    ///   - retry: called before the pause after an attempt that failed, with the cause and that pause.
    /// - Returns: `nil` where the task was cancelled.
    /// - Throws: ``StoreLocation/OpenError`` where no attempt can succeed, and what `late` and `retry` throw.
    func callAsFunction(
        late: () throws -> Void,
        retry: (_ cause: String, Duration) throws -> Void
    ) async throws -> Opened? {
        var longest = Self.pauses.first
        while !Task.isCancelled {
            do {
                return try await attempt(late)
            } catch let error as StoreLocation.OpenError where error.mayPass {
                if Task.isCancelled { break }
                let pause = longest * Double.random(in: 0.5...1)
                longest = min(longest * 2, Self.pauses.longest)
                try retry(error.message, pause)
                try? await Task.sleep(for: pause)
            }
        }
        return nil
    }

    /// Makes one attempt on a thread of its own, which is left behind where the task is cancelled.
    private func attempt(_ late: () throws -> Void) async throws -> Opened? {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        Thread.detachNewThread { [open] in
            continuation.yield(.ended(Result { () throws(StoreLocation.OpenError) in try open() }))
        }
        let timer = Task {
            try await Task.sleep(for: Self.patience)
            continuation.yield(.isLate)
        }
        defer { timer.cancel() }
        for await event in events {
            switch event {
            case .isLate: try late()
            case .ended(let result):
                let store = try result.get()
                do throws(StoreError) {
                    return (store, try await store.signingKey())
                } catch {
                    throw location.openError(error)
                }
            }
        }
        return nil
    }
}
