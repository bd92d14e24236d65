"""Listings derived from the sample, and users who search for them. The same seed makes the same data.

Listing n and user n do not depend on how many there are, so that a small store is the beginning of a large one.
"""

import csv
import gzip
import json
import math
import random
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Increment this when the generated data or the schema of stores changes, to invalidate cached stores.
VERSION = 4

# The number of listings that each user opened.
OPENED = 20

# The sample's listings are around the first; every second one is moved to the second.
TOWNS = [
    {"market": "toledo", "currency": "USD", "address": "Lucas County, Ohio", "place": (41.66, -83.57)},
    {"market": "valencia", "currency": "EUR", "address": "València", "place": (39.47, -0.40)},
]
TYPES = ["house"] * 6 + ["apartment"] * 2 + ["townhouse", "duplex"]

# Width and pixels per point of phones and tablets, from their makers.
SCREENS = [
    (320, 2), (360, 2), (360, 3), (360, 4), (375, 2), (375, 3), (384, 2), (390, 3), (393, 3), (402, 3), (411, 2.625),
    (412, 2.625), (412, 3.5), (414, 2), (414, 3), (428, 3), (430, 3), (440, 3), (480, 3), (600, 2), (744, 2), (768, 2),
    (810, 2), (820, 2), (834, 2), (1024, 2), (1032, 2),
]
TEXT_SCALES = [None] * 7 + [0.9, 1.15, 1.3]


def real_listings():
    with gzip.open(ROOT / "Config/sample/listings.csv.gz", "rt", newline="") as file:
        return list(csv.DictReader(file))


def listing_id(n):
    """Ten digits, unique: the factor is a prime that does not divide the number of ids."""
    return 1_000_000_000 + n * 2_654_435_761 % 9_000_000_000


def moved(row, town):
    """The position of a sample listing in this town."""
    latitude, longitude = float(row["latitude"]), float(row["longitude"])
    home, there = TOWNS[0]["place"], town["place"]
    narrower = math.cos(math.radians(home[0])) / math.cos(math.radians(there[0]))
    return there[0] + latitude - home[0], there[1] + (longitude - home[1]) * narrower


def write_listings(path, count, seed):
    """The sample's columns and the constants of its mapping."""
    real = real_listings()
    columns = [*real[0], "id", "type", "currency", "address", "market"]
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        chance = random.Random(f"listings {seed}")
        for n in range(count):
            town = TOWNS[n % 2]
            # A step coprime to their number visits all of them, spread over the county.
            row = dict(real[n * 10_007 % len(real)])
            latitude, longitude = moved(row, town)
            sold = datetime.strptime(row["sdate"], "%y%m%d").replace(tzinfo=timezone.utc).timestamp()
            row |= {
                "id": listing_id(n),
                "type": chance.choice(TYPES),
                "currency": town["currency"],
                "address": town["address"],
                "market": town["market"],
                "price": max(50, round(int(row["price"]) * chance.lognormvariate(0, 0.15) / 100)) * 100,
                "TLA": max(200, round(int(row["TLA"]) * chance.gauss(1, 0.08))),
                "latitude": round(latitude + chance.gauss(0, 0.004), 6),
                "longitude": round(longitude + chance.gauss(0, 0.005), 6),
                "sdate": int(sold) + chance.randrange(-90 * 86_400, 90 * 86_400),
            }
            writer.writerow(row)


def write_mapping(path):
    """The sample's mapping, without the fields that differ between towns."""
    mapping = json.loads((ROOT / "Config/mappings/sample-listings.json").read_text())
    for field in ["id", "type", "currency", "address", "market"]:
        mapping["fields"][field] = {"column": field}
    mapping["fields"]["listedAt"] = {"column": "sdate", "date": "unix"}
    Path(path).write_text(json.dumps(mapping))


def users(count, listings, seed):
    """Generates users: id, search, opened items, and request."""
    real = real_listings()
    chance = random.Random(f"users {seed}")
    for n in range(count):
        town = TOWNS[chance.randrange(2)]
        liked = chance.choice(real)
        latitude, longitude = (round(degrees + chance.gauss(0, 0.01), 5) for degrees in moved(liked, town))
        yield {
            "id": f"u{n}",
            "search": search(liked, town, (latitude, longitude), chance),
            "opened": [popular_listing(listings, chance) for _ in range(OPENED)],
            "home": home(n, (latitude, longitude), chance),
        }


def popular_listing(listings, chance):
    """The item of a listing, with skewed popularity."""
    return f"listing:{listing_id(int(chance.random() ** 2 * listings))}"


def search(liked, town, place, chance):
    price, beds, area = int(liked["price"]), int(liked["beds"]), int(liked["TLA"]) * 0.0929
    wanted = {"market": town["market"]}
    wanted["price"] = {"min": 1000 * round(price * chance.uniform(0.06, 0.08)), "max": 1000 * round(price * chance.uniform(0.12, 0.14))}
    if chance.random() < 0.3:
        wanted["types"] = sorted({chance.choice(TYPES), chance.choice(TYPES)})
    if chance.random() < 0.5:
        wanted["bedrooms"] = {"min": max(1, beds - 1)}
    if chance.random() < 0.3:
        wanted["area"] = {"min": round(area * 0.7)}
    if chance.random() < 0.5:
        wanted["place"] = {"lat": place[0], "lon": place[1], "radius": chance.randrange(3_000, 20_000, 500)}
    return wanted


def home(n, place, chance):
    width, scale = chance.choice(SCREENS)
    # Most are near the place that they search.
    latitude, longitude = (round(degrees + chance.gauss(0, 0.02), 5) for degrees in place)
    target = f"/home?user=u{n}&width={width}&scale={scale}&lat={latitude}&lon={longitude}"
    text_scale = chance.choice(TEXT_SCALES)
    if text_scale:
        target += f"&textScale={text_scale}"
    platform, version = chance.choice(["ios", "android"]), chance.choice(["4.1", "4.2.3", "5.0"])
    return f"{target}&platform={platform}&appVersion={version}"
