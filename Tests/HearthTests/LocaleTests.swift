import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    /// Guards the choice of language: `locale`, Accept-Language and the config's default.
    @Suite struct `A request for a language` {
        private static let target = "/home?width=390&lat=41.65&lon=-83.54"

        @Test(arguments: [
            (parameter: "de-AT", field: nil, locale: "de", direction: "ltr", title: "In der Nähe", varies: false),
            ("de_AT", nil, "de", "ltr", "In der Nähe", false),
            ("ar-EG", "de", "ar", "rtl", "بالقرب منك", false),
            ("fr", "tr-DE, de;q=0.5", "tr", "ltr", "Yakınınızda", true),
            (nil, "fr, de;q=0.5, en;q=0.8", "en", "ltr", "Nearby", true),
            (nil, "de;q=x", "en", "ltr", "Nearby", true),
            (nil, nil, "en", "ltr", "Nearby", true),
        ])
        func `is answered in it: the parameter's, then the header field's, then the config's own`(
            _ example: (
                parameter: String?, field: String?, locale: String, direction: String, title: String, varies: Bool
            )
        ) throws {
            try withFixtureServer { server in
                let client = try TestClient(port: server.port)
                let target = Self.target + (example.parameter.map { "&locale=\($0)" } ?? "")
                let widget = target.replacing("/home?", with: "/home/widgets/nearby?")
                for target in [target, widget] {
                    let fields = example.field.map { ["Accept-Language: \($0)"] } ?? []
                    let answer = try client.exchange(Self.request(target, fields))
                    #expect(answer.status == 200)
                    #expect(answer.fields["content-language"] == example.locale)
                    #expect(
                        answer.fields["vary"] == "Accept-Encoding" + (example.varies ? ", Accept-Language" : "")
                    )
                    let json = try answer.json
                    #expect(json["locale"].string == example.locale)
                    #expect(json["direction"].string == example.direction)
                    let nearby = json["homeWidgets"].array.isEmpty ? json : json.widget("nearby")
                    #expect(nearby["title"].string == example.title)
                    #expect(try client.exchange(Self.request(target, fields)).body == answer.body)
                    let tag = try #require(answer.fields["etag"])
                    let again = try client.exchange(Self.request(target, fields + ["If-None-Match: \(tag)"]))
                    #expect(again.status == 304 && again.fields["content-language"] == nil)
                    #expect(again.fields["vary"] == answer.fields["vary"])
                }
            }
        }

        @Test func `gets links that keep the language, regardless of later Accept-Language fields`() throws {
            try withFixtureServer { server in
                let client = try TestClient(port: server.port)
                let home = try client.exchange(Self.request(Self.target, ["Accept-Language: de-CH, en;q=0.5"]))
                let href = try #require(try home.json["segments"].array[1]["href"].string)
                #expect(href.hasSuffix("&locale=de-CH"))
                let style = try client.exchange(Self.request(href, ["Accept-Language: tr"]))
                #expect(style.fields["content-language"] == "de" && style.fields["vary"] == "Accept-Encoding")
            }
        }

        @Test func `is refused if its parameter is not a language tag`() throws {
            try withFixtureServer { server in
                for locale in ["de_DE.UTF-8", "", "x", String(repeating: "a-", count: 60)] {
                    let answer = try server.get("\(Self.target)&locale=\(locale)")
                    #expect(answer.status == 400)
                    #expect(try answer.json["error"]["parameter"].string == "locale")
                    #expect(try answer.json["error"]["code"].string == "invalid_parameter")
                }
            }
        }

        @Test func `gets an accessibility label for each item in each language`() throws {
            try withFixtureServer { server in
                for locale in ["en", "de", "tr", "ar"] {
                    for segment in ["homes", "style"] {
                        let home = try server.home("\(Self.target)&segment=\(segment)&locale=\(locale)")
                        for item in home.widgets.flatMap(\.items) {
                            #expect(item["accessibilityLabel"].string?.isEmpty == false, "\(item)")
                            if item["distance"]["text"].string != nil {
                                #expect(item["accessibilityValue"].string?.isEmpty == false, "\(item)")
                            }
                        }
                    }
                }
            }
        }

        @Test func `is possible on the command line, too`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let printed = try hearth("home", "--store", store, "--width", "390", "--locale", "tr_TR")
                #expect(printed.status == 0 && printed.text.contains(#""locale":"tr","direction":"ltr""#))
                let wrong = try hearth("home", "--store", store, "--width", "390", "--locale", "tr.TR")
                #expect(wrong.status == 64 && wrong.errors.contains(#"locale is "tr.TR": expected a language tag"#))
            }
        }

        @Test func `needs localizations without errors`() throws {
            try withFolder { folder in
                let words = try folder.write(#"{"isNew": "Nouveau", "isNu": "x"}"#, to: "de.json")
                let config = try Fixtures.configText().replacing(
                    /"[^"]*\/localization\/de.json"/,
                    with: "\"\(words)\""
                )
                let ended = try hearth("check", try folder.write(config, to: "home.json"))
                #expect(ended.status == 1)
                #expect(ended.errors.contains(#"  localization.files.de: unknown key "isNu"; did you mean "isNew"?"#))
                _ = try folder.write(#"{"isNew": "Neu"}"#, to: "de.json")
                let lacking = try hearth("check", folder.path("home.json"))
                #expect(lacking.status == 0)
                for word in ["listSeparator", "newCount"] {
                    #expect(lacking.errors.contains("localization.files.de: has no \(word): "))
                }
                let gone = config.replacing("de.json", with: "no.json")
                let missing = try hearth("check", try folder.write(gone, to: "home.json"))
                #expect(missing.errors.contains("no.json cannot be read: No such file or directory"))
            }
        }

        private static func request(_ target: String, _ fields: [String]) -> String {
            (["GET \(target) HTTP/1.1", "Host: localhost"] + fields + ["", ""]).joined(separator: "\r\n")
        }
    }
}
