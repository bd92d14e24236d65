"""Users who look for a home among the sample's listings: who opens which listing, and when.

Each user has latent preferences: a price, a place, bedrooms and walls, and how much each of them matters. In a session
the user sees some of the listings that a rough search finds, and opens the most useful ones. A listing also has a
hidden quality that all users agree on. What is seen depends on the exposure:

- `uniform`: any of the listings found;
- `recent`: the newest ones;
- `herding`: half of them in proportion to how often others opened them, the others uniformly.

The recommendations are not part of the simulation: no engine has an influence on the events that it is judged by.
"""

import bisect
import csv
import math
import random
from datetime import datetime, timezone

from workload import real_listings

EXPOSURES = {
    "uniform": "any of the listings found",
    "recent": "the newest listings found",
    "herding": "half popular listings, half any",
}

# The sessions are in the last year of the sample's sales, and see the listings of the two years before.
YEAR = 365 * 86_400
LISTED = 2 * YEAR
# The least and the greatest number of sessions of a user, and of openings in a session.
SESSIONS = (3, 8)
OPENINGS = (2, 6)
# The number of listings that are seen in a session.
SEEN = 150
# The rough search: this factor around the price, and this many of the user's radii around the place.
SEARCHED_PRICES = 1.6
SEARCHED_RADII = 3
# The standard deviations of a listing's quality and of a moment's mood, in units of usefulness.
QUALITY = 0.8
MOOD = 0.7


class Listing:
    def __init__(self, row, chance):
        self.id = f"listing:{row['longitude']},{row['latitude']}"
        self.price = math.log(max(1_000, float(row["price"])))
        self.north = float(row["latitude"]) * 111.2
        self.east = float(row["longitude"]) * 111.2 * math.cos(math.radians(41.6))
        self.bedrooms = int(row["beds"])
        self.walls = row["wall"]
        self.listed = datetime.strptime(row["sdate"], "%y%m%d").replace(tzinfo=timezone.utc).timestamp()
        self.quality = chance.gauss(0, QUALITY)
        self.opened = 0


class User:
    """Latent preferences, around those of one listing, which the user need not ever see."""

    def __init__(self, number, ideal, chance):
        self.id = f"simulated-{number}"
        self.price = ideal.price + chance.gauss(0, 0.1)
        self.north, self.east = ideal.north + chance.gauss(0, 1), ideal.east + chance.gauss(0, 1)
        self.bedrooms, self.walls = ideal.bedrooms, ideal.walls
        # Kilometres.
        self.radius = chance.lognormvariate(math.log(4), 0.5)
        self.matters = {name: chance.lognormvariate(0, 0.7) for name in ("price", "place", "bedrooms", "walls")}

    def searches(self, listings, prices):
        """The listings that a rough search finds; `prices` are their prices, ascending."""
        width, reach = math.log(SEARCHED_PRICES), (SEARCHED_RADII * self.radius) ** 2
        low, high = bisect.bisect_left(prices, self.price - width), bisect.bisect_right(prices, self.price + width)
        return [one for one in listings[low:high] if self.square(one) <= reach]

    def square(self, listing):
        return (listing.north - self.north) ** 2 + (listing.east - self.east) ** 2

    def usefulness(self, listing):
        matters = self.matters
        return (
            listing.quality
            - matters["price"] * ((listing.price - self.price) / 0.2) ** 2 / 2
            - matters["place"] * self.square(listing) / self.radius**2 / 2
            - matters["bedrooms"] * min(3, abs(listing.bedrooms - self.bedrooms)) / 2
            + matters["walls"] * (listing.walls == self.walls)
        )


def seen(found, exposure, chance):
    """The listings of a session; `found` are in the order of their listing."""
    if len(found) <= SEEN:
        return found
    if exposure == "recent":
        return found[-SEEN:]
    if exposure == "uniform":
        return chance.sample(found, SEEN)
    weights = [one.opened for one in found]
    popular = chance.choices(found, weights, k=SEEN // 2) if any(weights) else []
    return list({one.id: one for one in popular + chance.sample(found, SEEN // 2)}.values())


def events(users, exposure, seed):
    """Yields (user, item, time), in the order of time."""
    assert exposure in EXPOSURES, exposure
    chance = random.Random(f"simulation {exposure} {seed}")
    listings = [Listing(row, chance) for row in real_listings()]
    end = max(one.listed for one in listings)
    listings = sorted((one for one in listings if one.listed > end - YEAR - LISTED), key=lambda one: one.price)
    prices = [one.price for one in listings]
    people = [User(number, chance.choice(listings), chance) for number in range(users)]
    sessions = sorted(
        (end - chance.random() * YEAR, user) for user in range(users) for _ in range(chance.randint(*SESSIONS))
    )
    found, opened = {}, [set() for _ in people]
    for moment, number in sessions:
        user = people[number]
        if number not in found:
            found[number] = sorted(user.searches(listings, prices), key=lambda one: one.listed)
        listed = [one for one in found[number] if moment - LISTED < one.listed < moment]
        mood = {
            one: user.usefulness(one) + chance.gauss(0, MOOD)
            for one in seen(listed, exposure, chance)
            if one.id not in opened[number]
        }
        for place, one in enumerate(sorted(mood, key=mood.get, reverse=True)[: chance.randint(*OPENINGS)]):
            one.opened += 1
            opened[number].add(one.id)
            yield user.id, one.id, round(moment) + 30 * place


def write_events(path, users, exposure, seed):
    """Writes a file for `hearth evaluate --events`.
    :return: the number of events"""
    rows = list(events(users, exposure, seed))
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["user", "item", "time"])
        writer.writerows(sorted(rows, key=lambda row: row[2]))
    return len(rows)
