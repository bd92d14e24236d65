import Foundation
import Testing

extension `The program` {
    @Suite struct `A script` {
        /// What Hearth needs to build.
        private static let packages = "libisal-dev libssl-dev libpq-dev libsqlite3-dev zlib1g-dev"

        @Test(arguments: [
            "Scripts/run", "Scripts/test", "Scripts/prerequisites", "Scripts/sanitize", "Scripts/overload",
            "Scripts/contract", "Scripts/recipes", ".ci/run",
        ])
        func `is valid bash, and executable`(path: String) throws {
            #expect(try Self.bash("-n", path).status == 0)
            #expect(FileManager.default.isExecutableFile(atPath: Child.root.appendingPathComponent(path).path))
        }

        @Test(
            arguments: [
                (commands: [:], status: 1, says: "Hearth needs Swift 6.3 or newer"),
                (commands: ["swift": "", "clang": ""], status: 0, says: ""),
                (
                    commands: ["swift": "", "clang": "exit 1", "id": "echo 0"], status: 1,
                    says: "needs the headers of \(Self.packages) (Debian's names), and this system has no apt"
                ),
                (
                    commands: ["swift": "", "clang": "exit 1", "id": "echo 0", "apt-get": #"echo "apt-get $1" >&2"#],
                    status: 0,
                    says: "Installing \(Self.packages)\napt-get update\napt-get install\n"
                ),
                (
                    commands: [
                        "swift": "", "clang": "exit 1", "id": "echo 1000", "apt-get": #"echo "apt-get $1" >&2"#,
                        "sudo": #"echo sudo >&2; exec "$@""#,
                    ], status: 0,
                    says: "(sudo may ask for your password)\nsudo\napt-get update\nsudo\napt-get install\n"
                ),
                (
                    commands: ["swift": "", "clang": "exit 1", "id": "echo 1000", "apt-get": ""], status: 1,
                    says: "only root can install them: apt-get install \(Self.packages)"
                ),
                (
                    commands: ["swift": "", "clang": "read line; case $line in *zlib*) exit 1;; esac", "id": "echo 0"],
                    status: 1, says: "the headers of zlib1g-dev ("
                ),
            ] as [(commands: [String: String], status: Int32, says: String)]
        )
        func `for the prerequisites names missing programs, and installs them if it can`(
            commands: [String: String],
            status: Int32,
            says: String
        ) throws {
            try withFolder { folder in
                // The path has only these commands and those that the script itself needs.
                for (name, body) in commands {
                    let path = try folder.write("#!/bin/sh\n\(body)\n", to: name)
                    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
                }
                for name in ["env", "dirname", "readlink"] {
                    try FileManager.default.createSymbolicLink(
                        atPath: folder.path(name),
                        withDestinationPath: "/usr/bin/\(name)"
                    )
                }
                let ended = try Self.bash("Scripts/prerequisites", path: folder.url.path)
                #expect(ended.status == status)
                #expect(says.isEmpty ? ended.output.isEmpty : ended.output.contains(says), "\(ended.output)")
            }
        }

        private static func bash(_ words: String..., path: String? = nil) throws -> (status: Int32, output: String) {
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments = words
            process.currentDirectoryURL = Child.root
            if let path { process.environment = ["PATH": path] }
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: output, as: UTF8.self))
        }
    }
}
