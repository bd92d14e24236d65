#!/usr/bin/env python3
"""Writes the vectors: builds small documents, and computes what a client has to make of them.

It shares no code with a client. The formulas are those of Documentation/API.md, written once more. `--check` writes
nothing and fails if a file differs.
"""

import itertools
import json
import math
import pathlib
import sys

FOLDER = pathlib.Path(__file__).parent
PIXEL = 1 / 3


# Documents


def insets(top=0, leading=0, bottom=0, trailing=0):
    return {"top": top, "leading": leading, "bottom": bottom, "trailing": trailing}


def line(style="body", height=20, count=1):
    return {"style": style, "lineHeight": height, "maxLines": count}


def bar(height, lines=(), **more):
    padding = insets(8, 16, 8, 16) if height else insets()
    return {"height": height, "padding": padding, **({"lines": list(lines)} if lines else {}), **more}


def badge_metrics(position):
    return {"position": position, "spacing": 8 if position == "beside" else 4, "height": 18, "padding": 8,
            "style": "badge", "lineHeight": 16, "maxLines": 1}


def chip_metrics(spacing=8):
    return {"spacing": spacing, "height": 32, "padding": 12, "columnSpacing": 8, "style": "chip", "lineHeight": 18,
            "maxLines": 1}


def header(kind="plain", height=44, lines=(line("title", 25),), title="Title", **more):
    return {"kind": kind, "title": title, "metrics": bar(height, lines, **more)}


EMPTY_HEADER = {"kind": "empty", "metrics": bar(0)}


def footer(height=44):
    return {"title": "All", "href": "/all", "metrics": bar(height, [line("link")])}


def chips(*ids, selected=()):
    return [{"id": id, "title": id, "selected": id in selected, "href": f"/home/widgets/w?filter={id}"} for id in ids]


def item(id, revision="r1", kind="product", **more):
    return {"id": id, "kind": kind, "title": id, "caption": [{"text": id}], "accessibilityLabel": id,
            "revision": revision, "tracking": f"t.{id}", **more}


def items(*ids, revisions=None):
    return [item(id, (revisions or {}).get(id, "r1")) for id in ids]


def metrics(scroll, size, rows, columns=None, spacing=(8, 8), content=insets(0, 16, 0, 16), **more):
    width, height = size
    result = {"height": rows * height + (rows - 1) * spacing[1], "visibleItems": columns or 2.5, "rows": rows,
              "rowHeight": height, "itemSize": {"width": width, "height": height}, "contentInsets": content,
              "columnSpacing": spacing[0], "rowSpacing": spacing[1], "scroll": scroll, **more}
    if columns:
        result["columns"] = columns
    if scroll != "none":
        result["itemOrder"] = "row" if scroll == "vertical" else "column"
    return result


def list_metrics(count, **more):
    return metrics("vertical", (358, 56), count, 1, spacing=(8, 0), **more)


def grid_metrics(count, **more):
    return metrics("vertical", (175, 140), math.ceil(count / 2), 2, imageSize={"width": 175, "height": 100}, **more)


def carousel_metrics(rows=1, **more):
    return metrics("horizontal", (143, 120), rows, imageSize={"width": 143, "height": 80}, **more)


SEPARATOR = {"leading": 16, "trailing": 0, "thickness": PIXEL}
COLUMN_SEPARATOR = {"top": 4, "bottom": 6, "offset": 3.667, "thickness": PIXEL, "color": "line"}


def widget(id, items, metrics, head=None, state="loaded", revision="1", **more):
    return {"id": id, "state": state, "title": id, "layout": "HomeWidgetList", "revision": revision,
            "contentRevision": revision, "tracking": f"t.{id}", "header": head or header(), "metrics": metrics,
            "items": items, **more}


