/// Imports a file, which must succeed, and returns what that prints. Rejected records are written to `folder`.
@discardableResult
func importItems(
    from file: String,
    by mapping: String,
    into store: String,
    config: String? = nil,
    in folder: Folder
) throws -> String {
    let words = ["import", "--store", store, "--mapping", mapping, "--rejects", folder.path("rejects")]
    let ended = try hearth(words + (config.map { ["--config", $0] } ?? []) + [file])
    guard ended.status == 0 else { throw Child.Failure(description: ended.errors) }
    return ended.text
}

/// Runs `body` with a server on the restaurants of the fixtures and a copy of their config, `home.json`.
func withRestaurants(_ body: (RunningServer) throws -> Void) throws {
    try withFolder { folder in
        let (fixtures, store) = (Fixtures.restaurants, folder.path("store"))
        let config = try folder.write(Fixtures.text(of: "\(fixtures)/home.json"), to: "home.json")
        let (file, mapping) = ("\(fixtures)/restaurants.csv", "\(fixtures)/mapping.json")
        let printed = try importItems(from: file, by: mapping, into: store, config: config, in: folder)
        guard printed.contains("500 new") else { throw Child.Failure(description: printed) }
        try withServer(on: store, "--config", config, in: folder, body)
    }
}
