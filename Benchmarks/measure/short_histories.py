"""Users with one to three openings in a catalogue of some hundred to some thousand items, such as stays.

Each item is of one group, such as a neighbourhood, which no field tells, and has a hidden quality that all users agree
on. A user has a group, and mostly opens items of it. Of eight items that are seen each time, the user opens the best.
With herding, items are seen in proportion to how often others opened them.
"""

import csv
import math
import random

# The numbers of items, of groups and of users.
SIZES = ((500, 40, 1_500), (2_000, 150, 5_000))
# The numbers of openings of a user, each as likely as others of this tuple.
OPENINGS = (2, 2, 2, 3, 3, 4)
# The number of items that are seen at a time, and the share of times at which they are of the user's group.
SEEN = 8
IN_GROUP = 0.65
# The standard deviations of an item's quality and of a moment's mood.
QUALITY = 0.9
MOOD = 1
# How often an item seems opened that no user opened, so that new items are seen.
UNOPENED = 0.3
START = 1_600_000_000
YEAR = 365 * 86_400

MAPPING = {
    "format": "csv",
    "kind": "product",
    "fields": {
        "id": {"column": "id"},
        "title": {"column": "id"},
        "brand": {"constant": "Any"},
        "brandId": {"constant": "any"},
        "price": {"column": "price"},
        "currency": {"constant": "EUR"},
    },
}


class Item:
    def __init__(self, number, groups, chance):
        self.id = f"i{number}"
        # Some groups are larger than others.
        self.group = int(chance.random() ** 1.5 * groups)
        self.quality = chance.gauss(0, QUALITY)
        self.price = round(math.exp(chance.gauss(4.4, 0.5)))
        self.opened = 0


def simulate(size, herding, seed):
    """The items, and the events (user, item, time) in the order of time."""
    items, groups, users = size
    chance = random.Random(f"short histories {size} {herding} {seed}")
    catalogue = [Item(number, groups, chance) for number in range(items)]
    by_group = {}
    for item in catalogue:
        by_group.setdefault(item.group, []).append(item)
    events = []
    for number in range(users):
        moment, opened = START + chance.random() * YEAR, set()
        own = by_group[chance.choice(catalogue).group]
        for _ in range(chance.choice(OPENINGS)):
            moment += chance.uniform(3_600, 3 * 86_400)
            pool = own if chance.random() < IN_GROUP else catalogue
            weights = [item.opened + UNOPENED for item in pool] if herding else None
            seen = chance.choices(pool, weights, k=SEEN)
            best = max(seen, key=lambda item: item.quality + chance.gauss(0, MOOD))
            if best.id not in opened:
                opened.add(best.id)
                best.opened += 1
                events.append((f"u{number}", f"product:{best.id}", round(moment)))
    return catalogue, sorted(events, key=lambda event: event[2])


def write(folder, size, herding, seed):
    """Writes a catalogue for `hearth import`, and events for `hearth evaluate`.
    :return: the paths of both"""
    catalogue, events = simulate(size, herding, seed)
    paths = folder / "items.csv", folder / "events.csv"
    tables = ["id", "price"], [(item.id, item.price) for item in catalogue], ["user", "item", "time"], events
    for path, header, rows in zip(paths, tables[::2], tables[1::2]):
        with open(path, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(header)
            writer.writerows(rows)
    return paths