def home(*widgets, direction="ltr", head=None, width=390):
    """Stacks the widgets: 20 points above the first one, 24 between two and below the last one."""
    head = head or {"kind": "plain", "title": "Home", "metrics": bar(57, [line("largeTitle", 41)])}
    placed, y = [], head["metrics"]["height"] + 20
    for each in widgets:
        bounds = edges(each)
        position = {"header": y, "items": y + bounds["items"]}
        if "footer" in each:
            position["footer"] = y + bounds["footer"]
        placed.append({"id": each["id"], "state": each["state"], "position": position, **each})
        y += bounds["bottom"] + 24
    return {"schema": 1, "revision": "1", "locale": "ar" if direction == "rtl" else "en", "direction": direction,
            "device": {"width": width, "scale": 3, "textScale": 1},
            "textStyles": {"body": {"size": 15, "lineHeight": 20, "weight": 400}}, "palette": {}, "header": head,
            "segments": [{"id": "all", "title": "All", "active": True}], "experiments": [], "shown": "s1",
            "refreshAfter": 300, "staleWhileRevalidate": 3600, "contentHeight": y, "homeWidgets": placed}


def edges(widget):
    """The distances of rows, footer and end from the top of the header."""
    rows = widget["header"]["metrics"]["height"] + widget["metrics"]["contentInsets"]["top"]
    more = rows + widget["metrics"]["height"] + widget["metrics"]["contentInsets"]["bottom"]
    foot = more + widget.get("loadMore", {}).get("metrics", {}).get("height", 0)
    return {"items": rows, "footer": foot, "bottom": foot + widget.get("footer", {}).get("metrics", {}).get("height", 0)}


# Pages


def page(document, loaded=()):
    """The document with the loads: `append` adds a page, `replace` a widget loaded alone, `choose` one of a chip."""
    document = json.loads(json.dumps(document))
    for load in loaded:
        widgets, new = document["homeWidgets"], json.loads(json.dumps(load["widget"]))
        index = [each["id"] for each in widgets].index(new["id"])
        old = widgets[index]
        others = {each["id"] for other in widgets if other is not old for each in other["items"]}
        if load["how"] == "append":
            known = others | {each["id"] for each in old["items"]}
            whole = {**old, "items": old["items"] + [each for each in new["items"] if each["id"] not in known]}
            whole.pop("loadMore", None)
            if "loadMore" in new:
                whole["loadMore"] = new["loadMore"]
            measures = old["metrics"]
            if measures["scroll"] == "vertical":
                rows = math.ceil(len(whole["items"]) / measures["columns"])
                height = rows * measures["rowHeight"] + (rows - 1) * measures["rowSpacing"]
                whole["metrics"] = {**measures, "rows": rows, "height": height}
        else:
            whole = new
            if load["how"] == "replace":
                whole["items"] = [each for each in new["items"] if each["id"] not in others]
        top = old["position"]["header"]
        bounds = edges(whole)
        whole["position"] = {"header": top, "items": top + bounds["items"], "footer": top + bounds["footer"]}
        growth = bounds["bottom"] - edges(old)["bottom"]
        widgets[index] = whole
        for below in widgets[index + 1:]:
            below["position"] = {edge: y + growth for edge, y in below["position"].items()}
        document["contentHeight"] += growth
    return document


# Frames


def frames(document, offset=None, visible=None):
    offset = offset or {}
    width = document["device"]["width"]
    widgets = document["homeWidgets"]
    found = []

    def add(element, x, y, w, h, **more):
        if w <= 0 or h <= 0:
            return
        if document["direction"] == "rtl":
            x = width - (x + w)
        if visible:
            across = min(x + w, visible["x"] + visible["width"]) - max(x, visible["x"])
            down = min(y + h, visible["y"] + visible["height"]) - max(y, visible["y"])
            if across <= 0 or down <= 0:
                return
        numbers = {name: round(number, 4) for name, number in zip(("x", "y", "width", "height"), (x, y, w, h))}
        found.append({"element": element, **more, **numbers})

    add("pageHeader", 0, 0, width, document["header"]["metrics"]["height"])
    edge = offset.get("y", 0)
    for index, each in enumerate(widgets):
        end = widgets[index + 1]["position"]["header"] if index + 1 < len(widgets) else document["contentHeight"]
        head_frames(each, end, edge, width, add)
        row_frames(each, offset.get("x", {}).get(each["id"], 0), width, add)
    return found


