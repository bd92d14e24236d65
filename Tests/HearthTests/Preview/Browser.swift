import Foundation
import Glibc
import HTTPTestClient

/// Headless Chromium, driven by WebDriver (W3C).
///
/// Unchecked: it is used by one test at a time.
final class Browser: @unchecked Sendable {
    /// Whether Chromium is installed: `Scripts/programs chromium chromedriver` installs it.
    static let isInstalled = ["/usr/bin/chromedriver", "/usr/local/bin/chromedriver"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private static let size = (width: 1_700, height: 1_100)

    private let folder: URL
    private let driver: SpawnedProcess
    private let client: TestClient
    private var session = ""

    /// Draws the same on every machine.
    private static let flags = [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-prefers-reduced-motion",
        "--force-device-scale-factor=1", "--hide-scrollbars", "--disable-lcd-text", "--font-render-hinting=none",
        "--window-size=\(size.width),\(size.height)",
    ]

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let log = folder.appendingPathComponent("chromedriver.log").path
        let output = unsafe Glibc.open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(output) }
        driver = try SpawnedProcess(
            ["chromedriver", "--port=0"],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path],
            in: folder.path,
            output: output,
            errors: output
        )
        let driver = driver
        let port = try Child.wait("chromedriver to listen") {
            if let end = driver.end { throw Child.Failure(description: "chromedriver ended with \(end)") }
            let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            return said.firstMatch(of: /started successfully on port (\d+)/).flatMap { UInt16($0.1) }
        }
        client = try TestClient(port: port)
        let options = #"{"args": ["\#(Self.flags.joined(separator: #"", ""#))"]}"#
        let wanted = """
            {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": \(options)}}}
            """
        session = try command("POST", "/session", wanted)["sessionId"].string ?? ""
    }

    deinit {
        _ = try? command("DELETE", "/session/\(session)")
        kill(driver.id, SIGKILL)
        while driver.end == nil { usleep(1_000) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Makes the browser as good as new. What pages keep belongs to their origin, which each server has for itself.
    func reset() throws {
        _ = try command("DELETE", "/session/\(session)/actions")
        try resize(width: Self.size.width, height: Self.size.height)
        try open("about:blank")
        _ = try consoleMessages()
    }

    /// Opens an address and waits until it is loaded.
    func open(_ address: String) throws {
        _ = try command("POST", "/session/\(session)/url", #"{"url": "\#(address)"}"#)
    }

    @discardableResult
    func run(_ script: String) throws -> JSON {
        let text = String(decoding: try JSONEncoder().encode(script), as: UTF8.self)
        return try command("POST", "/session/\(session)/execute/sync", #"{"script": \#(text), "args": []}"#)
    }

    /// Waits until a script returns true.
    func wait(_ what: String, until script: String) throws {
        try Child.wait(what) { try run(script).bool == true ? () : nil }
    }

    /// Presses keys on the focused element.
    func press(_ keys: String) throws {
        let presses = try keys.map { key in
            let key = String(decoding: try JSONEncoder().encode(String(key)), as: UTF8.self)
            return #"{"type": "keyDown", "value": \#(key)}, {"type": "keyUp", "value": \#(key)}"#
        }
        let actions = #"{"actions": [{"type": "key", "id": "keys", "actions": [\#(presses.joined(separator: ", "))]}]}"#
        _ = try command("POST", "/session/\(session)/actions", actions)
    }

    /// The left and the right button of a mouse, as numbered by WebDriver.
    enum MouseButton: Int { case left = 0, right = 2 }

    /// Clicks on a point of the window, in CSS pixels.
    func click(_ button: MouseButton = .left, x: Double, y: Double) throws {
        let moves = [
            #"{"type": "pointerMove", "x": \#(Int(x.rounded())), "y": \#(Int(y.rounded()))}"#,
            #"{"type": "pointerDown", "button": \#(button.rawValue)}"#,
            #"{"type": "pointerUp", "button": \#(button.rawValue)}"#,
        ]
        let actions =
            #"{"actions": [{"type": "pointer", "id": "mouse", "actions": [\#(moves.joined(separator: ", "))]}]}"#
        _ = try command("POST", "/session/\(session)/actions", actions)
    }

    /// Drags with the left button, in small steps.
    func drag(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) throws {
        func move(_ share: Double) -> String {
            let x = Int((start.x + (end.x - start.x) * share).rounded())
            let y = Int((start.y + (end.y - start.y) * share).rounded())
            return #"{"type": "pointerMove", "duration": 0, "x": \#(x), "y": \#(y)}"#
        }
        let moves = [0.2, 0.4, 0.6, 0.8, 1].map(move)
        let steps =
            [move(0), #"{"type": "pointerDown", "button": 0}"#] + moves + [#"{"type": "pointerUp", "button": 0}"#]
        let actions =
            #"{"actions": [{"type": "pointer", "id": "mouse", "actions": [\#(steps.joined(separator: ", "))]}]}"#
        _ = try command("POST", "/session/\(session)/actions", actions)
    }

    /// Makes the window this size, in CSS pixels.
    func resize(width: Int, height: Int) throws {
        let size = #"{"width": \#(width), "height": \#(height)}"#
        _ = try command("POST", "/session/\(session)/window/rect", size)
    }

    /// The nodes of the accessibility tree that are not ignored.
    func accessibilityNodes() throws -> [JSON] {
        let body = #"{"cmd": "Accessibility.getFullAXTree", "params": {}}"#
        return try command("POST", "/session/\(session)/goog/cdp/execute", body)["nodes"].array
            .filter { $0["ignored"].bool == false }
    }

    /// The console messages since the last call.
    func consoleMessages() throws -> [String] {
        try command("POST", "/session/\(session)/se/log", #"{"type": "browser"}"#).array
            .filter { ["SEVERE", "WARNING"].contains($0["level"].string) }.compactMap { $0["message"].string }
    }

    /// A screenshot of the window, a PNG.
    func screenshot() throws -> Data {
        let text = try command("GET", "/session/\(session)/screenshot").string ?? ""
        return Data(base64Encoded: text) ?? Data()
    }

    /// A screenshot of the whole page, also below the window, a PNG with one pixel per CSS pixel.
    func pageScreenshot() throws -> Data {
        let size = try run(
            "const { scrollWidth, scrollHeight } = document.documentElement; return { scrollWidth, scrollHeight }"
        )
        let clip = """
            {"x": 0, "y": 0, "width": \(size["scrollWidth"]), "height": \(size["scrollHeight"]), "scale": 1}
            """
        let parameters = #"{"format": "png", "captureBeyondViewport": true, "clip": \#(clip)}"#
        let body = #"{"cmd": "Page.captureScreenshot", "params": \#(parameters)}"#
        let text = try command("POST", "/session/\(session)/goog/cdp/execute", body)["data"].string ?? ""
        return Data(base64Encoded: text) ?? Data()
    }

    private func command(_ method: String, _ path: String, _ body: String? = nil) throws -> JSON {
        // chromedriver rejects requests for other hosts.
        let head = [
            "\(method) \(path) HTTP/1.1", "Host: localhost", "Content-Type: application/json",
            "Content-Length: \(body?.utf8.count ?? 0)", "", "",
        ]
        let answer = try client.exchange(head.joined(separator: "\r\n") + (body ?? ""))
        let value = try answer.json["value"]
        guard answer.status == 200 else { throw Child.Failure(description: "\(path): \(value)") }
        return value
    }
}
