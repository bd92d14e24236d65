/// Finds the word that a misspelt one was meant to be.
public enum SpellingSuggestion {
    /// The word among `localization` that the fewest edits make of `word` (insert, delete, replace, swap neighbours), if they are
    /// few enough for a slip: at most a third of its length, rounded up.
    public static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let nearest = words.map { (word: $0, distance: edits(from: word.lowercased(), to: $0.lowercased())) }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }
        guard let nearest, nearest.distance <= (max(word.count, nearest.word.count) + 2) / 3 else { return nil }
        return nearest.word
    }

    /// `did you mean "…"?` where one word is near, else `expected one of …`.
    public static func advice(for word: String, among words: some Collection<String>) -> String {
        if let nearest = nearest(to: word, among: words) { return "did you mean \"\(nearest)\"?" }
        return "expected " + (words.count == 1 ? "" : "one of ") + words.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    /// The optimal string alignment distance.
    private static func edits(from source: String, to target: String) -> Int {
        let source = Array(source)
        let target = Array(target)
        var beforeLast: [Int] = []
        var last = Array(0...target.count)
        for row in source.indices {
            var current = [row + 1]
            for column in target.indices {
                let replaced = last[column] + (source[row] == target[column] ? 0 : 1)
                var least = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            beforeLast = last
            last = current
        }
        return last[target.count]
    }
}
