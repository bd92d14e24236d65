import JSON

/// Which marks of their history items have, and for how long: the config's `marks`.
struct MarksConfig: Sendable {
    let saved: Bool
    let newSinceLastVisit: Bool
    /// How long price drops are marked for users who did not see the earlier price, in seconds; `nil` for no marks.
    let priceDrop: Int64?
    /// How long items are marked that are available again, in seconds; `nil` for no marks.
    let backInStock: Int64?

    /// Reads `{"saved": true, "newSinceLastVisit": true, "priceDrop": "14d", "backInStock": "14d"}`; each is optional.
    init(reading object: inout CheckedObject) {
        saved = object.optional("saved")?.bool() ?? false
        newSinceLastVisit = object.optional("newSinceLastVisit")?.bool() ?? false
        priceDrop = object.optional("priceDrop")?.timeSpan()
        backInStock = object.optional("backInStock")?.timeSpan()
    }
}
