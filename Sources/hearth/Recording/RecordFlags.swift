struct RecordFlags {
    let folder: String
    /// The share of homes to record, 0…1.
    let share: Double
    let days: Int

    static let flags = [
        Flag("record", "DIR", "record some homes in this folder; if missing, none"),
        Flag("record-share", "FRACTION", "share of the homes to record, 0 to 1", default: "0.01"),
        Flag("record-days", "N", "delete recordings after this many days", default: "7", in: 1...365),
    ]

    /// `nil` if no home is recorded.
    init?(_ arguments: Arguments) throws(UsageError) {
        share = try arguments.parsed("record-share", "a number from 0 to 1") { text in
            Double(text).flatMap { 0...1 ~= $0 ? $0 : nil }
        }
        days = try arguments.integer("record-days")
        guard let folder = arguments["record"] else { return nil }
        self.folder = folder
    }
}
