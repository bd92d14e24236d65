import Foundation
import Glibc

/// A process of the program. Its output goes to files, so that it never blocks on a full pipe.
final class Child {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The time after which a wait counts as hanging.
    static let hangLimit = Duration.seconds(180)

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let process: SpawnedProcess
    private let words: [String]
    private let outputFile: URL
    private let errorFile: URL

    /// Starts `hearth` with these arguments in the repository's root. Of the `HEARTH_` variables it has only the given
    /// ones and the fixtures' config.
    /// - Parameter starter: a program and its arguments that start `hearth`, if the test does not.
    init(
        _ words: [String],
        environment: [String: String] = [:],
        startedBy starter: [String] = [],
        in folder: Folder
    ) throws {
        outputFile = try folder.newFile("output")
        errorFile = try folder.newFile("errors")
        let output = try FileHandle(forWritingTo: outputFile)
        let errors = try FileHandle(forWritingTo: errorFile)
        self.words = words
        process = try SpawnedProcess(
            starter + [try Self.executable().path] + words,
            environment: ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HEARTH_") }
                .merging(["HEARTH_CONFIG": Fixtures.config]) { $1 }
                .merging(environment) { $1 },
            in: Self.root.path,
            output: output.fileDescriptor,
            errors: errors.fileDescriptor
        )
        // The process has its own copy.
        try output.close()
        try errors.close()
        do {
            try ProcessCleanup.register(process.id)
        } catch {
            kill()
            throw error
        }
    }

    /// The program is the build that `HEARTH_BINARY` names, by default the one beside the tests, as are the examples.
    static func executable(_ name: String = "hearth") throws -> URL {
        if name == "hearth", let path = ProcessInfo.processInfo.environment["HEARTH_BINARY"] {
            return URL(fileURLWithPath: path, relativeTo: root)
        }
        let ours = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let places = [ours, CommandLine.arguments[0], Bundle.main.bundlePath + "/x"].map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent(name)
        }
        guard let found = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw Failure(description: "no \(name) at \(places.map(\.path))")
        }
        return found
    }

    var id: pid_t { process.id }
    var isRunning: Bool { process.end == nil }
    var output: Data { (try? Data(contentsOf: outputFile)) ?? Data() }
    var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// Waits until the process has ended.
    /// - Returns: the exit status, or a negative signal number.
    func wait() throws -> Int32 {
        try Self.wait("the end of \(words)") { process.end }
    }

    func signal(_ number: Int32) {
        if isRunning { Glibc.kill(id, number) }
    }

    /// Kills the process and its children like a power cut, and waits until they are gone.
    func kill() {
        let started = isRunning ? children(of: id) : []
        signal(SIGKILL)
        for child in started { Glibc.kill(child, SIGKILL) }
        _ = try? wait()
    }

    /// Polls until `answer` returns a value.
    static func wait<Response>(_ what: String, for answer: () throws -> Response?) throws -> Response {
        let limit = ContinuousClock.now + hangLimit
        while ContinuousClock.now < limit {
            if let answer = try answer() { return answer }
            usleep(2_000)
        }
        throw Failure(description: "waited \(hangLimit) for \(what)")
    }
}

struct ProcessResult {
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs `hearth` with these arguments to its end.
func hearth(_ words: String..., environment: [String: String] = [:]) throws -> ProcessResult {
    try hearth(words, environment: environment)
}

func hearth(_ words: [String], environment: [String: String] = [:]) throws -> ProcessResult {
    try withFolder { folder in
        let child = try Child(words, environment: environment, in: folder)
        defer { child.kill() }
        return ProcessResult(status: try child.wait(), output: child.output, errors: child.errors)
    }
}
