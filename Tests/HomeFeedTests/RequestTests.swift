import HomeFeed
import HomeLayout
import Catalogue
import Testing

/// The request of these parameters, on a screen 390 points wide where they do not say how wide.
private func read(_ parameters: (String, String)...) throws(ParameterError) -> HomeRequest {
    var all = parameters.map { (name: $0.0, value: $0.1) }
    if !all.contains(where: { $0.name == "width" }) { all.append(("width", "390")) }
    return try HomeRequest(parameters: all)
}

/// Why a request of these parameters is refused, if it is.
private func refusal(_ parameters: (String, String)...) -> ParameterError? {
    do {
        _ = try HomeRequest(parameters: parameters.map { (name: $0.0, value: $0.1) })
        return nil
    } catch {
        return error
    }
}

/// Not a plain decimal number, each in its own way.
private let noNumbers = [
    "", " ", "390px", "1e3", "+390", "NaN", "nan", "inf", "0x10", "3,9", "3.9.0", ".5", "390.", "--3", "-", "３９０",
    "٣٩٠",
    "390 ", "99999999999999999999999", "1000000", "0000000000000000000000390",
]

@Suite struct `The parameter width` {
    @Test(arguments: [
        ("200", 200_000), ("2048", 2_048_000), ("390", 390_000), ("390.5", 390_500), ("0390.50", 390_500),
        ("411.42857", 411_429), ("200.0004", 200_000), ("375.0", 375_000),
    ])
    func `is read to the nearest thousandth`(text: String, thousandths: Int) throws {
        #expect(try read(("width", text)).device.width == Points(thousandths: thousandths))
    }

    @Test(arguments: noNumbers + ["199.999", "199.9996", "2048.001", "2048.0004", "0", "-390", "-0"])
    func `is an error that says so where it is absurd`(text: String) throws {
        let error = try #require(refusal(("width", text)))
        #expect(error.problem == .invalid)
        #expect(error.parameter == "width")
        #expect(error.message == "width is \"\(text)\": expected points from 200 to 2048")
    }

    @Test func `is required`() throws {
        let error = try #require(refusal(("user", "u1")))
        #expect(error.problem == .missing)
        #expect(error.parameter == "width")
        #expect(error.message == "width is missing: expected points from 200 to 2048")
    }

    @Test func `is shown cut in the error where it is long`() throws {
        let error = try #require(refusal(("width", String(repeating: "9", count: 5_000))))
        #expect(error.message == "width is \"\(String(repeating: "9", count: 40))…\": expected points from 200 to 2048")
    }
}

@Suite struct `The parameters scale and textScale` {
    @Test func `have a default`() throws {
        #expect(try read().device == Device(width: 390, scale: 2, textScale: 1))
    }

    @Test(arguments: [("1", 1_000), ("4", 4_000), ("2.625", 2_625), ("2.6249999", 2_625)])
    func `scale goes from 1 to 4`(text: String, thousandths: Int) throws {
        #expect(try read(("scale", text)).device.scale == FixedPoint(thousandths: thousandths))
    }

    @Test(arguments: [("0.8", 800), ("3.2", 3_200), ("1.353", 1_353)])
    func `textScale goes from 0.8 to 3.2`(text: String, thousandths: Int) throws {
        #expect(try read(("textScale", text)).device.textScale == FixedPoint(thousandths: thousandths))
    }

    @Test(arguments: noNumbers + ["0.999", "4.001", "-2", "0"])
    func `scale is an error where it is anything else`(text: String) throws {
        let error = try #require(refusal(("width", "390"), ("scale", text)))
        #expect(error.parameter == "scale")
        #expect(error.message == "scale is \"\(text)\": expected a display scale from 1 to 4")
    }

    @Test(arguments: noNumbers + ["0.799", "3.201", "-1"])
    func `textScale is an error where it is anything else`(text: String) throws {
        let error = try #require(refusal(("width", "390"), ("textScale", text)))
        #expect(error.parameter == "textScale")
        #expect(error.message == "textScale is \"\(text)\": expected a text scale from 0.8 to 3.2")
    }
}

@Suite struct `The parameters lat and lon` {
    @Test(arguments: [
        ("41.65", "-83.54", 41.65, -83.54), ("90", "180", 90, 180), ("-90", "-180", -90, -180), ("-0", "0.0", 0, 0),
        ("41.12345678", "-0.00000004", 41.1234568, 0),
    ])
    func `are degrees to seven places`(lat: String, lon: String, latitude: Double, longitude: Double) throws {
        let expected = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(try read(("lat", lat), ("lon", lon)).place == expected)
    }

