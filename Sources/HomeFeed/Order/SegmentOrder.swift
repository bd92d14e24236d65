import JSON

/// How a segment's widgets are ordered, if not as in the config: `"personal"`, or `{"kind": "personal", "when": {…}}`
/// for some users.
struct SegmentOrder: Sendable {
    let gate: Gate?

    /// Whether the order is personal.
    func isOpen(in context: GateContext) -> Bool {
        context.request.user != nil && gate?.isOpen(in: context) ?? true
    }

    init(reading value: CheckedValue, _ scope: ConfigScope) {
        let kinds = ["personal"]
        guard case .object = value.json else {
            _ = value.choice("order", among: kinds)
            gate = nil
            return
        }
        gate = value.object { object in
            _ = object.required("kind")?.choice("order", among: kinds)
            return object.optional("when").flatMap { Gate(reading: $0, scope.experiments) }
        }
    }
}
