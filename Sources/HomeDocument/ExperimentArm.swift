/// The arm of an experiment that a user is in.
public struct ExperimentArm: Hashable, Sendable {
    /// The experiment's id.
    public let experiment: String
    /// The arm's id, unique among the experiment's.
    public let arm: String

    /// The arm `arm` of `experiment`.
    public init(experiment: String, arm: String) {
        self.experiment = experiment
        self.arm = arm
    }
}
