/// How long it takes until an opening counts half for what is popular, in days.
public enum HalfLife: Int, CaseIterable, Sendable {
    case day = 1
    case week = 7
    case month = 30

    var index: Int {
        switch self {
        case .day: 0
        case .week: 1
        case .month: 2
        }
    }
}
