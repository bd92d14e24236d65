import Bytes
import Testing

@testable import Catalogue
@testable import Import

/// The item of a row with `mapping` for `field` and constants for all other fields.
private func listing(_ field: String, _ reading: String, _ row: [String: String]) throws -> Result<
    CatalogueItem, ReadingError
> {
    var fields = [
        "id": #"{"constant": "x1"}"#, "title": #"{"constant": "A house"}"#, "type": #"{"constant": "house"}"#,
        "price": #"{"constant": 100}"#, "currency": #"{"constant": "USD"}"#, "market": #"{"constant": "toledo"}"#,
        "listedAt": #"{"constant": "0", "date": "unix"}"#,
    ]
    if field == "latitude" || field == "longitude" {
        fields["latitude"] = #"{"constant": 0}"#
        fields["longitude"] = #"{"constant": 0}"#
    }
    fields[field] = reading
    let mapping = try Mapping(
        parsing: """
            {"format": "csv", "kind": "listing", "missing": ["NA"],
             "derived": {"style": {"column": "stories", "table": {"one": "one-story"}},
                         "place": {"template": "{lat} {lon}", "as": "hash"}},
             "fields": {\(fields.map { "\"\($0)\": \($1)" }.joined(separator: ","))}}
            """.utf8
    )
    let row = row.merging(["lat": "", "lon": "", "stories": "", "unused": "x"]) { given, _ in given }
    let columns = row.keys.sorted()
    let line = columns.map { "\"" + (row[$0] ?? "").replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
    var reader = try mapping.layout.reader(
        of: MemoryBytes((columns.joined(separator: ",") + "\n" + line).utf8),
        columns: mapping.columns,
        maxRecordSize: 1_000
    )
    guard case .success(let record)? = try reader.next() else {
        return .failure(ReadingError(column: nil, reason: "no record"))
    }
    do throws(ValueError) {
        return .success(try mapping.fields.item(of: record))
    } catch {
        return .failure(ReadingError(column: error.column, reason: error.description))
    }
}

private struct ReadingError: Error, Equatable {
    var column: String?
    var reason: String
}

@Suite struct `A field mapping` {
    @Test(arguments: [
        (#"{"column": "a"}"#, "12", 1_200), (#"{"column": "a"}"#, "12.5", 1_250),
        (#"{"column": "a"}"#, "12.500", 1_250),
        (#"{"column": "a"}"#, " 1e+05 ", 10_000_000), (#"{"column": "a"}"#, "+7", 700),
        (#"{"column": "a", "affixes": ["$"], "grouping": ","}"#, "$1,234,567.89", 123_456_789),
        (#"{"column": "a", "affixes": ["€"], "grouping": ".", "decimal": ","}"#, "1.234,50 €", 123_450),
        (#"{"column": "a", "grouping": " "}"#, "12 000", 1_200_000),
        (#"{"column": "a", "times": 0.01}"#, "12345", 12_345), (#"{"column": "a", "times": 1000}"#, "89.9", 8_990_000),
        (#"{"sum": [{"column": "a"}, {"constant": 0.5}]}"#, "2", 250),
        (#"{"column": "a", "split": "-", "pick": "first"}"#, "3-4", 300),
    ])
    func `reads a price as it is written`(reading: String, text: String, amount: Int64) throws {
        #expect(try listing("price", reading, ["a": text]).get().price == Money(amount: amount, currency: "USD"))
    }

    @Test(arguments: [
        (#"{"column": "a"}"#, "abc", #"expected a number, found "abc""#),
        (#"{"column": "a"}"#, "$5", #"expected a number, found "$5""#),
        (#"{"column": "a"}"#, "1,234", #"expected a number, found "1,234""#),
        (#"{"column": "a", "grouping": ","}"#, "1,23", #"expected a number, found "1,23""#),
        (#"{"column": "a", "grouping": ","}"#, "1234,567", #"expected a number, found "1234,567""#),
        (#"{"column": "a", "grouping": ","}"#, ",123", #"expected a number, found ",123""#),
        (#"{"column": "a"}"#, "1 2", #"expected a number, found "1 2""#),
        (#"{"column": "a"}"#, "1.2.3", #"expected a number, found "1.2.3""#),
        (#"{"column": "a"}"#, "nan", #"expected a number, found "nan""#),
        (#"{"column": "a"}"#, "12.345", "expected an amount of at most 2 decimals, found 12.345"),
        (#"{"column": "a"}"#, "-1", "expected a number of at least 0, found -1"),
        (#"{"column": "a", "min": 1}"#, "0", "expected a number of at least 1, found 0"),
        (#"{"column": "a", "max": 9}"#, "9.5", "expected a number from 0 to 9, found 9.5"),
        (#"{"column": "a"}"#, "NA", "price is missing"), (#"{"column": "a"}"#, "  ", "price is missing"),
        (#"{"column": "a", "missing": ["0"]}"#, "0", "price is missing"),
    ])
    func `rejects an invalid price with its column`(reading: String, text: String, reason: String)
        throws
    {
        #expect(try listing("price", reading, ["a": text]) == .failure(ReadingError(column: "a", reason: reason)))
    }

    @Test(arguments: [("JPY", 1_200), ("KWD", 1_200_000), ("USD", 120_000)] as [(String, Int64)])
    func `converts money to minor units`(currency: String, amount: Int64) throws {
        let price = #"{"column": "c"}"#
        let result = try listing("currency", price, ["c": currency]).get()
        #expect((result.price?.amount ?? 0) * 12 == amount)
    }

    @Test(arguments: [
        (#"{"column": "a"}"#, "yes", #"expected a currency such as "USD" (ISO 4217), found "yes""#),
        (#"{"column": "a", "table": {"$": "USD"}}"#, "€", #"expected a word of the table, found "€""#),
    ])
    func `rejects an invalid currency`(reading: String, text: String, reason: String) throws {
        #expect(try listing("currency", reading, ["a": text]) == .failure(ReadingError(column: "a", reason: reason)))
    }

    @Test(arguments: [("3273", 304.07), ("1", 0.09), ("107639", 9_999.99), ("1e308", 1e308 * 0.092_903_04)])
    func `converts square feet to square metres, to the hundredth`(text: String, area: Double) throws {
        let found = try listing("area", #"{"column": "a", "unit": "sqft"}"#, ["a": text]).get().attributes["area"]
        #expect(found == .number(area))
    }

    @Test func `leaves out a missing optional field`() throws {
        #expect(try listing("area", #"{"column": "a"}"#, ["a": "NA"]).get().attributes["area"] == nil)
        let sum = #"{"sum": [{"column": "a"}, {"column": "b", "times": 0.5}]}"#
        #expect(try listing("bathrooms", sum, ["a": "2", "b": "1"]).get().attributes["bathrooms"] == .number(2.5))
        #expect(try listing("bathrooms", sum, ["a": "2", "b": ""]).get().attributes["bathrooms"] == nil)
    }

    @Test func `rejects fractions of bedrooms`() throws {
        #expect(try listing("bedrooms", #"{"column": "a"}"#, ["a": "3.0"]).get().attributes["bedrooms"] == .number(3))
        #expect(
            try listing("bedrooms", #"{"column": "a"}"#, ["a": "2.5"])
                == .failure(ReadingError(column: "a", reason: "expected a whole number, found 2.5"))
        )
    }

    @Test(
        arguments: [
            (#""yyMMdd""#, "930104", 726_105_600), (#""yyMMdd""#, "490101", 2_493_072_000),
            (#""yyMMdd""#, "690101", -31_536_000),
            (#""yyyyMM""#, "201803", 1_519_862_400), (#""yyyyMMdd""#, "20000229", 951_782_400),
            (#""d/M/yyyy""#, "1/12/1970", 28_857_600), (#""yyyy-MM-ddTHH:mm:ss""#, "1970-01-02T00:00:01", 86_401),
            (#""iso8601""#, "1970-01-02", 86_400), (#""iso8601""#, "1970-01-01T01:00:00Z", 3_600),
            (#""iso8601""#, "1970-01-01 01:00", 3_600), (#""iso8601""#, "1970-01-01T02:30:00.25+02:00", 1_800),
            (#""iso8601""#, "1969-12-31T23:00:00-0130", 1_800), (#""unix""#, "-5", -5),
            (#""unix""#, "1.5e9", 1_500_000_000),
            (#""yyyy""#, "1600", -11_676_096_000), (#""yyyy-MM-dd H:mm:ss""#, "1970-01-02 0:00:01", 86_401),
            (#""yyyy-MM-dd H:mm:ss""#, "1970-01-01 23:00:01", 82_801),
        ] as [(String, String, Instant)]
    )
    func `converts dates to instants`(date: String, text: String, instant: Instant) throws {
        #expect(try listing("listedAt", #"{"column": "a", "date": \#(date)}"#, ["a": text]).get().listedAt == instant)
    }

    @Test(arguments: [
        ("active", ItemStatus.active), ("sold", .sold), (" hidden ", .hidden), ("", .active), ("NA", .active),
    ])
    func `reads a status, active by default`(text: String, status: ItemStatus) throws {
        #expect(try listing("status", #"{"column": "a"}"#, ["a": text]).get().status == status)
    }

    @Test func `rejects an unknown status`() throws {
        let table = #"{"column": "a", "table": {"x": "sold"}, "otherwise": "active"}"#
        #expect(try listing("status", table, ["a": "x"]).get().status == .sold)
        #expect(try listing("status", table, ["a": "y"]).get().status == .active)
        #expect(
            try listing("status", #"{"column": "a"}"#, ["a": "solt"])
                == .failure(
                    ReadingError(
                        column: "a",
                        reason: "expected a known status, found \"solt\"; did you mean \"sold\"?"
                    )
                )
        )
    }

    @Test func `reads a date of expiry, none by default`() throws {
        let reading = #"{"column": "a", "date": "unix"}"#
        #expect(try listing("expiresAt", reading, ["a": "77"]).get().expiresAt == 77)
        #expect(try listing("startsAt", reading, ["a": "77"]).get().startsAt == 77)
        #expect(try listing("expiresAt", reading, ["a": "NA"]).get().expiresAt == nil)
        #expect(
            try listing("expiresAt", reading, ["a": "soon"])
                == .failure(
                    ReadingError(column: "a", reason: "expected a date written as \"unix\", found \"soon\"")
                )
        )
    }

    @Test(arguments: [
        (#""yyyyMMdd""#, "20230229"), (#""yyyyMMdd""#, "20231301"), (#""yyyyMMdd""#, "2023010"),
        (#""yyyyMM""#, "20230101"),
        (#""iso8601""#, "2023-1-1"), (#""iso8601""#, "2023-01-01T25:00"), (#""iso8601""#, "2023-01-01T01:00+"),
        (#""iso8601""#, "2023-01-01X"), (#""iso8601""#, "2023-01-01T01:00Zz"), (#""unix""#, "soon"),
        (#""unix""#, "1.5"),
    ])
    func `rejects an invalid date`(date: String, text: String) throws {
        let reason = "expected a date written as \(date), found \"\(text)\""
        #expect(
            try listing("listedAt", #"{"column": "a", "date": \#(date)}"#, ["a": text])
                == .failure(ReadingError(column: "a", reason: reason))
        )
    }

    @Test(arguments: [
        ("[{beds}-bed ]{style} house", ["beds": "3", "stories": "one"], "3-bed one-story house"),
        ("[{beds}-bed ]{style} house", ["beds": "NA", "stories": "one"], "one-story house"),
        ("{{{beds}}} [[x]]", ["beds": "3", "stories": "one"], "{3} [x]"),
    ])
    func `fills in a template`(template: String, row: [String: String], title: String) throws {
        let reading = #"{"template": "\#(template)"}"#
        #expect(try listing("title", reading, row.merging(["style": "hidden"]) { $1 }).get().title == title)
    }

    @Test func `is missing if a column of its template is`() throws {
        #expect(
            try listing("title", #"{"template": "{a} in {b}"}"#, ["a": "x", "b": ""])
                == .failure(ReadingError(column: "b", reason: "title is missing"))
        )
    }

    @Test func `translates words by a table, and rejects others without a default`() throws {
        let strict = #"{"column": "a", "table": {"one": "house", "flat": "apartment"}}"#
        #expect(try listing("type", strict, ["a": "flat"]).get().attributes["type"] == .text("apartment"))
        #expect(
            try listing("type", strict, ["a": "tent"])
                == .failure(ReadingError(column: "a", reason: #"expected a word of the table, found "tent""#))
        )
        let lenient = #"{"column": "a", "table": {"one": "house"}, "otherwise": "other"}"#
        #expect(try listing("type", lenient, ["a": "tent"]).get().attributes["type"] == .text("other"))
        #expect(
            try listing("type", #"{"column": "a"}"#, ["a": "hose"])
                == .failure(
                    ReadingError(column: "a", reason: #"expected a known type, found "hose"; did you mean "house"?"#)
                )
        )
    }

    @Test func `reads latitude and longitude from one column`() throws {
        let place = try listing("latitude", #"{"column": "a", "split": ",", "pick": "first"}"#, ["a": "41.65, -83.54"])
        #expect(try place.get().place == Coordinate(latitude: 41.65, longitude: 0))
        let other = try listing("longitude", #"{"column": "a", "split": ",", "pick": "last"}"#, ["a": "41.65, -83.54"])
        #expect(try other.get().place == Coordinate(latitude: 0, longitude: -83.54))
    }

    @Test func `rejects half a place, and one that is not on Earth`() throws {
        let half = "latitude is missing"
        #expect(
            try listing("latitude", #"{"column": "a"}"#, ["a": ""])
                == .failure(ReadingError(column: "a", reason: half))
        )
        let off = "expected degrees within ±90 north and ±180 east, found 91.0, 0.0"
        #expect(
            try listing("latitude", #"{"column": "a"}"#, ["a": "91"])
                == .failure(ReadingError(column: "a", reason: off))
        )
    }

    @Test func `splits a list, without empty and repeated elements`() throws {
        let all = #"[{"column": "a", "split": "~"}, {"constant": "z"}]"#
        #expect(try listing("images", all, ["a": "x~ y ~~x~NA"]).get().images == ["x", "y", "z"])
        let last = #"[{"column": "a", "split": "~", "pick": "last"}]"#
        #expect(try listing("images", last, ["a": "x~y"]).get().images == ["y"])
    }

    @Test(arguments: [
        ("Fish &amp; Chips", "Fish & Chips"), ("Fish &amp;amp; Chips", "Fish &amp; Chips"),
        ("5 &lt; 6 &gt; 4", "5 < 6 > 4"),
        ("Caf&eacute; &Uuml;ber &szlig;&yuml;", "Café Über ßÿ"), ("20&nbsp;kg&nbsp;", "20\u{a0}kg"),
        ("&#233;&#xE9;&#XE9;&#x1F600;", "ééé😀"), ("&#150;&#x80;", "–€"),
        ("&#0;&#xD800;&#x110000;", "\u{fffd}\u{fffd}\u{fffd}"),
        ("&quot;a&quot; &apos;b&#39; &hellip; &euro;5 &ndash; &rsquo;&trade;", "\"a\" 'b' … €5 – ’™"),
        ("AT&T & B&W; &unknown; &; &#; &#x; &#12x;", "AT&T & B&W; &unknown; &; &#; &#x; &#12x;"),
        ("<p>One</p><p>Two<br/>three<BR>four</p>", "One Two three four"), ("H<sub>2</sub>O <b>bold</b>", "H2O bold"),
        ("<ul>\n <li>a</li>\n <li>b</li></ul>", "a b"), ("a <!-- <b> > --> b<!-- open", "a b"),
        ("<a href=\"x>y\" title='>'>link</a>", "link"), ("3 < 4 and 5 > 2, <3, a<b", "3 < 4 and 5 > 2, <3, a<b"),
        ("x<script>if (a<b) alert('</p>')</script>y<style>p { }</style>z", "x y z"), ("a<script>never closed", "a"),
        ("<!DOCTYPE html><html><body>t</body></html>", "t"), ("&lt;b&gt;kept&lt;/b&gt;", "<b>kept</b>"),
        ("plain  text", "plain  text"), ("<h2>a</h2>\u{1f}<i>b", "a \u{1f}b"),
    ])
    func `decodes HTML`(html: String, text: String) {
        #expect(String(decoding: HTMLText.text(of: FieldBytes(html.utf8)), as: UTF8.self) == text)
    }

    @Test func `decodes HTML in a time that grows with its length alone`() {
        for part in ["<a", "<a \"", "&", "&#", "<!", "</x '"] {
            let html = String(repeating: part, count: 100_000)
            // Minutes, if each sign were searched for its end.
            #expect(
                String(decoding: HTMLText.text(of: FieldBytes(html.utf8)), as: UTF8.self).utf8.count == html.utf8.count
            )
        }
    }

    @Test func `decodes HTML before its other steps`() throws {
        let category = #"{"column": "a", "decode": "html", "split": ">", "pick": "last", "as": "slug"}"#
        #expect(try listing("category", category, ["a": "Home &gt; Bed &amp; Bath"]).get().category == "bed-bath")
        let title = #"{"column": "a", "decode": "html"}"#
        #expect(
            try listing("title", title, ["a": "<p>&#32;</p>"])
                == .failure(ReadingError(column: "a", reason: "title is missing"))
        )
    }

    @Test(
        arguments: [
            (["a": "5", "b": "7"], 500), (["a": "", "b": "7"], 700), (["a": " ", "b": "7"], 700),
            (["a": "NA", "b": "7"], 700),
            (["a": "0", "b": "7"], 700), (["a": "$4", "b": "x"], 400),
        ] as [([String: String], Int64)]
    )
    func `takes the first of several columns that has a value`(row: [String: String], amount: Int64) throws {
        let price = #"{"firstOf": ["a", "b"], "missing": ["0"], "affixes": ["$"]}"#
        #expect(try listing("price", price, row).get().price?.amount == amount)
    }

    @Test func `names all columns of which none has a value`() throws {
        let price = #"{"firstOf": ["a", "b"]}"#
        #expect(
            try listing("price", price, ["a": "", "b": ""])
                == .failure(ReadingError(column: "a, b", reason: "price is missing"))
        )
        #expect(
            try listing("price", price, ["a": "x", "b": "7"])
                == .failure(ReadingError(column: "a, b", reason: #"expected a number, found "x""#))
        )
        // A derived column may change the texts of one of them.
        #expect(
            try listing("title", #"{"firstOf": ["style", "a"]}"#, ["stories": "one", "a": "x"]).get().title
                == "one-story"
        )
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", " javascript:x", "java\tscript:x", "java\nscript\r:x",
        "\u{1}javascript:x",
        "\u{0}\u{1e}javascript:x", "\u{feff}javascript:x", "\u{200b}javascript:x", "\u{a0}javascript:x",
        "java\u{ad}script:x", "javascript :x", "vbscript:x", "data:text/html,x", "DATA:image/png;base64,AA",
        "d\u{2060}ata:,",
    ])
    func `refuses links that are scripts or data`(link: String) throws {
        let found = try listing("href", #"{"column": "a"}"#, ["a": link])
        guard case .failure(let error) = found else {
            Issue.record("\(link.debugDescription) is accepted")
            return
        }
        #expect(error.column == "a")
        #expect(error.reason.hasPrefix("expected a link, no script and no data, found "))
        let images = try listing(
            "images",
            #"[{"column": "a", "split": "~"}]"#,
            ["a": "https://x.example/1.jpg~\(link)"]
        )
        #expect(throws: ReadingError.self) { try images.get() }
        #expect(throws: ReadingError.self) { try listing("image", #"{"column": "a"}"#, ["a": link]).get() }
    }

    @Test(arguments: [
        "https://x.example/javascript:1", "/javascript:", "myapp://item/data:1", "javascript", "data/1", "datas:1",
        "?x=data:",
        "tel:1", "/search?q=%20javascript:",
    ])
    func `takes other links`(link: String) throws {
        #expect(try listing("href", #"{"column": "a"}"#, ["a": link]).get().href == link)
        #expect(try listing("image", #"{"column": "a"}"#, ["a": link]).get().images == [link])
    }

    @Test func `refuses a script as a constant`() throws {
        #expect(throws: ImportError.self) { try listing("href", #"{"constant": "javascript:x"}"#, ["a": ""]) }
    }

    @Test(
        arguments: [
            ("80", "60", "70", Sale(price: 8_000, from: 60, until: 70)), ("80", "", "", Sale(price: 8_000)),
            ("80", "60", "", Sale(price: 8_000, from: 60)), ("80", "", "70", Sale(price: 8_000, until: 70)),
            ("", "60", "70", nil), ("100", "60", "70", nil), ("120", "", "", nil),
            ("$99.99", "", "", Sale(price: 9_999)),
        ] as [(String, String, String, Sale?)]
    )
    func `reads a sale with its dates`(price: String, from: String, until: String, sale: Sale?) throws {
        let mapping = """
            {"column": "a", "affixes": ["$"], "from": {"column": "b", "date": "unix"}, "until": {"column": "c", "date": "unix"}}
            """
        let item = try listing("salePrice", mapping, ["a": price, "b": from, "c": until]).get()
        #expect(item.sale == sale)
        #expect(item.price == Money(amount: 10_000, currency: "USD") && item.previousPrice == nil)
    }

    @Test(arguments: [
        ("80", "70", "70", "a, b, c", "expected a sale that begins before it ends"),
        ("x", "60", "70", "a", #"expected a number, found "x""#),
        ("80", "soon", "70", "b", #"expected a date written as "unix", found "soon""#),
        ("8.001", "", "", "a", "expected an amount of at most 2 decimals, found 8.001"),
    ])
    func `rejects a sale that cannot be`(price: String, from: String, until: String, column: String, reason: String)
        throws
    {
        let mapping = """
            {"column": "a", "from": {"column": "b", "date": "unix"}, "until": {"column": "c", "date": "unix"}}
            """
        let found = try listing("salePrice", mapping, ["a": price, "b": from, "c": until])
        #expect(found == .failure(ReadingError(column: column, reason: reason)))
    }

    @Test func `reads a placeholder, and refuses what is no colour`() throws {
        let color = #"{"column": "a"}"#
        #expect(try listing("placeholder", color, ["a": "#C8b900"]).get().placeholder == RGBColor("#c8b900"))
        #expect(try listing("placeholder", color, ["a": ""]).get().placeholder == nil)
        for text in ["c8b900", "#c8b90", "#c8b9000", "#c8b90g", "#+8b900", "red"] {
            let reason = "expected a colour such as \"#c8b9a6\", found \"\(text)\""
            #expect(
                try listing("placeholder", color, ["a": text]) == .failure(ReadingError(column: "a", reason: reason))
            )
        }
    }

    @Test func `computes the same identifiers in every run`() throws {
        #expect(
            try listing("id", #"{"template": "{lon},{lat}"}"#, ["lat": "1.5", "lon": "-2"]).get().id.id == "-2,1.5"
        )
        #expect(
            try listing("id", #"{"template": "{a}-{place}"}"#, ["a": "A1", "lat": "1.5", "lon": "-2"]).get().id.id
                == "A1-\(Slug.hash(of: Array("1.5 -2".utf8)[...]))"
        )
        #expect(
            try listing("id", #"{"column": "a"}"#, ["a": "a b"])
                == .failure(
                    ReadingError(
                        column: "a",
                        reason: "expected 1 to 128 visible ASCII characters without '/', found \"a b\""
                    )
                )
        )
    }
}

/// Guards readable identifiers, which must not change between versions.
@Suite struct `A slug` {
    @Test(arguments: [
        ("Comme des Garçons", "comme-des-garcons"),
        ("Enfants Riches De\u{301}prime\u{301}s", "enfants-riches-deprimes"),
        ("VINNY’s", "vinnys"), ("F/CE.®", "f-ce"), ("Samsøe  Samsøe", "samsoe-samsoe"), ("ænrmòus", "aenrmous"),
        ("Łódź Œuvre Straße", "lodz-oeuvre-strasse"), ("--A--", "a"), ("3.1 Phillip", "3-1-phillip"),
    ])
    func `has lower-case letters and hyphens`(text: String, slug: String) {
        #expect(Slug.of(text) == slug)
    }

    @Test(arguments: ["東京", "Бюро X", "Ателье X", "!", String(repeating: "long ", count: 60)])
    func `is a distinct identifier for any text`(text: String) {
        #expect(Identifier.isValid(Slug.of(text)))
        #expect(Slug.of(text).hasSuffix(Slug.hash(of: Array(text.utf8)[...])))
    }
}
