import HTTPServer

/// A flag for each limit of the server that an operator may set.
enum LimitFlags {
    /// A limit: its flag, the range that makes sense, and where it goes.
    private struct Limit: Sendable {
        let name: String
        let value: String
        let help: String
        let range: ClosedRange<Int>
        let get: @Sendable (ServerLimits) -> Int
        let set: @Sendable (inout ServerLimits, Int) -> Void

        /// A number of things or bytes.
        static func count(
            _ name: String,
            _ value: String,
            _ path: any WritableKeyPath<ServerLimits, Int> & Sendable,
            _ range: ClosedRange<Int>,
            _ help: String
        ) -> Self {
            Limit(name: name, value: value, help: help, range: range) {
                $0[keyPath: path]
            } set: {
                $0[keyPath: path] = $1
            }
        }

        /// A time in whole seconds.
        static func seconds(
            _ name: String,
            _ path: any WritableKeyPath<ServerLimits, Duration> & Sendable,
            _ help: String
        ) -> Self {
            Limit(name: name, value: "S", help: help, range: 1...3600) {
                Int($0[keyPath: path].components.seconds)
            } set: {
                $0[keyPath: path] = .seconds($1)
            }
        }
    }

    private static let all: [Limit] = [
        .count("max-head", "BYTES", \.head, 64...(1 << 20), "the longest head of a request (431)"),
        .count("max-fields", "N", \.fields, 1...10_000, "the most fields of a head (431)"),
        .count("max-target", "BYTES", \.target, 1...(1 << 20), "the longest target of a request (414)"),
        .count("max-body", "BYTES", \.body, 0...(1 << 30), "the longest body of a request (413)"),
        .seconds("head-timeout", \.headTime, "how long a whole head may take (408)"),
        .count("min-body-rate", "BYTES", \.bodyRate, 0...(1 << 30), "how much of a body must come a second (408)"),
        .seconds("body-grace", \.bodyGrace, "how long a body may take before its rate is looked at"),
        .seconds("handler-timeout", \.handler, "how long an answer may take to be made (503)"),
        .seconds("idle-timeout", \.idle, "how long a connection may stay open without a request"),
        .count("max-requests", "N", \.requestsPerConnection, 1...(1 << 40), "the requests of one connection"),
        .seconds("write-timeout", \.writeStall, "how long a client may take nothing of its answer"),
        .count("max-connections", "N", \.connections, 1...(1 << 30), "the connections open at a time (503)"),
        .count(
            "max-connections-per-address",
            "N",
            \.connectionsPerAddress,
            0...(1 << 30),
            "the connections open at a time from one address (503); 0: any number"
        ),
        .count("max-in-flight", "N", \.requests, 1...(1 << 30), "the requests worked on at a time (503)"),
        .seconds("queue-timeout", \.queue, "how long a request may wait before it is worked on (503)"),
    ]

    static let flags = all.map { limit in
        Flag(limit.name, limit.value, limit.help, default: "\(limit.get(ServerLimits()))")
    }

    /// The limits that the command was called with.
    static func limits(_ arguments: Arguments) throws(UsageError) -> ServerLimits {
        var limits = ServerLimits()
        for limit in all {
            limit.set(&limits, try arguments.integer(limit.name, in: limit.range))
        }
        return limits
    }
}
