/// The changes of a list of ids. `removed` and the sources of `moved` are indices in the old list, all others in the
/// new one.
struct Changes: Equatable, Sendable {
    var removed: [Int] = []
    var inserted: [Int] = []
    var moved: [Move] = []
    /// Kept elements, moved or not, with changed content.
    var reconfigured: [Int] = []

    struct Move: Hashable, Sendable { let from, to: Int }

    var isEmpty: Bool { self == Changes() }

    /// The fewest changes that lead from `old` to `new`. Ids must be unique in each list.
    init<ID: Hashable>(from old: [ID], to new: [ID], isReconfigured: (ID) -> Bool) {
        for change in new.difference(from: old).inferringMoves() {
            switch change {
            case .remove(let offset, _, nil): removed.append(offset)
            case .insert(let offset, _, nil): inserted.append(offset)
            case .insert(let offset, _, let from?): moved.append(Move(from: from, to: offset))
            case .remove: break
            }
        }
        removed.sort()
        let stayed = Set(old)
        reconfigured = new.indices.filter { stayed.contains(new[$0]) && isReconfigured(new[$0]) }
    }

    init() {}
}

/// The changes of a snapshot: the sections, and the cells of kept sections.
struct SnapshotChanges: Equatable, Sendable {
    let sections: Changes
    /// Only sections with changed cells.
    let cells: [SectionID: Changes]

    var isEmpty: Bool { sections.isEmpty && cells.isEmpty }
}

extension Snapshot {
    /// The changes that a list view applies to show this snapshot instead of `old`.
    func changes(from old: Snapshot) -> SnapshotChanges {
        let stayed = sections.filter { old.cells[$0] != nil }
        let cells = stayed.map { id in
            let changes = Changes(from: old.cells[id] ?? [], to: self.cells[id] ?? []) {
                old.cellContents[$0] != cellContents[$0]
            }
            return (id, changes)
        }
        return SnapshotChanges(
            sections: Changes(from: old.sections, to: sections) { old.sectionContents[$0] != sectionContents[$0] },
            cells: Dictionary(uniqueKeysWithValues: cells.filter { !$0.1.isEmpty })
        )
    }
}
