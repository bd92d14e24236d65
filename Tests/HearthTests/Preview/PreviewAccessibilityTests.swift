import Foundation
import HTTPTestClient
import Testing

extension `The preview` {
    @Suite struct `The page without a mouse or a screen` {
        private static let asked = "devices=android&user=u5&lat=41.66&lon=-83.57"

        @Test func `lets the keyboard reach each control and item, and shows the focus`() throws {
            try withPreview { preview in
                try preview.open(Self.asked)
                try preview.browser.run(
                    """
                    const wanted = "button, input, select, summary, [tabindex]";
                    window.left = new Set([...document.querySelectorAll(wanted)].filter(
                      (each) => each.tabIndex >= 0 && each.checkVisibility({ contentVisibilityAuto: true }),
                    ));
                    window.count = left.size;
                    window.unseen = [];
                    document.addEventListener("focusin", ({ target }) => {
                      left.delete(target);
                      const style = getComputedStyle(target);
                      const hasRing = target.matches(":focus-visible") && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
                      const box = target.getBoundingClientRect();
                      const clip = (target.closest(".screen") ?? document.documentElement).getBoundingClientRect();
                      const isInside = box.right > clip.left && box.left < clip.right && box.bottom > clip.top && box.top < clip.bottom;
                      if (!hasRing || !isInside) unseen.push(target.outerHTML.slice(0, 200));
                    });
                    """
                )
                let count = try #require(preview.value("count").int)
                #expect(count > 50)
                for _ in 0...count / 40 { try preview.browser.press(String(repeating: "\u{E004}", count: 40)) }
                let left = "[...left].map((each) => each.outerHTML.slice(0, 200))"
                #expect(try preview.value(left).array.compactMap(\.string) == [])
                #expect(try preview.value("unseen").array.compactMap(\.string) == [])
            }
        }

        @Test func `has a label for each control, and the home's labels for items`() throws {
            try withPreview { preview in
                let search = #"{"market": "toledo"}"#
                #expect(try preview.server.request("POST", "/users/u5/searches", body: search).status == 204)
                try preview.open(Self.asked)
                let nodes = try preview.browser.accessibilityNodes().map { node in
                    let properties = node["properties"].array.reduce(into: [String: JSON]()) {
                        $0[$1["name"].string ?? ""] = $1["value"]["value"]
                    }
                    return LabelledNode(
                        role: node["role"]["value"].string ?? "",
                        name: node["name"]["value"].string ?? "",
                        description: node["description"]["value"].string ?? "",
                        isFocusable: properties["focusable"]?.bool == true,
                        live: properties["live"]?.string
                    )
                }
                #expect(nodes.filter { $0.isFocusable && $0.name.isEmpty } == [])
                func names(_ role: String) -> [String] { nodes.filter { $0.role == role }.map(\.name) }
                #expect(Set(names("region")).contains("Small Android"))
                #expect(names("form") == ["Request"] && names("main") == ["Phones"])
                #expect(names("complementary") == ["Response"])
                #expect(nodes.contains { $0.role == "status" && $0.live == "polite" })
                let home = try preview.document()
                let (groups, headings) = (Set(names("group")), Set(names("heading")))
                for widget in home.widgets {
                    let title = widget["title"].string ?? ""
                    #expect(groups.contains(title.isEmpty ? widget.id ?? "" : title))
                    if widget["header"]["kind"].string != "empty" { #expect(headings.contains { $0.hasPrefix(title) }) }
                }
                let buttons = Set(nodes.filter { $0.role == "button" }.map { [$0.name, $0.description] })
                let items = home.widgets.flatMap(\.items)
                #expect(items.count > 40 && items.contains { !$0["accessibilityValue"].isMissing })
                let hidden = home.widgets.flatMap { widget in
                    widget["map"]["clusters"].array.flatMap { $0["items"].array.compactMap(\.int) }
                        .map { widget.items[$0].id }
                }
                for item in items where !hidden.contains(item.id) {
                    let label = try #require(item["accessibilityLabel"].string)
                    #expect(buttons.contains([label, item["accessibilityValue"].string ?? ""]), "\(label)")
                }
            }
        }
    }
}

/// A node of the accessibility tree.
private struct LabelledNode: Equatable {
    let role, name, description: String
    let isFocusable: Bool
    let live: String?
}
