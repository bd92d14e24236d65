import HomeFeed

/// The files of the preview, embedded in the program.
enum PreviewFiles {
    /// By the path below `/preview/`, which is empty for the page itself. A new file needs a line here, and a name of its
    /// own among all folders of `Page`, which are one level deep.
    static let contents: [String: [UInt8]] = [
        "": PackageResources.index_html,
        "ask.js": PackageResources.ask_js,
        "choices.js": PackageResources.choices_js,
        "curl.js": PackageResources.curl_js,
        "devices.js": PackageResources.devices_js,
        "difference.js": PackageResources.difference_js,
        "dom.js": PackageResources.dom_js,
        "drawers.js": PackageResources.drawers_js,
        "gallery": PackageResources.gallery_html,
        "geometry.js": PackageResources.geometry_js,
        "home.js": PackageResources.home_js,
        "icon.svg": PackageResources.icon_svg,
        "journal.js": PackageResources.journal_js,
        "main.js": PackageResources.main_js,
        "map.js": PackageResources.map_js,
        "memory.js": PackageResources.memory_js,
        "menu.js": PackageResources.menu_js,
        "page.css": PackageResources.page_css,
        "place.js": PackageResources.place_js,
        "settings.js": PackageResources.settings_js,
        "stage.js": PackageResources.stage_js,
        "gallery/cell.js": PackageResources.cell_js,
        "gallery/gallery.css": PackageResources.gallery_css,
        "gallery/gallery.js": PackageResources.gallery_js,
        "gallery/phones.js": PackageResources.phones_js,
        "gallery/states.js": PackageResources.states_js,
        "illustration/chance.js": PackageResources.chance_js,
        "illustration/dish.js": PackageResources.dish_js,
        "illustration/emblem.js": PackageResources.emblem_js,
        "illustration/garment.js": PackageResources.garment_js,
        "illustration/house.js": PackageResources.house_js,
        "illustration/illustration.js": PackageResources.illustration_js,
        "illustration/scenery.js": PackageResources.scenery_js,
        "panel/events.js": PackageResources.events_js,
        "panel/json.js": PackageResources.json_js,
        "panel/panel.js": PackageResources.panel_js,
        "panel/timing.js": PackageResources.timing_js,
        "panel/user.js": PackageResources.user_js,
        "panel/why.js": PackageResources.why_js,
        "phone/bar.js": PackageResources.bar_js,
        "phone/icons.js": PackageResources.icons_js,
        "phone/items.js": PackageResources.items_js,
        "phone/missing.js": PackageResources.missing_js,
        "phone/more.js": PackageResources.more_js,
        "phone/phone.css": PackageResources.phone_css,
        "phone/phone.js": PackageResources.phone_js,
        "phone/pins.js": PackageResources.pins_js,
        "phone/section.js": PackageResources.section_js,
        "phone/separators.js": PackageResources.separators_js,
        "phone/skeleton.js": PackageResources.skeleton_js,
        "phone/statusbar.js": PackageResources.statusbar_js,
        "phone/swipe.js": PackageResources.swipe_js,
        "phone/text.js": PackageResources.text_js,
        "phone/toast.js": PackageResources.toast_js,
        "phone/words.js": PackageResources.words_js,
    ]

    /// `server.json`: tells the page which requests would be rejected.
    static func settings(_ config: ConfigFile) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("explains", config.home.explains)
            $0.member("asksForTokens", config.access.requiresTokens)
            $0.member("compares", config.preview.compared != nil)
        }
        return writer.bytes
    }

    /// Files without an extension are pages.
    static func contentType(of name: String) -> String {
        switch name.split(separator: ".").dropFirst().last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        default: "text/html; charset=utf-8"
        }
    }
}
