import Foundation
import Testing

extension `The program` {
    @Suite struct `A script` {
        @Test(arguments: ["Scripts/run", "Scripts/test", "Scripts/prerequisites", ".ci/run"])
        func `is one that bash can read, and may be run`(path: String) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["bash", "-n", path]
            process.currentDirectoryURL = Child.root
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(FileManager.default.isExecutableFile(atPath: Child.root.appendingPathComponent(path).path))
        }
    }
}
