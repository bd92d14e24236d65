import Testing

@testable import HomeFeed

@Suite struct `A parameter that cannot be read` {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let values: [String]
        let expected: String
        let others: [(String, String)]

        init(_ name: String, _ values: [String], _ expected: String, beside others: [(String, String)] = []) {
            (self.name, self.values, self.expected, self.others) = (name, values, expected, others)
        }

        var testDescription: String { name }
    }

    /// Not a plain decimal number, each in its own way.
    private static let noNumbers = [
        "", " ", "390px", "1e4", "390e", "3e+", "e2", "+390", "NaN", "nan", "inf", "0x10", "3,9", "3.9.0", ".5", "390.",
        "--3", "-",
        "３９０", "٣٩٠", "390 ", "99999999999999999999999", "1000000", "0000000000000000000000390",
    ]

    private static let examples = [
        Example(
            "width",
            noNumbers + [
                "199.999", "199.9996", "2048.001", "2048.0004", "0", "-390", "-0", String(repeating: "9", count: 5_000),
            ],
            "points from 200 to 2048"
        ),
        Example("scale", noNumbers + ["0.749999", "5.000001", "-2", "0"], "a display scale from 0.75 to 5"),
        Example("textScale", noNumbers + ["0.799", "3.201", "-1"], "a text scale from 0.8 to 3.2"),
        Example("lat", noNumbers + ["90.0001", "-90.0001", "91"], "degrees from -90 to 90", beside: [("lon", "1")]),
        Example("lon", ["180.0001", "-181", "1e3", "1e", ""], "degrees from -180 to 180", beside: [("lat", "1")]),
        Example(
            "budget",
            ["", "0", "60001", "-1", "+1", "1.5", "1e5", "15e-1", " 1", "99999999999999999999", "one"],
            "milliseconds from 1 to 60000"
        ),
        Example(
            "user",
            ["", "a/b", "a b", "é", "👩🏽‍🚒", "a\u{0}", "a\n", String(repeating: "x", count: 129)],
            "1 to 128 visible ASCII characters without '/'"
        ),
        Example(
            "platform",
            ["", "iOS", "ios 17", "a/b", "é", "a_b", String(repeating: "x", count: 33)],
            "1 to 32 lowercase letters, digits and '-', such as ios"
        ),
        Example(
            "appVersion",
            [
                "", ".", "4.", ".2", "4..2", "v4.2", "4.2-beta", "4,2", "-1", "+1", " 4", "٤.٢", "1.2.3.4.5.6.7.8.9",
                "1234567890123456789",
            ],
            "whole numbers between dots, such as 4.2 or 4.10.1"
        ),
        Example(
            "schema",
            ["", "0", "-1", "1.5", "one", "+1", "1000000000", "99999999999999999999"],
            "a version from 1 to 999999999"
        ),
        Example(
            "locale",
            ["", "de.DE", "deutschland", "de-", "*", "de;q=1", "d"],
            "a language tag (BCP 47) such as de or de-AT"
        ),
    ]

    @Test(arguments: examples)
    func `is refused with what was found, cut where it is long, and what was expected`(example: Example) throws {
        for value in example.values {
            let error = try #require(refusal([(example.name, value)] + example.others), "\(value)")
            #expect(!error.isMissing && error.parameter == example.name)
            let found = value.count > 40 ? value.prefix(40) + "…" : value[...]
            #expect(error.message == "\(example.name) is \"\(found)\": expected \(example.expected)")
        }
    }
}
