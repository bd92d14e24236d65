/// A number as plural rules see it: with the digits that are shown (Unicode TR 35 part 3, "Operands").
public struct PluralOperands: Hashable, Sendable {
    /// The digits before the decimal sign, as a number.
    public let i: Int
    /// How many digits are shown behind it.
    public let v: Int
    /// The digits shown behind it, as a number.
    public let f: Int

    /// The operands of a number that is shown with these digits.
    public init(i: Int, v: Int = 0, f: Int = 0) {
        self.i = i
        self.v = v
        self.f = f
    }

    /// The operands of a number that is shown without trailing zeros: of 1,500 thousandths those of `1.5`.
    public init(thousandths: Int) {
        let thousandths = max(0, thousandths)
        var digits = 3
        var fraction = thousandths % 1_000
        while digits > 0 && fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        self.init(i: thousandths / 1_000, v: digits, f: fraction)
    }

    /// The operand that a rule calls so, as a whole number; `nil` where it is none. Numbers are not shown with exponents.
    subscript(name: Character) -> Int? {
        switch name {
        case "n": f == 0 ? i : nil
        case "i": i
        case "v": v
        case "w": f == 0 ? 0 : shown.digits
        case "f": f
        case "t": f == 0 ? 0 : shown.number
        default: 0
        }
    }

    /// The digits behind the decimal sign without the zeros at their end.
    private var shown: (digits: Int, number: Int) {
        var (digits, number) = (v, f)
        while number % 10 == 0, digits > 0 { (digits, number) = (digits - 1, number / 10) }
        return (digits, number)
    }
}
