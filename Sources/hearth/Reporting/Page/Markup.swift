/// HTML or SVG. Literals are markup; interpolated strings are text, whose special characters are escaped.
struct Markup: Hashable, Sendable, ExpressibleByStringInterpolation {
    var text: String

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ string: String) {
            for scalar in string.unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }

        /// Markup stays as it is. Literals in a ternary expression are text.
        mutating func appendInterpolation(_ markup: Markup?) { text += markup?.text ?? "" }

        mutating func appendInterpolation(_ pieces: [Markup]) { for piece in pieces { text += piece.text } }

        /// Appends a length or a coordinate, to the tenth.
        mutating func appendInterpolation(_ length: Double) {
            let tenths = Int((length * 10).rounded())
            text += tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
        }
    }
}
