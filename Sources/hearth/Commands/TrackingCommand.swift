import HomeDocument

/// `hearth tracking TOKEN`
enum TrackingCommand: Command {
    static let name = "tracking"
    static let summary = "Prints what a tracking token says."
    static let operands = ["TOKEN"]
    static let flags: [Flag] = []

    static func run(_ arguments: Arguments) async throws {
        let token = arguments.operands[0]
        let tracking: Tracking
        do throws(TrackingError) {
            tracking = try Tracking(token: token)
        } catch {
            switch error {
            case .damaged: throw Failure("\"\(token)\" is no tracking token, or not as it was sent")
            case .otherVersion: throw Failure("\"\(token)\" is of another version of the program")
            }
        }
        try StandardOutput.line(lines(tracking).map { $0.padded(to: 9) + $1 }.joined(separator: "\n"))
    }

    private static func lines(_ tracking: Tracking) -> [(String, String)] {
        var lines = [
            ("config", "\(tracking.config)"), ("segment", tracking.segment), ("widget", tracking.widget),
        ]
        lines += tracking.arms.map { ("arm", "\($0.arm) of \($0.experiment)") }
        if let place = tracking.place {
            lines.append(("rank", "\(place.rank)"))
            if let source = place.source { lines.append(("source", source)) }
        }
        return lines
    }
}
