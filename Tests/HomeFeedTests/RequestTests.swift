import HomeFeed
import HomeLayout
import Catalogue
import Testing

@Suite struct `The parameter width` {
    @Test(arguments: [
        ("200", 200_000), ("2048", 2_048_000), ("390", 390_000), ("390.5", 390_500), ("0390.50", 390_500),
        ("411.42857", 411_429), ("200.0004", 200_000), ("375.0", 375_000),
    ])
    func `is read to the nearest thousandth`(text: String, thousandths: Int) throws {
        #expect(try read(("width", text)).device.width == Points(thousandths: thousandths))
    }

    @Test func `is required`() throws {
        let error = try #require(throws: ParameterError.self) { try HomeRequest(parameters: [("user", "u1")]) }
        #expect(error.isMissing && error.parameter == "width")
        #expect(error.message == "width is missing: expected points from 200 to 2048")
    }
}

@Suite struct `The parameters scale and textScale` {
    @Test func `have a default`() throws {
        #expect(try read().device == Device(width: 390, scale: 2, textScale: 1))
    }

    @Test(arguments: [
        ("0.75", 75_000), ("1", 100_000), ("5", 500_000), ("5E0", 500_000), ("2.625", 262_500), ("2.8125", 281_250),
        ("1.3312499523162842", 133_125), ("2.624999", 262_500),
    ])
    func `scale goes from 0.75 to 5 in exact densities`(text: String, hundredThousandths: Int) throws {
        #expect(try read(("scale", text)).device.scale == DisplayScale(hundredThousandths: hundredThousandths))
    }

    @Test(arguments: [("0.8", 800), ("3.2", 3_200), ("1.353", 1_353)])
    func `textScale goes from 0.8 to 3.2`(text: String, thousandths: Int) throws {
        #expect(try read(("textScale", text)).device.textScale == FixedPoint(thousandths: thousandths))
    }
}

@Suite struct `Numeric parameters` {
    @Test func `take exponents, as Java and Kotlin print them`() throws {
        let request = try read(
            ("width", "4.11429E2"),
            ("scale", "2.8125E0"),
            ("textScale", "12E-1"),
            ("lat", "4.165e+1"),
            ("lon", "-6.5E-5"),
            ("budget", "1.5E3"),
            ("explain", "1e0"),
            ("schema", "1E0")
        )
        let expected = try read(
            ("width", "411.429"),
            ("scale", "2.8125"),
            ("textScale", "1.2"),
            ("lat", "41.65"),
            ("lon", "-0.000065"),
            ("budget", "1500"),
            ("explain", "1"),
            ("schema", "1")
        )
        #expect(request == expected && request.place?.longitude == -0.000065)
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
        let noLon = try #require(refusal(("lat", "41")))
        #expect(noLon.isMissing && noLon.parameter == "lon")
        #expect(noLon.message == "lon is missing: expected degrees from -180 to 180, because lat is given")
        let noLat = try #require(refusal(("lon", "41")))
        #expect(noLat.isMissing && noLat.parameter == "lat")
        #expect(noLat.message == "lat is missing: expected degrees from -90 to 90, because lon is given")
    }
}

@Suite struct `The parameter budget` {
    @Test(arguments: [("1", 1), ("150", 150), ("60000", 60_000), ("007", 7)])
    func `is a time in milliseconds`(text: String, milliseconds: Int) throws {
        #expect(try read(("budget", text)).budget == .milliseconds(milliseconds))
        #expect(try read().budget == nil)
    }
}

@Suite struct `The parameter user` {
    @Test(arguments: ["u1", "a", "~!@#$%^&*()", String(repeating: "x", count: 128)])
    func `is any identifier`(id: String) throws {
        #expect(try read(("user", id)).user == UserID(id))
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
        #expect(!error.isMissing && error.parameter == "segment")
        #expect(error.message == #"segment is "\#(id)": expected one of "homes", "style""#)
    }
}

@Suite struct `A request` {
    @Test func `ignores parameters that it does not know`() throws {
        #expect(try read(("widht", "12"), ("explains", "1")) == read())
    }
}
