/// Powers and logarithms to the base 2 from × ÷ √ alone, which IEEE 754 rounds in one way: every machine gets the same
/// bits, unlike from the system's `exp2` and `log2`.
enum PowersOfTwo {
    /// 2^½, 2^¼, 2^⅛ and so on.
    private static let roots: InlineArray<32, Double> = {
        var root = 2.0
        return InlineArray { _ in
            root = root.squareRoot()
            return root
        }
    }()

    /// 2 to the power of `exponent`, which is limited to −1,000…1,000.
    static func power(_ exponent: Double) -> Double {
        let exponent = min(1_000, max(-1_000, exponent))
        let whole = exponent.rounded(.down)
        var rest = exponent - whole
        var product = 1.0
        for index in roots.indices {
            rest *= 2
            guard rest >= 1 else { continue }
            rest -= 1
            product *= roots[index]
        }
        return Double(sign: .plus, exponent: Int(whole), significand: product)
    }

    /// The logarithm of `value`, which is above 0 and normal, to 24 binary places.
    static func logarithm(_ value: Double) -> Double {
        var (significand, place, fraction) = (value.significand, 0.5, 0.0)
        for _ in 0..<24 {
            significand *= significand
            if significand >= 2 {
                significand /= 2
                fraction += place
            }
            place /= 2
        }
        return Double(value.exponent) + fraction
    }
}