def head_frames(each, end, edge, width, add):
    head, top = each["header"]["metrics"], each["position"]["header"]
    if head["height"] == 0:
        return
    more = {"widget": each["id"]}
    if top < edge < end:
        top = min(edge, end - head["height"])
        more["pinned"] = True
    add("header", 0, top, width, head["height"], **more)
    padding = head["padding"]
    stack = [("text", text["lineHeight"] * text["maxLines"]) for text in head.get("lines", [])[:1]]
    badge = head.get("badge") if "badge" in each else None
    if badge and badge["position"] == "below":
        stack += [("space", badge["spacing"]), ("badge", badge["height"])]
    stack += [("text", text["lineHeight"] * text["maxLines"]) for text in head.get("lines", [])[1:]]
    row = head.get("chips") if each.get("filters") or each.get("sorts") else None
    if row:
        stack += [("space", row["spacing"]), ("chips", row["height"])]
    room = head["height"] - padding["top"] - padding["bottom"]
    y = top + padding["top"] + (room - sum(height for _, height in stack)) / 2
    line_width = width - padding["leading"] - padding["trailing"]
    badge_width = line_width - head.get("accessoryWidth", 0)
    if badge and badge["position"] == "beside":
        middle = y + (stack[0][1] if stack else 0) / 2
        add("badge", padding["leading"], middle - badge["height"] / 2, badge_width, badge["height"], **more)
    for kind, height in stack:
        if kind in ("badge", "chips"):
            add(kind, padding["leading"], y, badge_width if kind == "badge" else line_width, height, **more)
        y += height


def row_frames(each, scrolled, width, add):
    measures, top, id = each["metrics"], each["position"]["items"], each["id"]
    size, edge = measures["itemSize"], measures["contentInsets"]
    is_carousel = measures["scroll"] == "horizontal"
    left = edge["leading"] - (scrolled if is_carousel else 0)
    step = (size["width"] + measures["columnSpacing"], measures["rowHeight"] + measures["rowSpacing"])
    count = len(each["items"])
    columns = measures.get("columns") or math.ceil(count / measures["rows"])

    def cell(index):
        if measures["scroll"] == "none":
            column, row = 0, 0
        elif measures["itemOrder"] == "row":
            row, column = divmod(index, measures["columns"])
        else:
            column, row = divmod(index, measures["rows"])
        return left + column * step[0], top + row * step[1], size["width"], size["height"]

    if "background" in each:
        add("background", 0, top - edge["top"], width, edge["top"] + measures["height"] + edge["bottom"], widget=id)
    for index, one in enumerate(each["items"]):
        add("item", *cell(index), widget=id, item=one["id"])
    if each["state"] == "deferred" and count == 0:
        across = 1 if measures["scroll"] == "none" else measures.get("columns") or math.ceil(width / step[0])
        for index in range(measures["rows"] * across):
            add("placeholder", *cell(index), widget=id, index=index)
    if count and measures["scroll"] != "none":
        if "separator" in measures:
            rule = measures["separator"]
            for row in range(1, measures["rows"]):
                y = top + row * step[1] - measures["rowSpacing"] - rule["thickness"]
                x = rule["leading"] - (scrolled if is_carousel else 0)
                add("separator", x, y, width - rule["leading"] - rule["trailing"], rule["thickness"], widget=id, index=row)
        if "columnSeparator" in measures:
            rule = measures["columnSeparator"]
            for column in range(1, columns):
                x = left + column * step[0] - measures["columnSpacing"] + rule["offset"]
                height = measures["height"] - rule["top"] - rule["bottom"]
                add("columnSeparator", x, top + rule["top"], rule["thickness"], height, widget=id, index=column)
    if "loadMore" in each:
        row = each["loadMore"].get("metrics")
        if row:
            add("loadMore", 0, top + measures["height"] + edge["bottom"], width, row["height"], widget=id)
        elif is_carousel:
            height = measures["imageSize"]["height"] if measures["rows"] == 1 and "imageSize" in measures else measures["height"]
            add("loadMore", left + columns * step[0], top, min(size["width"], 128), height, widget=id)
    if "footer" in each:
        add("footer", 0, each["position"]["footer"], width, each["footer"]["metrics"]["height"], widget=id)


# Changes


