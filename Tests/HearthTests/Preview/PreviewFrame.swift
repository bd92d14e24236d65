import Testing

/// The frame of an element in points of its phone, relative to the page's leading upper corner.
struct PreviewFrame {
    let x, y, width, height: Double

    init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    init(_ json: JSON) throws {
        x = try #require(json["x"].double)
        y = try #require(json["y"].double)
        width = try #require(json["width"].double)
        height = try #require(json["height"].double)
    }

    /// The frame that a widget's metrics give to the item at `index`.
    init(of index: Int, in widget: JSON) throws {
        let metrics = widget["metrics"]
        func number(_ json: JSON) throws -> Double { try #require(json.double) }
        let (rows, columns) = (metrics["rows"].int ?? 1, metrics["columns"].int ?? 1)
        let fillsRows = metrics["itemOrder"].string == "row"
        let (column, row) = fillsRows ? (index % columns, index / columns) : (index / rows, index % rows)
        width = try number(metrics["itemSize"]["width"])
        height = try number(metrics["itemSize"]["height"])
        x =
            try number(metrics["contentInsets"]["leading"]) + Double(column)
            * (width + number(metrics["columnSpacing"]))
        y =
            try number(widget["position"]["items"]) + Double(row)
            * (number(metrics["rowHeight"]) + number(metrics["rowSpacing"]))
    }

    /// The frame of a header or a footer at `top` on a screen of this width.
    init(ofBar metrics: JSON, at top: JSON, width: Double) throws {
        self.init(
            x: 0,
            y: try #require(top.double),
            width: width,
            height: try #require(metrics["height"].double)
        )
    }

    /// The row below the items of a list or a grid that loads more; `nil` if there is none.
    init?(ofRowThatLoadsMoreOf widget: JSON, width: Double) throws {
        let (row, items) = (widget["loadMore"]["metrics"], widget["metrics"])
        if row.isMissing { return nil }
        func number(_ json: JSON) throws -> Double { try #require(json.double) }
        let padding = row["padding"]
        let (leading, top) = (try number(padding["leading"]), try number(padding["top"]))
        let y = try number(widget["position"]["items"])
        let bottom = try y + number(items["height"]) + number(items["contentInsets"]["bottom"])
        self.init(
            x: leading,
            y: bottom + top,
            width: width - leading - (try number(padding["trailing"])),
            height: try number(row["height"]) - top - number(padding["bottom"])
        )
    }

    /// The part of this size in its upper leading corner.
    func part(_ size: JSON) throws -> PreviewFrame {
        let (width, height) = (try #require(size["width"].double), try #require(size["height"].double))
        return PreviewFrame(x: x, y: y, width: width, height: height)
    }

    /// Whether both are equal to within half a pixel of a screen of this scale.
    func isClose(to other: PreviewFrame, scale: Double) -> Bool {
        zip([x, y, width, height], [other.x, other.y, other.width, other.height]).allSatisfy {
            abs($0 - $1) <= 0.5 / scale
        }
    }

    /// Whether it contains all of the other.
    func contains(_ other: PreviewFrame) -> Bool {
        x <= other.x && y <= other.y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }
}

extension Preview {
    /// The elements on the first phone's page with their frames.
    func frames() throws -> JSON { try browser.run(Self.measuring) }

    private static let measuring = """
        const zoom = Number(getComputedStyle(document.querySelector("#phones")).getPropertyValue("--zoom"));
        const phone = document.querySelector(".phone");
        const page = phone.querySelector(".page").getBoundingClientRect();
        const isRightToLeft = getComputedStyle(phone.querySelector(".page")).direction === "rtl";
        const frame = (element) => {
          if (!element || element.hidden) return null;
          const box = element.getBoundingClientRect();
          const leading = isRightToLeft ? page.right - box.right : box.left - page.left;
          return { x: leading / zoom, y: (box.top - page.top) / zoom, width: box.width / zoom, height: box.height / zoom };
        };
        const all = (root, selector, part) => [...root.querySelectorAll(selector)].map(part);
        return {
          header: frame(phone.querySelector(".page-header")),
          height: page.height / zoom,
          widgets: all(phone, ".widget", (widget) => ({
            id: widget.dataset.widget,
            header: frame(widget.querySelector(".header")),
            footer: frame(widget.querySelector(".footer")),
            area: frame(widget.querySelector(".area")),
            more: frame(widget.querySelector(".more.vertical")),
            clusters: all(widget, ".cluster", frame),
            items: all(widget, ".item, .pin", (item) => ({
              id: item.dataset.item,
              frame: frame(item),
              image: frame(item.querySelector(".image")),
              new: frame(item.querySelector(".new")),
            })),
          })),
        };
        """
}
