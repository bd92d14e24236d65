import CPostgreSQL

/// One server of an address, which may name several: `postgresql://user@host1,host2:5433/hearth`.
package struct ServerAddress: Hashable, Sendable {
    /// The whole address, as it was given. It may hold a password.
    let url: String
    /// What is said of this one alone, by libpq's keywords.
    let overrides: [String: String]
    /// `host:port`, for logs and metrics.
    package let name: String
    /// What is to be set on each connection (`-c name=value`), as far as the address says it.
    let options: String

    /// What is wrong with an address.
    package struct Malformed: Error, Hashable, Sendable {
        /// What libpq says of it, without a part of the address.
        package let reason: String
    }

    /// The servers of an address, in its order, and which of them the session is to be on (`target_session_attrs`), where it says.
    /// - Throws: ``Malformed``.
    package static func all(in url: String) throws(Malformed) -> (servers: [ServerAddress], target: String?) {
        let settings = try parse(url)
        func list(_ keyword: String) -> [String] {
            settings[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
        }
        let (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = max(hosts.count, addresses.count, 1)
        for (keyword, values) in [("host", hosts), ("hostaddr", addresses)]
        where values.count > 1 && values.count != count {
            throw Malformed(reason: "it has \(values.count) values for \(keyword) and \(count) servers")
        }
        guard ports.count <= 1 || ports.count == count else {
            throw Malformed(reason: "it has \(ports.count) ports and \(count) servers")
        }
        // A password with a sign in it that should have been encoded is taken for a port.
        guard ports.allSatisfy({ $0.isEmpty || UInt16($0) != nil }) else {
            throw Malformed(reason: "a port is no number from 0 to 65535; signs in a password are percent-encoded")
        }
        let servers = (0..<count).map { index in
            func value(_ list: [String]) -> String { list.isEmpty ? "" : list[list.count == 1 ? 0 : index] }
            let host = value(hosts)
            let port = value(ports).isEmpty ? "5432" : value(ports)
            let shown = host.isEmpty ? value(addresses) : host
            return ServerAddress(
                url: url,
                overrides: [
                    "host": host, "hostaddr": value(addresses), "port": port, "target_session_attrs": "any",
                ],
                name: "\(shown.isEmpty ? "localhost" : shown):\(port)",
                options: settings["options"] ?? ""
            )
        }
        guard Set(servers.map(\.name)).count == servers.count else {
            throw Malformed(reason: "it names a server twice")
        }
        return (servers, settings["target_session_attrs"])
    }

    /// What an address says, by libpq's keywords.
    private static func parse(_ url: String) throws(Malformed) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        // Sound: the list that comes ends with a row without a keyword, and is freed once; so is the message.
        guard let rows = unsafe PQconninfoParse(url, &message) else {
            defer { unsafe PQfreemem(message) }
            let reason = unsafe message.map { unsafe String(cString: $0) } ?? "out of memory"
            // What it quotes behind that may be the whole address, or the password.
            throw Malformed(reason: reason.split(separator: ": \"").first.map(String.init) ?? reason)
        }
        defer { unsafe PQconninfoFree(rows) }
        var settings: [String: String] = [:]
        var row = unsafe rows
        while let keyword = unsafe row.pointee.keyword {
            if let value = unsafe row.pointee.val {
                settings[unsafe String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe row += 1
        }
        return settings
    }
}