def list_changes(old, new):
    """`old` and `new` are lists of (id, content). The kept ids that are not moved are the longest increasing sequence."""
    before, after = [id for id, _ in old], [id for id, _ in new]
    contents = dict(old)
    kept = [before.index(id) for id in after if id in before]
    unmoved = longest_increasing(kept)
    return {
        "removed": [index for index, id in enumerate(before) if id not in after],
        "inserted": [index for index, id in enumerate(after) if id not in before],
        "moved": [{"from": place, "to": after.index(before[place])} for place in kept if place not in unmoved],
        "reloaded": [index for index, (id, content) in enumerate(new) if id in contents and contents[id] != content],
    }


def longest_increasing(values):
    for size in range(len(values), 0, -1):
        found = [each for each in itertools.combinations(values, size) if list(each) == sorted(each)]
        if found:
            assert len(found) == 1, "the vector must have one answer"
            return set(found[0])
    return set()


def changes(old, new, offset=None):
    def sections(document):
        return [(each["id"], (each["revision"], each["state"], each.get("badge"), each.get("filters"), each.get("sorts")))
                for each in document["homeWidgets"]]

    def cells(document):
        return {each["id"]: [(one["id"], (one["revision"], each["metrics"]["itemSize"])) for one in each["items"]]
                for each in document["homeWidgets"]}

    old_cells, new_cells = cells(old), cells(new)
    by_widget = {id: list_changes(old_cells[id], new_cells[id]) for id in new_cells if id in old_cells}
    return {
        "sections": list_changes(sections(old), sections(new)),
        "items": {id: each for id, each in by_widget.items() if any(each.values())},
        "transitions": transitions(old, new, offset),
    }


def transitions(old, new, offset):
    def placed(document):
        return {key(each): each for each in frames(document, offset)}

    def key(frame):
        return tuple(frame.get(name) for name in ("element", "widget", "item", "index"))

    before, after = placed(old), placed(new)
    tops = [{each["id"]: each["position"]["header"] for each in document["homeWidgets"]} for document in (old, new)]

    def shift(document, key):
        """By how much the nearest kept neighbour moves."""
        _, id, one, _ = key
        if id is None:
            return 0, 0
        widget_ids = [each["id"] for each in document["homeWidgets"]]
        if one:
            cells = [("item", id, each["id"], None) for each in document["homeWidgets"][widget_ids.index(id)]["items"]]
            for cell in outwards(cells, key):
                if cell in before and cell in after:
                    return after[cell]["x"] - before[cell]["x"], after[cell]["y"] - before[cell]["y"]
        for neighbour in outwards(widget_ids, id):
            if neighbour in tops[0] and neighbour in tops[1]:
                return 0, tops[1][neighbour] - tops[0][neighbour]
        return 0, 0

    def outwards(values, value):
        """The value, those before it from the nearest, and those after it."""
        index = values.index(value)
        return [value] + values[:index][::-1] + values[index + 1:]

    def attributes(frame, alpha, by=(0, 0)):
        return {"x": round(frame["x"] + by[0], 4), "y": round(frame["y"] + by[1], 4), "width": frame["width"],
                "height": frame["height"], "alpha": alpha}

    result = []
    for each in [*before, *(new_key for new_key in after if new_key not in before)]:
        if each in before and each in after:
            initial, final = attributes(before[each], 1), attributes(after[each], 1)
        elif each in after:
            x, y = shift(new, each)
            initial, final = attributes(after[each], 0, (-x, -y)), attributes(after[each], 1)
        else:
            initial, final = attributes(before[each], 1), attributes(before[each], 0, shift(old, each))
        names = zip(("element", "widget", "item", "index"), each)
        result.append({**{name: value for name, value in names if value is not None}, "initial": initial, "final": final})
    return result


# Vectors

ROW = bar(60, [line("link")])


def list_home(direction="ltr"):
    head = header("tappable", 44, accessoryWidth=24, badge=badge_metrics("beside"))
    rows = widget("list", items("a", "b", "c", "d"), list_metrics(4, separator=SEPARATOR), head, background="tint",
                  badge={"count": 3, "text": "3 new"}, loadMore={"href": "/home/widgets/list?cursor=1", "metrics": ROW},
                  footer=footer())
    second = widget("second", items("e", "f"), list_metrics(2, content=insets(6, 16, 10, 16)), header(height=60))
    return home(rows, second, direction=direction)


