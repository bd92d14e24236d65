import Foundation

/// The processes that `process` has started and not yet heard the end of.
func children(of process: pid_t) -> [pid_t] {
    let list = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return list?.split(separator: " ").compactMap { pid_t($0) } ?? []
}

/// Whether the process runs, or stands still: one that has ended does not, even where nobody has taken note of it.
func isAlive(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    // The state comes after the name, which stands in parentheses and may have any in it.
    let state = text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
    return state != "Z" && state != "X"
}
