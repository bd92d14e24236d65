import Catalogue
import HomeFeed
import HomeLayout

struct ConfigDifference {
    let segments: Change<[String]>
    /// The homes of the segments in both configs.
    let homes: [HomeDifference]

    var changedHomes: [HomeDifference] { homes.filter { !$0.isEmpty } }

    var removedSegments: [String] { segments.before.filter { !segments.after.contains($0) } }

    var addedSegments: [String] { segments.after.filter { !segments.before.contains($0) } }

    var isEmpty: Bool { changedHomes.isEmpty && removedSegments.isEmpty && addedSegments.isEmpty }

    var meanBytes: Change<Int>? { Change(meanOf: homes.map(\.bytes)) }

    /// In points; `nil` without homes.
    var meanHeight: Change<Int>? {
        Change(meanOf: homes.map { Change($0.height.before.thousandths, $0.height.after.thousandths) })
            .map { Change(($0.before + 500) / 1_000, ($0.after + 500) / 1_000) }
    }
}

extension Change<Int> {
    /// Rounded; `nil` without values.
    init?(meanOf changes: [Change<Int>]) {
        if changes.isEmpty { return nil }
        func mean(_ values: [Int]) -> Int { (values.reduce(0, +) + values.count / 2) / values.count }
        self.init(mean(changes.map(\.before)), mean(changes.map(\.after)))
    }
}