def grid_home(direction="ltr"):
    head = header(height=143, lines=(line("title", 25, 2), line("subtitle", 18)), badge=badge_metrics("below"),
                  chips=chip_metrics())
    grid = widget("grid", items("a", "b", "c", "d", "e"),
                  grid_metrics(5, columnSeparator=COLUMN_SEPARATOR, separator={**SEPARATOR, "trailing": 16}), head,
                  badge={"text": "New"}, filters=chips("top", "near"), sorts=chips("fast"))
    return home(grid, widget("only-chips", items("x"), grid_metrics(1),
                             {"kind": "empty", "metrics": bar(48, chips=chip_metrics(0))}, sorts=chips("fast")),
                direction=direction)


def carousel_home(direction="ltr"):
    two = widget("two", items(*"abcde"), carousel_metrics(2, columnSeparator=COLUMN_SEPARATOR),
                 loadMore={"href": "/home/widgets/two?cursor=1"})
    one = widget("one", items(*"fgh"), carousel_metrics(content=insets(4, 16, 12, 16)), background="tint",
                 loadMore={"href": "/home/widgets/one?cursor=1"})
    banner = widget("banner", [item("banner:1", kind="banner")],
                    metrics("horizontal", (358, 143.333), 1, imageSize={"width": 358, "height": 143.333}), EMPTY_HEADER)
    return home(two, one, banner, direction=direction)


def map_home(direction="ltr"):
    area = widget("map", [item("a", latitude=1, longitude=2), item("b", latitude=1.1, longitude=2)],
                  metrics("none", (358, 268.333), 1), loadMore={"href": "/home/widgets/map?cursor=1"},
                  map={"region": {"latitude": 1, "longitude": 2, "latitudeSpan": 0.5, "longitudeSpan": 0.5},
                       "clusters": [{"latitude": 1.05, "longitude": 2, "items": [0, 1]}]})
    return home(area, direction=direction, head={"kind": "empty", "metrics": bar(0)})


def states_home(direction="ltr"):
    failure = {"code": "source_timeout", "message": "Too slow"}
    cell = {**item("error:failed", kind="error"), "error": failure, "retry": {"href": "/home/widgets/failed"}}
    failed = widget("failed", [cell], metrics("vertical", (390, 64), 1, 1, spacing=(0, 0), content=insets()),
                    state="error", error=failure, retry={"href": "/home/widgets/failed"})
    later = widget("later", [], list_metrics(3, separator=SEPARATOR), state="deferred",
                   href="/home/widgets/later", mayShrink=True)
    shelf = widget("shelf", [], carousel_metrics(2), state="deferred", href="/home/widgets/shelf")
    area = widget("area", [], metrics("none", (358, 200), 1), EMPTY_HEADER, state="deferred", href="/home/widgets/area")
    empty = widget("empty", [], list_metrics(1), state="empty")
    unknown = widget("unknown", items("x"), {**list_metrics(1), "hint": 1}, state="resting", layout="HomeWidgetHologram")
    return home(failed, later, shelf, area, empty, unknown, direction=direction)


ALONE = {"locale": "en", "direction": "ltr", "shown": "s2"}


def loads():
    more = widget("list", items("d", "g", "h"), list_metrics(3), **ALONE)
    last = {"how": "append", "widget": more}
    failed = widget("failed", items("k", "x", "l"), grid_metrics(3), header(height=60), footer=footer(), **ALONE)
    chosen = widget("grid", items("x", "y"), grid_metrics(2), header(height=92, chips=chip_metrics()),
                    filters=chips("top", selected=["top"]), **ALONE)
    return {
        "list": (list_home(), [last]),
        "states": (states_home(), [{"how": "replace", "widget": failed}]),
        "grid": (grid_home(), [{"how": "choose", "widget": chosen}]),
    }


