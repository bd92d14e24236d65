import Foundation
import HTTPTestClient
import Testing

extension `The preview` {
    @Suite struct `A home that is loading` {
        /// The layout shifts since the page began, each with the elements that moved (W3C Layout Instability).
        private static let shifts = """
            return new Promise((resolve) => {
              const found = [];
              const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
              observer.observe({ type: "layout-shift", buffered: true });
              setTimeout(() => resolve(found.map(({ value, sources }) => `${value} ${sources.map(({ node }) => node?.className).join()}`)), 200);
            });
            """

        @Test func `moves nothing, be it the first of its kind or not`() throws {
            try withPreview { preview in
                for segment in ["homes", "style"] {
                    // The second time, the skeleton of the first home is drawn before the answer arrives.
                    for _ in 1...2 {
                        try preview.open("devices=se,iphone,max&lat=41.66&lon=-83.55&segment=\(segment)")
                        let shifts = try preview.browser.run(Self.shifts).array.compactMap(\.string)
                        #expect(shifts.isEmpty, "\(shifts) of \(segment)")
                    }
                }
            }
        }

        @Test func `has a skeleton with the frames of the last home`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&zoom=100&segment=style")
                let before = try preview.frames()
                // The second home never arrives.
                try preview.browser.run(
                    """
                    return import("/preview/phone/phone.js").then(({ Phone }) => Promise.all([import("/preview/memory.js"), import("/preview/devices.js")])
                      .then(([{ remembered }, { devices }]) => {
                        const asked = { base: "", segment: "style", textScale: "1", locale: "", images: false };
                        const device = devices.find(({ id }) => id === "iphone");
                        const phone = new Phone(device, {});
                        phone.expect(remembered(device, asked), asked);
                        document.querySelector("#phones").replaceChildren(phone.element);
                      }));
                    """
                )
                #expect(try preview.value("document.querySelector('.phone').dataset.revision").isMissing)
                let after = try preview.frames()
                #expect(after["height"].double == before["height"].double)
                for (after, before) in zip(after["widgets"].array, before["widgets"].array) {
                    #expect(after["header"] == before["header"])
                    #expect(after.items.isEmpty)
                }
                // Each cell that is seen has the frame of an item.
                let cells = try preview.browser.run(
                    """
                    const box = (each) => { const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, width, height].map(Math.round).join(); };
                    return [...document.querySelectorAll(".skeleton .cell")].map(box);
                    """
                )
                #expect(Set(cells.array.compactMap(\.string)).count > 30)
                #expect(
                    try preview.value("document.querySelectorAll('.widget[aria-busy=true]').length").int
                        == after["widgets"].array.count
                )
            }
        }

        @Test func `says on the phone why there is none, with a button that tries again`() throws {
            try withPreview { preview in
                try preview.open("devices=se,iphone&segment=homes")
                try preview.browser.run(
                    """
                    window.whole = window.fetch;
                    window.fetch = () => Promise.reject(new TypeError("cut"));
                    document.querySelector(".tabs button:not([aria-current])").click();
                    """
                )
                let said = "[...document.querySelectorAll('.failure')].map(({ innerText }) => innerText)"
                try preview.wait("the message", until: "document.querySelectorAll('.failure').length === 2")
                let texts = try preview.value(said).array.compactMap(\.string)
                #expect(texts == Array(repeating: "The server does not answer.\nTry again", count: 2))
                #expect(try preview.value("document.querySelectorAll('.widget').length").int == 0)
                #expect(try preview.value("document.querySelector('.tabs [aria-current]').innerText").string == "Style")

                // Tried again in vain, and then not.
                try preview.browser.run("document.querySelector('.failure button').click()")
                try preview.wait("the message", until: "document.querySelector('#status.error') !== null")
                #expect(try preview.value(said).array.count == 2)
                try preview.browser.run(
                    """
                    window.fetch = window.whole;
                    const again = document.querySelector(".failure button");
                    again.focus();
                    again.click();
                    """
                )
                let phones = "[...document.querySelectorAll('.phone')]"
                try preview.wait("homes", until: "\(phones).every((phone) => phone.dataset.revision)")
                #expect(try preview.value("document.querySelectorAll('.failure').length").int == 0)
                #expect(try preview.value("\(phones).every((phone) => phone.querySelector('.item'))").bool == true)
                let focused = "document.activeElement === document.querySelector('.screen')"
                #expect(try preview.value(focused).bool == true)
            }
        }

        @Test func `says that the server does not answer, and keeps what it shows`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone")
                let count = try preview.value("document.querySelectorAll('.item').length").int
                try preview.browser.run("window.fetch = () => Promise.reject(new TypeError('cut'))")
                try preview.requestAgain()
                #expect(
                    try preview.value("document.querySelector('#status.error').textContent").string
                        == "The server does not answer."
                )
                #expect(try preview.value("document.querySelectorAll('.item').length").int == count)
            }
        }
    }
}
