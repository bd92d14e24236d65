import Foundation
import Testing

extension `The program` {
    /// Guards the counts of a server whose worker is killed: the script compares them with the clients' journals.
    @Suite struct `A simulated month, in short` {
        @Test(arguments: [[], ["--equal"]])
        func `ends with the counts of the clients' journals`(options: [String]) throws {
            try withFolder { folder in
                let process = Process()
                let pipe = Pipe()
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                process.arguments =
                    ["python3", "-B", "Scripts/month", "--hearth", try Child.executable().path, "--users", "40"]
                    + ["--days", "4", "--kills", "3", "--keep", folder.url.path] + options
                process.currentDirectoryURL = Child.root
                process.standardOutput = pipe
                process.standardError = pipe
                try process.run()
                let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
                process.waitUntilExit()
                #expect(process.terminationStatus == 0, "\(output)")
                #expect(output.contains("the server counted the same") && output.contains("opened per home"))
            }
        }
    }
}