def frame_vectors():
    cases = {
        "list": (list_home, [{}, {"y": 77}, {"y": 150.5}, {"y": 430}, {"y": 448}, {"y": 520}, {"y": -80}]),
        "grid": (grid_home, [{}, {"y": 300}]),
        "carousel": (carousel_home, [{}, {"x": {"two": 100, "one": 20.5}}]),
        "map": (map_home, [{}, {"y": 100, "x": {"map": 30}}]),
        "states": (states_home, [{}, {"y": 400}]),
    }
    for (name, (build, offsets)), direction in itertools.product(cases.items(), ("ltr", "rtl")):
        document = build(direction)
        made = [{"offset": offset, "frames": frames(document, offset)} for offset in offsets]
        visible = {"x": 0, "y": 120, "width": 390, "height": 200}
        made.append({"offset": {"y": 120}, "visible": visible, "frames": frames(document, {"y": 120}, visible)})
        if name == "carousel":
            window = {"x": 0, "y": 0, "width": 200, "height": 400}
            offset = {"x": {"two": 100}}
            made.append({"offset": offset, "visible": window, "frames": frames(document, offset, window)})
        yield f"frames-{name}-{direction}", {"document": document, "loaded": [], "cases": made}
    for name, (document, loaded) in loads().items():
        whole = page(document, loaded)
        yield f"frames-{name}-loaded", {
            "document": document, "loaded": loaded, "contentHeight": round(whole["contentHeight"], 4),
            "cases": [{"offset": {}, "frames": frames(whole)}],
        }


def change_vectors():
    def pair(old, new, offset=None, old_loaded=(), new_loaded=()):
        return {
            "old": {"document": old, "loaded": list(old_loaded)}, "new": {"document": new, "loaded": list(new_loaded)},
            "offset": offset or {}, "changes": changes(page(old, old_loaded), page(new, new_loaded), offset),
        }

    def one_list(ids, revisions=None, direction="ltr", **more):
        return home(widget("list", items(*ids, revisions=revisions), list_metrics(len(ids), separator=SEPARATOR), **more),
                    widget("below", items("z"), list_metrics(1)), direction=direction)

    def sections(*ids, **badges):
        return home(*[widget(id, items(id + "1", id + "2"), list_metrics(2),
                             **({"badge": {"text": badges[id]}} if id in badges else {})) for id in ids])

    def shelf(ids, direction):
        return home(widget("shelf", items(*ids), carousel_metrics()), direction=direction)

    document, loaded = loads()["list"]
    yield "changes-none", pair(list_home(), list_home())
    yield "changes-append", pair(document, document, new_loaded=loaded)
    yield "changes-append-scrolled", pair(document, document, {"y": 200}, new_loaded=loaded)
    yield "changes-refresh-after-append", pair(document, document, old_loaded=loaded)
    yield "changes-items", pair(one_list("abcde"), one_list("xacfe", {"c": "r2"}))
    yield "changes-items-moved", pair(one_list("abcdef"), one_list("fabcde", {"a": "r2"}))
    yield "changes-items-replaced", pair(one_list("abc"), one_list("xy"))
    yield "changes-items-rtl", pair(shelf("abcd", "rtl"), shelf("axbd", "rtl"), {"x": {"shelf": 40}})
    yield "changes-sections", pair(sections("a", "b", "c"), sections("x", "a", "c", "y", a="New"))
    yield "changes-sections-moved", pair(sections("a", "b", "c", "d"), sections("d", "a", "b", "c"))
    document, loaded = loads()["states"]
    yield "changes-retry", pair(document, document, new_loaded=loaded)
    document, loaded = loads()["grid"]
    yield "changes-choice", pair(document, document, {"y": 90}, new_loaded=loaded)


def text(value, indent=0, limit=200):
    """JSON with one line for each value that fits into one."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= limit or not isinstance(value, (dict, list)) or not value:
        return flat
    space = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {text(part, indent + 2, limit - len(key) - 4)}" for key, part in value.items()]
        return "{\n" + ",\n".join(space + part for part in parts) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(space + text(part, indent + 2) for part in value) + "\n" + " " * indent + "]"


def main():
    differing = []
    for name, vector in [*frame_vectors(), *change_vectors()]:
        file, made = FOLDER / f"{name}.json", text(vector) + "\n"
        if "--check" not in sys.argv:
            file.write_text(made)
        elif not file.exists() or file.read_text() != made:
            differing.append(file.name)
    if differing:
        sys.exit(f"{', '.join(differing)}: differs from what make.py writes")


main()
