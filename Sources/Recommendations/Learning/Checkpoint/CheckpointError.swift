/// Why a checkpoint cannot be restored. Then everything is learned from the events again.
public enum CheckpointError: Error, Hashable, Sendable {
    /// Another version of Hearth wrote it.
    case version(UInt8)
    /// Its bytes are not those that were written.
    case checksum
    /// It has values that no learner has.
    case malformed
}
