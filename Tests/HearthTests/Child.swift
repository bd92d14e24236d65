import Foundation
import Glibc

/// A process of the program, with what it writes in files, so that nobody has to read for it to go on.
final class Child {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How long anything may take before it counts as hanging.
    static let hangLimit = Duration.seconds(180)

    /// Where the repository is.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let process: Spawned
    private let words: [String]
    private let outputFile: URL
    private let errorFile: URL

    /// Starts `hearth` with these words, in the repository's root and with no `HEARTH_` variables but the given ones
    /// and the config of the fixtures.
    /// - Parameter starter: the program, and its arguments, that is to start it, where that is not the test.
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
        process = try Spawned(
            starter + [try Self.executable().path] + words,
            environment: ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HEARTH_") }
                .merging(["HEARTH_CONFIG": Fixtures.config]) { $1 }
                .merging(environment) { $1 },
            in: Self.root.path,
            output: output.fileDescriptor,
            errors: errors.fileDescriptor
        )
        // The process has its own.
        try output.close()
        try errors.close()
        do {
            try Watch.over(process.id)
        } catch {
            kill()
            throw error
        }
    }

    /// The program stands beside the tests, whatever the configuration that both were built in, and so do the examples.
    static func executable(_ name: String = "hearth") throws -> URL {
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

    /// Waits until it has ended.
    /// - Returns: what it exited with; below 0 where a signal ended it.
    func wait() throws -> Int32 {
        try Self.wait("the end of \(words)") { process.end }
    }

    /// Sends it a signal.
    func signal(_ number: Int32) {
        if isRunning { Glibc.kill(id, number) }
    }

    /// Ends it, and what it has started, as a power cut would, and waits until it is gone.
    func kill() {
        let started = isRunning ? children(of: id) : []
        signal(SIGKILL)
        for child in started { Glibc.kill(child, SIGKILL) }
        _ = try? wait()
    }

    /// Asks again and again until there is an answer.
    static func wait<Response>(_ what: String, for answer: () throws -> Response?) throws -> Response {
        let limit = ContinuousClock.now + hangLimit
        while ContinuousClock.now < limit {
            if let answer = try answer() { return answer }
            usleep(2_000)
        }
        throw Failure(description: "waited \(hangLimit) for \(what)")
    }
}

/// What a process left behind.
struct Ended {
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs `hearth` with these words to its end.
func hearth(_ words: String..., environment: [String: String] = [:]) throws -> Ended {
    try hearth(words, environment: environment)
}

/// Runs `hearth` with these words to its end.
func hearth(_ words: [String], environment: [String: String] = [:]) throws -> Ended {
    try withFolder { folder in
        let child = try Child(words, environment: environment, in: folder)
        defer { child.kill() }
        return Ended(status: try child.wait(), output: child.output, errors: child.errors)
    }
}
