import JSON

/// How a segment's widgets are ordered, if not as in the config: `"personal"`, or `{"kind": "personal", "when": {…}}`
/// for some users.
struct SegmentOrder: Sendable {
    let gate: Gate?

    /// Whether the order is personal.
    func isOpen(in context: GateContext) -> Bool {
        context.request.user != nil && gate?.isOpen(in: context) ?? true
    }

    /// Passes the evaluated conditions to `note`.
    func note(in context: GateContext, _ note: (Condition) -> Void) { _ = gate?.isOpen(in: context, note) }

    init?(reading value: CheckedValue, _ scope: ConfigScope) {
        let kinds = ["personal": true]
        guard case .object = value.json else {
            guard value.choice("order", among: kinds) != nil else { return nil }
            gate = nil
            return
        }
        let gate = value.object { object -> Gate?? in
            let kind = object.required("kind")?.choice("order", among: kinds)
            let gate = object.optional("when").map { value in
                var reader = GateReader(experiments: scope.experiments)
                return reader.gate(value)
            }
            return kind == nil ? nil : gate ?? .some(nil)
        }
        guard let gate else { return nil }
        self.gate = gate
    }
}
