extension WorkerCommand {
    /// The config that the supervisor has kept. Where it has kept none, the config on the disk, of which it is sent a record.
    static func config(
        _ options: ServeOptions,
        _ arguments: Arguments,
        _ lifeline: Lifeline
    ) throws -> (ConfigFile, ConfigBytes) {
        let flag = ConfigRecord.flag.name
        guard arguments[flag] == nil else {
            let bytes = try ConfigRecord(Int32(try arguments.integer(flag, in: descriptors))).bytes()
            let reading = read(ConfigFiles(of: options.config, kept: bytes), options)
            return (try reading.config.get(), bytes)
        }
        let reading = read(ConfigFiles(of: options.config), options)
        let config = try reading.config.get()
        lifeline.say(.accepted, with: try ConfigRecord(of: reading.bytes), waits: true)
        return (config, reading.bytes)
    }

    /// Reads and checks the config in these files.
    static func read(_ files: ConfigFiles, _ options: ServeOptions) -> ConfigWatch.Reading {
        let config = Result { () throws(Failure) in try ConfigFile(files, options.recommender) }
        return ConfigWatch.Reading(bytes: files.bytes, config: config)
    }

    /// Serves with the config that was read anew, or says why not.
    @MainActor
    static func reload(
        _ service: HomeService,
        _ reading: ConfigWatch.Reading,
        _ served: ServedConfig,
        _ lifeline: Lifeline
    ) async {
        do throws(Failure) {
            guard let record = try await service.swap(to: reading) else { return }
            lifeline.say(.accepted, with: record, waits: true)
        } catch {
            let refused = RefusedConfig(error.reasons, in: reading.bytes.files)
            served.note(refused: refused)
            Notice.line("Not reloaded, and the old config is kept: \(error.message)")
            lifeline.say(.refused(refused), waits: true)
        }
    }
}
