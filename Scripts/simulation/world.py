"""The catalogue, the config and the users of a simulation."""

import json
import random

CATEGORIES = ["shirts", "shoes", "bags", "coats", "dresses", "trousers", "knitwear", "jewellery"]
ITEMS_PER_CATEGORY = 40
# The items of a widget that a phone shows without scrolling sideways.
VISIBLE = 4
# How likely a user looks at the next widget.
SCROLLS_ON = 0.85


def catalogue():
    """Products as CSV, in mixed order."""
    lines = ["id,title,brand,category,price"]
    for number in range(ITEMS_PER_CATEGORY):
        for index, category in enumerate(CATEGORIES):
            lines.append(f"{category}-{number},{category.title()} {number},Brand {(number + index) % 25},{category},$50.00")
    return "\n".join(lines) + "\n"


MAPPING = {
    "format": "csv", "delimiter": ",", "kind": "product",
    "fields": {
        "id": {"column": "id"}, "title": {"column": "title"}, "brand": {"column": "brand"},
        "brandId": {"column": "brand", "as": "slug"}, "price": {"column": "price", "affixes": ["$"]},
        "currency": {"constant": "USD"}, "category": {"column": "category"},
    },
}


def config(equal_arms):
    """Two arms: one with fatigue, dismissals and a personal order, the other without, unless both are equal."""
    widgets = []
    for category in CATEGORIES:
        for arm in ["control", "learning"]:
            learns = arm == "learning" and not equal_arms
            source = {"kind": "items", "of": "product", "filter": {"category": category}}
            if learns:
                source["fatigue"] = {"shown": 3, "for": "14d"}
            widgets.append({
                "id": f"{category}-{arm}", "title": category.title(), "layout": "HomeWidgetProductM",
                "when": {"experiment": "learning", "arm": arm}, "dismissItems": learns, "source": source, "limit": 10,
            })
    gate = {"experiment": "learning", "arm": "none" if equal_arms else "learning"}
    arms = [{"id": "control", "percent": 50}, {"id": "learning", "percent": 50}]
    if equal_arms:
        arms.append({"id": "none", "percent": 0})
    return {
        "title": "Simulation",
        "experiments": [{"id": "learning", "arms": arms}],
        "segments": [{"id": "style", "title": "Style", "order": {"kind": "personal", "when": gate}, "widgets": widgets}],
    }


class User:
    """A user whose taste does not change: two categories, and some items of each."""

    def __init__(self, name, seed):
        self.name = name
        self.random = random.Random(f"{seed} {name}")
        self.liked = self.random.sample(CATEGORIES, 2)
        self.opened = set()
        # Some users visit, and open, more than others.
        self.visits_per_day = self.random.choice([0.2, 0.4, 0.8])
        self.eagerness = self.random.uniform(0.2, 0.6)

    def likes(self, item, category):
        return category in self.liked and random.Random(f"{self.name} {item}").random() < 0.25

    def look(self, home, at):
        """The events of a visit that begins with this home."""
        events = []

        def report(kind, item):
            events.append({"type": kind, "item": item["id"], "tracking": item["tracking"], "at": at})

        for widget in home["homeWidgets"]:
            category = widget["id"].rsplit("-", 1)[0]
            for item in widget["items"][:VISIBLE]:
                report("shown", item)
                if self.likes(item["id"], category):
                    if item["id"] not in self.opened and self.random.random() < self.eagerness:
                        self.opened.add(item["id"])
                        report("opened", item)
                elif item.get("dismissible") and self.random.random() < 0.02:
                    report("dismissed", item)
            if self.random.random() > SCROLLS_ON:
                break
        return events


def write(folder, equal_arms):
    (folder / "catalogue.csv").write_text(catalogue())
    (folder / "mapping.json").write_text(json.dumps(MAPPING))
    (folder / "home.json").write_text(json.dumps(config(equal_arms)))
