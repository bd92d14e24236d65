extension Array {
    /// Moves the elements out, with their memory.
    mutating func take() -> Self {
        var taken: Self = []
        swap(&taken, &self)
        return taken
    }
}
