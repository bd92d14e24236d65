import Foundation
import HTTPTestClient
import Testing

/// Guards the page at `/preview` in a browser.
@Suite(
    .onThreadThatMayBlock,
    .enabled(if: Browser.isInstalled, "there is no chromedriver"),
    .timeLimit(.minutes(15))
)
struct `The preview` {}

/// The page of a server on the fixtures, in a browser.
struct Preview {
    /// The folder of the config and the store.
    let folder: Folder
    /// The path of the store.
    let store: String
    let server: RunningServer
    let browser: Browser

    /// Opens the page with this query, and waits until all of its phones have a home.
    func open(_ query: String) throws {
        try browser.open("http://127.0.0.1:\(server.port)/preview?\(query)")
        let phones = "[...document.querySelectorAll('.phone')]"
        try wait("homes", until: "\(phones).length > 0 && \(phones).every((phone) => phone.dataset.revision)")
    }

    /// The document of the page's first phone, as the page's own panel shows it.
    func document() throws -> JSON {
        try JSON(
            parsing: Data((browser.run("return document.querySelector('#view pre').textContent").string ?? "").utf8)
        )
    }

    /// Sets a control of the form, as if typed or chosen.
    func set(_ name: String, to value: String) throws {
        try browser.run(
            """
            const control = document.querySelector("#controls").elements["\(name)"];
            control.value = "\(value)";
            control.dispatchEvent(new Event("change", { bubbles: true }));
            """
        )
    }

    /// Repeats the request, and waits for the answer.
    func requestAgain() throws {
        try browser.run(
            "document.querySelector('#status').textContent = ''; document.querySelector('#controls').requestSubmit()"
        )
        try wait("an answer", until: "document.querySelector('#status').textContent !== ''")
    }

    /// Waits until a condition on the page is true.
    func wait(_ what: String, until condition: String) throws {
        try browser.wait(what, until: "return \(condition)")
    }

    /// The value of an expression on the page.
    func value(_ expression: String) throws -> JSON { try browser.run("return \(expression)") }
}

/// Runs `body` with the preview of a server on a copy of the fixtures' store. Messages on the page's console fail the
/// test.
/// - Parameter config: makes the server's config from that of the fixtures.
func withPreview(
    environment: [String: String] = [:],
    config: (String) throws -> String = { $0 },
    _ body: (Preview) throws -> Void
) throws {
    try withFolder { folder in
        let text = try config(Fixtures.configText())
        let named = ["HEARTH_CONFIG": try folder.write(text, to: "home.json")].merging(environment) { $1 }
        let store = try FixtureStore.copy(into: folder)
        try withServer(on: store, environment: named, in: folder) { server in
            try IdleBrowsers.lend { browser in
                try body(Preview(folder: folder, store: store, server: server, browser: browser))
                #expect(try browser.consoleMessages() == [])
            }
        }
    }
}

extension String {
    /// The config with one more member.
    func adding(_ member: String) -> String { "{" + member + "," + drop { $0 != "{" }.dropFirst() }
}
