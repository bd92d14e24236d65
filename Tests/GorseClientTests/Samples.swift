import Foundation
import Catalogue
import SQLiteStore

/// A store in a folder that goes when the tests end.
func makeStore(_ listings: [Listing], keepsFeedback: Bool = false) async throws -> any PropertyStore {
    let file = folder.appendingPathComponent("\(UUID().uuidString).store")
    let store = try SQLiteStore(path: file.path, readers: 2, feedbackClock: keepsFeedback ? leapNight : nil)
    _ = try await store.upsert(listings)
    return store
}

/// The last second of a leap day, wherever the clock stands.
@Sendable private func leapNight() -> Int64 { 1_709_251_199 }

private let folder: URL = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("gorse-tests-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: folder) }
    return url
}()

extension Listing {
    /// A house of this price in this market.
    static func house(_ id: String, price: Int64 = 100, market: String = "toledo") -> Listing {
        Listing(
            id: id,
            title: id,
            type: .house,
            price: Money(amount: price, currency: "USD"),
            market: market,
            listedAt: 1_000
        )
    }
}
