import Bytes
import Foundation
import HomeDocument
import HomeFeed
import JSON

/// `hearth replay FILE`
enum ReplayCommand: Command {
    static let name = "replay"
    static let summary = "Makes a recorded home again, with the same bytes or with another config."
    static let operands = ["FILE"]
    static let flags = [
        Flag(
            "config",
            "FILE",
            "make the home with this config instead of the recorded one",
            isInEnvironment: false
        ),
        Flag("explain", "", "print why each widget is as it is, instead of the home"),
    ]

    static func run(_ arguments: Arguments) async throws {
        let path = arguments.operands[0]
        let folder = RecordingFolder(of: path)
        let json = try json(at: path)
        let (recorded, other) = try configs(of: json, at: path, folder, arguments["config"])
        let config = other?.home ?? recorded.home
        let recording: HomeRecording
        do {
            recording = try HomeRecording(json, kinds: config.kinds)
        } catch {
            throw Failure(error, in: path)
        }
        var loads = recording.loads
        if let other {
            loads = recording.loads(changing: recorded.members, to: other.members)
            report(recording.unrecordedSources(of: config, loads), recording.itemCount)
        }
        let key = folder?.signingKey(recording.signingKey)
        let home = try recording.home(
            with: config,
            loads,
            signingKey: key ?? Array(repeating: 0, count: 32),
            explains: arguments["explain"] != nil
        )
        if let explanation = home.explanation { return try StandardOutput.line(explanation.table) }
        var writer = JSONWriter()
        _ = home.write(into: &writer)
        try StandardOutput.write(writer.bytes)
        if other == nil { try compare(writer.bytes, recording, hasKey: key != nil) }
    }

    private typealias Config = (home: HomeConfig, members: JSONValue)

    private static func json(at path: String) throws(Failure) -> JSONValue {
        do {
            return try JSONValue(parsing: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw Failure(reading: path, error)
        }
    }

    /// The recorded config, and the one of the flag if that differs.
    private static func configs(
        of recording: JSONValue,
        at path: String,
        _ folder: RecordingFolder?,
        _ flag: String?
    ) throws(Failure) -> (recorded: Config, other: Config?) {
        guard let name = HomeRecording.config(of: recording) else { throw Failure("\(path) is not a recording") }
        let file = try flag.map { path throws(Failure) in try ConfigFile(ConfigReader(of: path)) }
        if let file, "\(file.recorded.revision)" == name { return ((file.home, file.recorded.members), nil) }
        guard let configPath = folder?.path(ofConfig: name) else {
            throw Failure("\(path) is not in a folder of recordings, which has its config: name that with --config")
        }
        let bytes: [UInt8]
        do {
            bytes = Array(try Data(contentsOf: URL(filePath: configPath)))
        } catch {
            throw Failure(reading: configPath, error)
        }
        let recorded = try RecordedConfig(parsing: bytes, at: configPath)
        return (
            (try recorded.home(from: configPath), recorded.members),
            file.map { ($0.home, $0.recorded.members) }
        )
    }

    private static func report(_ sources: [String], _ itemCount: Int) {
        if sources.isEmpty { return StandardError.line("All sources have the recorded candidates.") }
        StandardError.line("These sources are new or changed, and searched only the \(itemCount) recorded items:")
        for source in sources { StandardError.line("  \(source)") }
    }

    private static func compare(_ bytes: [UInt8], _ recording: HomeRecording, hasKey: Bool) throws(Failure) {
        if Revision({ $0.combine(bytes: bytes.span) }) == recording.revision {
            return StandardError.line("The home has the same bytes as the recorded one.")
        }
        guard hasKey else {
            throw Failure("The bytes differ from the recorded ones: the key that signed its tokens is missing")
        }
        throw Failure("The bytes differ from the recorded ones: another version of Hearth made that home")
    }
}
