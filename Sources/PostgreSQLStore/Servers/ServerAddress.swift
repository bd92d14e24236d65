import CPostgreSQL
import Catalogue

/// One server of a connection URL, which may name several: `postgresql://user@host1,host2:5433/hearth`.
struct ServerAddress: Hashable, Sendable {
    /// May contain a password.
    let url: String
    /// By libpq keyword.
    let overrides: [String: String]
    /// `host:port`.
    let name: String

    /// Returns the servers of a URL in order.
    /// - Throws: `StoreError.unavailable` if the URL is malformed, with a reason that contains no part of it.
    static func all(in url: String) throws(StoreError) -> [ServerAddress] {
        let settings = try parse(url)
        guard !hasUnencodedSigns(url) else {
            throw malformed("signs in a user or a password are percent-encoded")
        }
        func list(_ keyword: String) -> [String] {
            settings[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
        }
        let (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = max(hosts.count, addresses.count, 1)
        for (keyword, values) in [("host", hosts), ("hostaddr", addresses), ("port", ports)]
        where values.count > 1 && values.count != count {
            throw malformed("it has \(values.count) values for \(keyword) and \(count) servers")
        }
        // libpq takes a part of a password that is not percent-encoded for a port.
        guard ports.allSatisfy({ $0.isEmpty || UInt16($0) != nil }) else {
            throw malformed("a port is no number from 0 to 65535; signs in a password are percent-encoded")
        }
        return (0..<count).map { index in
            func value(_ list: [String]) -> String { list.isEmpty ? "" : list[list.count == 1 ? 0 : index] }
            let (host, address) = (value(hosts), value(addresses))
            let port = value(ports).isEmpty ? "5432" : value(ports)
            let shown = host.isEmpty ? address : host
            return ServerAddress(
                url: url,
                overrides: ["host": host, "hostaddr": address, "port": port],
                name: "\(shown.isEmpty ? "localhost" : shown):\(port)"
            )
        }
    }

    /// libpq looks for the first @ or /, and takes the rest of a password that contains them for a host or database.
    private static func hasUnencodedSigns(_ url: String) -> Bool {
        let parts = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? ""
        let authority = parts.prefix { !"/?#".contains($0) }
        let path = parts.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }
        let isAmbiguous = !authority.contains("@") && parts.prefix { $0 != "/" }.contains("@")
        return authority.count(where: { $0 == "@" }) > 1 || path.contains("@") || isAmbiguous
    }

    private static func malformed(_ reason: String) -> StoreError {
        .unavailable(StoreFailure(.misconfigured, reason))
    }

    /// By libpq keyword.
    private static func parse(_ url: String) throws(StoreError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        // Sound: the list ends with a row without a keyword; list and message are freed once.
        guard let rows = unsafe PQconninfoParse(url, &message) else {
            defer { unsafe PQfreemem(message) }
            let reason = unsafe message.map { unsafe String(cString: $0) } ?? "out of memory"
            // libpq may quote the URL or the password after that.
            throw malformed(reason.split(separator: ": \"").first.map(String.init) ?? reason)
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
