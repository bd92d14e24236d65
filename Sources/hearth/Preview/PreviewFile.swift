import HomeFeed

/// A file of the preview, embedded in the program.
struct PreviewFile: Sendable {
    /// Below `/preview/`; empty for the page itself.
    let name: String
    let contentType: String
    let content: [UInt8]

    /// A file whose media type follows from its extension; files without one are pages.
    private init(_ name: String, _ content: [UInt8]) {
        self.name = name
        self.content = content
        contentType =
            switch name.split(separator: ".").dropFirst().last {
            case "css": "text/css; charset=utf-8"
            case "js": "text/javascript; charset=utf-8"
            case "json": "application/json"
            case "svg": "image/svg+xml"
            default: "text/html; charset=utf-8"
            }
    }

    static func all(_ config: ConfigFile) -> [PreviewFile] {
        // Tells the page which requests would be rejected.
        let settings = [
            ("explains", config.home.explains), ("asksForTokens", config.access.requiresTokens),
            ("compares", config.preview.compared != nil),
        ]
        let server = "{" + settings.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
        return fixed + [PreviewFile("server.json", Array(server.utf8))]
    }

    private static let fixed = [
        PreviewFile("", PackageResources.index_html),
        PreviewFile("ask.js", PackageResources.ask_js),
        PreviewFile("choices.js", PackageResources.choices_js),
        PreviewFile("curl.js", PackageResources.curl_js),
        PreviewFile("devices.js", PackageResources.devices_js),
        PreviewFile("difference.js", PackageResources.difference_js),
        PreviewFile("dom.js", PackageResources.dom_js),
        PreviewFile("drawers.js", PackageResources.drawers_js),
        PreviewFile("gallery", PackageResources.gallery_html),
        PreviewFile("geometry.js", PackageResources.geometry_js),
        PreviewFile("home.js", PackageResources.home_js),
        PreviewFile("icon.svg", PackageResources.icon_svg),
        PreviewFile("journal.js", PackageResources.journal_js),
        PreviewFile("main.js", PackageResources.main_js),
        PreviewFile("map.js", PackageResources.map_js),
        PreviewFile("memory.js", PackageResources.memory_js),
        PreviewFile("menu.js", PackageResources.menu_js),
        PreviewFile("page.css", PackageResources.page_css),
        PreviewFile("place.js", PackageResources.place_js),
        PreviewFile("settings.js", PackageResources.settings_js),
        PreviewFile("stage.js", PackageResources.stage_js),
        PreviewFile("gallery/cell.js", PackageResources.cell_js),
        PreviewFile("gallery/gallery.css", PackageResources.gallery_css),
        PreviewFile("gallery/gallery.js", PackageResources.gallery_js),
        PreviewFile("gallery/phones.js", PackageResources.phones_js),
        PreviewFile("gallery/states.js", PackageResources.states_js),
        PreviewFile("illustration/chance.js", PackageResources.chance_js),
        PreviewFile("illustration/dish.js", PackageResources.dish_js),
        PreviewFile("illustration/emblem.js", PackageResources.emblem_js),
        PreviewFile("illustration/garment.js", PackageResources.garment_js),
        PreviewFile("illustration/house.js", PackageResources.house_js),
        PreviewFile("illustration/illustration.js", PackageResources.illustration_js),
        PreviewFile("illustration/scenery.js", PackageResources.scenery_js),
        PreviewFile("panel/events.js", PackageResources.events_js),
        PreviewFile("panel/json.js", PackageResources.json_js),
        PreviewFile("panel/panel.js", PackageResources.panel_js),
        PreviewFile("panel/timing.js", PackageResources.timing_js),
        PreviewFile("panel/user.js", PackageResources.user_js),
        PreviewFile("panel/why.js", PackageResources.why_js),
        PreviewFile("phone/bar.js", PackageResources.bar_js),
        PreviewFile("phone/icons.js", PackageResources.icons_js),
        PreviewFile("phone/items.js", PackageResources.items_js),
        PreviewFile("phone/missing.js", PackageResources.missing_js),
        PreviewFile("phone/more.js", PackageResources.more_js),
        PreviewFile("phone/phone.css", PackageResources.phone_css),
        PreviewFile("phone/phone.js", PackageResources.phone_js),
        PreviewFile("phone/pins.js", PackageResources.pins_js),
        PreviewFile("phone/section.js", PackageResources.section_js),
        PreviewFile("phone/separators.js", PackageResources.separators_js),
        PreviewFile("phone/skeleton.js", PackageResources.skeleton_js),
        PreviewFile("phone/statusbar.js", PackageResources.statusbar_js),
        PreviewFile("phone/swipe.js", PackageResources.swipe_js),
        PreviewFile("phone/text.js", PackageResources.text_js),
        PreviewFile("phone/toast.js", PackageResources.toast_js),
        PreviewFile("phone/words.js", PackageResources.words_js),
    ]
}