    @Test func `are missing both or neither`() throws {
        #expect(try read().place == nil)
        let noLon = try #require(refusal(("width", "390"), ("lat", "41")))
        #expect(noLon.problem == .missing && noLon.parameter == "lon")
        #expect(noLon.message == "lon is missing: expected degrees from -180 to 180, because lat is given")
        let noLat = try #require(refusal(("width", "390"), ("lon", "41")))
        #expect(noLat.problem == .missing && noLat.parameter == "lat")
        #expect(noLat.message == "lat is missing: expected degrees from -90 to 90, because lon is given")
    }

    @Test(arguments: noNumbers + ["90.0001", "-90.0001", "91"])
    func `lat is an error where it is anything else`(text: String) throws {
        let error = try #require(refusal(("width", "390"), ("lat", text), ("lon", "1")))
        #expect(error.problem == .invalid && error.parameter == "lat")
        #expect(error.message == "lat is \"\(text)\": expected degrees from -90 to 90")
    }

    @Test(arguments: ["180.0001", "-181", "1e1", ""])
    func `lon is an error where it is anything else`(text: String) throws {
        let error = try #require(refusal(("width", "390"), ("lat", "1"), ("lon", text)))
        #expect(error.problem == .invalid && error.parameter == "lon")
        #expect(error.message == "lon is \"\(text)\": expected degrees from -180 to 180")
    }
}

@Suite struct `The parameter budget` {
    @Test(arguments: [("1", 1), ("150", 150), ("60000", 60_000), ("007", 7)])
    func `is a time in milliseconds`(text: String, milliseconds: Int) throws {
        #expect(try read(("budget", text)).budget == .milliseconds(milliseconds))
        #expect(try read().budget == nil)
    }

    @Test(arguments: ["", "0", "60001", "-1", "+1", "1.5", "1e3", " 1", "99999999999999999999", "one"])
    func `is an error where it is anything else`(text: String) throws {
        let error = try #require(refusal(("width", "390"), ("budget", text)))
        #expect(error.problem == .invalid && error.parameter == "budget")
        #expect(error.message == "budget is \"\(text)\": expected milliseconds from 1 to 60000")
    }
}

@Suite struct `The parameter user` {
    @Test(arguments: ["u1", "a", "~!@#$%^&*()", String(repeating: "x", count: 128)])
    func `is any identifier`(id: String) throws {
        #expect(try read(("user", id)).user == UserID(id))
    }

    @Test(arguments: ["", "a/b", "a b", "é", "👩🏽‍🚒", "a\u{0}", "a\n", String(repeating: "x", count: 129)])
    func `is an error where it is none`(id: String) throws {
        let error = try #require(refusal(("width", "390"), ("user", id)))
        #expect(error.problem == .invalid && error.parameter == "user")
        #expect(error.message.hasSuffix("expected 1 to 128 visible ASCII characters without '/'"))
    }

    @Test func `may be missing`() throws {
        #expect(try read().user == nil)
    }
}

@Suite struct `The parameter segment` {
    private func world() async throws -> World {
        try World(
            #"""
            {"title": "Hearth", "segments": [
              {"id": "homes", "title": "Homes", "widgets": [
                {"id": "a", "layout": "HomeWidgetInfoCard", "source": {"kind": "infoCard", "id": "a", "title": "A", "text": "A"}}]},
              {"id": "style", "title": "Style", "widgets": [
                {"id": "b", "layout": "HomeWidgetInfoCard", "source": {"kind": "infoCard", "id": "b", "title": "B", "text": "B"}}]}]}
            """#
        )
    }

    @Test func `chooses the segment that is loaded, by default the first`() async throws {
        let world = try await world()
        #expect(try await world.home().itemIDs == [["infoCard:a"]])
        #expect(try await world.home(segment: "homes").itemIDs == [["infoCard:a"]])
        let style = try await world.home(segment: "style")
        #expect(style.itemIDs == [["infoCard:b"]])
        #expect(
            style.segments == [
                .init(id: "homes", title: "Homes", active: false, href: "/home?segment=homes&width=390&scale=3"),
                .init(id: "style", title: "Style", active: true),
            ]
        )
    }

    @Test(arguments: ["", "STYLE", "homes ", "none"])
    func `is an error that lists the known ones`(id: String) async throws {
        let world = try await world()
        let thrown = await #expect(throws: FeedError.self) { try await world.home(segment: id) }
        guard case .parameter(let error) = try #require(thrown) else { throw try #require(thrown) }
        #expect(error.problem == .invalid && error.parameter == "segment")
        #expect(error.message == #"segment is "\#(id)": expected one of "homes", "style""#)
    }
}

@Suite struct `A request` {
    @Test func `ignores parameters that it does not know`() throws {
        #expect(try read(("widht", "12"), ("explains", "1")) == read())
    }
}
