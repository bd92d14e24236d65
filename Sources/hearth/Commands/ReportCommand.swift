import Catalogue
import Foundation

enum ReportCommand: Command {
    static let name = "report"
    static let summary = "Prints what users opened, by widget and rank, and how the arms of experiments differ."
    static let flags = [
        .store,
        Flag("since", "DAYS", "the number of days, up to and including today (UTC)", default: "28d"),
        Flag("format", Format.allCases.map(\.rawValue).joined(separator: "|"), "the output", default: "text"),
        Flag("html", "FILE", "also write a web page with plots to this file"),
    ]

    private enum Format: String, CaseIterable {
        case text, json
    }

    /// 10 years.
    private static let maximumDays: Int32 = 3_650

    static func run(_ arguments: Arguments) async throws {
        let count = try arguments.parsed("since", "a number of days such as 28d, up to \(maximumDays)d") { text in
            text.wholeMatch(of: /([0-9]+)d/).flatMap { Int32($0.1) }.flatMap { 1...maximumDays ~= $0 ? $0 : nil }
        }
        let days = Report.days(count, through: EventTotal.day(of: .now()))
        let format = try arguments.choice("format", of: Format.self) ?? .text
        let store = try StoreLocation(try arguments.required("store")).open(readers: 1)
        let report = Report(
            of: try await store.eventTotals(since: days.lowerBound),
            try await store.armTotals(),
            days: days
        )
        if let path = arguments["html"] { try write(report.page, to: path) }
        try StandardOutput.line(format == .json ? report.json : Array(report.text.utf8))
    }

    /// Replaces a file at once, so that readers never see half a page. A link or a device is written to, not replaced.
    private static func write(_ page: String, to path: String) throws(Failure) {
        let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        let isReplaceable = type == nil || type == .typeRegular
        do {
            try Data(page.utf8).write(to: URL(fileURLWithPath: path), options: isReplaceable ? .atomic : [])
        } catch {
            throw Failure("\(path) cannot be written: \(error.systemReason)")
        }
    }
}
