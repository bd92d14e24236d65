/// The changes of a list of unique ids. `removed` and the sources of `moved` are indices in the old list, all others in
/// the new one.
public struct ListChanges: Hashable, Sendable {
    public private(set) var removed: [Int] = [], inserted: [Int] = []
    /// As few as possible.
    public private(set) var moved: [Move] = []
    /// Kept ids with another content, moved or not.
    public private(set) var reloaded: [Int] = []

    public struct Move: Hashable, Sendable { public let from, to: Int }

    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && reloaded.isEmpty }

    typealias Element = (id: String, content: [AnyHashable])

    init(from old: [Element], to new: [Element]) {
        let contents = Dictionary(old.map { ($0.id, $0.content) }) { first, _ in first }
        reloaded = new.indices.filter { index in contents[new[index].id].map { $0 != new[index].content } ?? false }
        for change in new.map(\.id).difference(from: old.map(\.id)).inferringMoves() {
            switch change {
            case .remove(let offset, _, nil): removed.insert(offset, at: 0)
            case .insert(let offset, _, nil): inserted.append(offset)
            case .insert(let offset, _, let from?): moved.append(Move(from: from, to: offset))
            case .remove: break
            }
        }
    }
}
