"""Stores of generated listings and users, kept from run to run in `$XDG_CACHE_HOME/hearth-benchmarks`."""

import http.client
import itertools
import json
import math
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

import documents
import workload
from report import say
from servers import LOAD_CORE, Hearth

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hearth-benchmarks"
SEED = 5

# The number of users with recorded requests: more than the user cache holds.
WRITTEN_DOWN = 200_000
# How many of them are active during measurements, and how often.
WRITERS = 10_000
WRITES = 100_000
# The default number of users whose homes are requested in turn.
ROTATION = 1_000
CONNECTIONS = 256
# The maximum time without a recorded user, in seconds.
PATIENCE = 60


class Store:
    """A store's folder: the store, the requests for homes, and the events of users."""

    def __init__(self, listings, users):
        self.listings, self.users = listings, users
        self.folder = CACHE / f"v{workload.VERSION}-{listings}-listings-{users}-users-seed-{SEED}"
        self.file = self.folder / "store"
        self.homes = self.folder / "homes"
        self.writes = self.folder / "writes"
        # The first homes only.
        self.rotation = self.folder / "rotation"


def prepared(hearth, listings, users, maximum_age=math.inf):
    """A store with this many listings and users, from the cache if possible, and at most `maximum_age` seconds old."""
    store = Store(listings, users)
    if store.folder.exists():
        if time.time() - store.homes.stat().st_mtime <= maximum_age:
            return store
        shutil.rmtree(store.folder)
    unfinished = Path(f"{store.folder}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    say(f"Making a store of {listings:,} listings and {users:,} users, to be kept in {CACHE}")
    fill(hearth, unfinished / "store", store, unfinished)
    # Checkpoint the write-ahead log, which readers would have to search.
    with sqlite3.connect(unfinished / "store") as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    unfinished.rename(store.folder)
    return store


def fill(hearth, address, store, folder):
    """Copies the listings and users of `store` to this address, and records their requests in the folder."""
    write_listings(folder, store.listings)
    import_catalogue(hearth, address, folder)
    (folder / "listings.csv").unlink()
    write_requests(folder, store)
    add_users(hearth, address, folder)


def write_listings(folder, count):
    """In the format of `import_listings`."""
    workload.write_listings(folder / "listings.csv", count, SEED)
    workload.write_mapping(folder / "listings.json")


def import_catalogue(hearth, address, folder):
    started = time.monotonic()
    sample = workload.ROOT / "Config"
    import_listings(hearth, address, folder)
    import_file(hearth, address, sample / "mappings/sample-shop.json", sample / "sample/shop.csv")
    say(f"  imported in {time.monotonic() - started:.0f} s")


def sample(hearth, folder):
    """Makes the sample's store in the folder."""
    config = workload.ROOT / "Config"
    for name, file in [("listings", "listings.csv.gz"), ("shop", "shop.csv")]:
        import_file(hearth, folder / "sample", config / f"mappings/sample-{name}.json", config / "sample" / file)
    return folder / "sample"


def import_listings(hearth, address, folder):
    import_file(hearth, address, folder / "listings.json", folder / "listings.csv")


def import_file(hearth, address, mapping, file):
    command = [hearth, "import", "--store", address, "--mapping", mapping, file]
    summary = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if ", 0 rejected" not in summary:
        sys.exit(f"A generated listing was rejected: {summary}")


def write_requests(folder, store):
    """The users' records, their requests, and events during measurements."""
    # A random sample of all users.
    chosen = random.Random(SEED).sample(range(store.users), min(WRITTEN_DOWN, store.users))
    place = {n: i for i, n in enumerate(chosen)}
    homes = [""] * len(chosen)
    writers = [None] * WRITERS
    with open(folder / "users", "w") as file:
        for n, user in enumerate(workload.users(store.users, store.listings, SEED)):
            file.write(post(user, "searches", user["search"]))
            if user["opened"]:
                file.write(post(user, "opened", {"items": user["opened"]}))
            if n in place:
                homes[place[n]] = f"GET\t{user['home']}\n"
                if place[n] < WRITERS:
                    writers[place[n]] = user
    (folder / "homes").write_text("".join(homes))
    (folder / "rotation").write_text("".join(homes[:ROTATION]))
    with open(folder / "writes", "w") as file:
        file.writelines(writes(writers, store.listings))


def post(user, what, body):
    return f"POST\t/users/{user['id']}/{what}\t{json.dumps(body)}\n"


def writes(users, listings):
    """Searches that are like their last one, and listings opened, by turns; half of them by users whose homes are asked
    for in the shorter rotation.
    """
    chance = random.Random(f"writes {SEED}")
    for n in range(WRITES):
        user = users[chance.randrange(ROTATION if n % 4 < 2 else WRITERS)]
        if n % 2:
            yield post(user, "opened", {"items": [workload.popular_listing(listings, chance)]})
        else:
            price = {end: round(amount * chance.uniform(0.9, 1.1)) for end, amount in user["search"]["price"].items()}
            yield post(user, "searches", user["search"] | {"price": price})


def add_users(hearth, address, folder):
    """Over HTTP, as users do it. A script that writes into SQLite's file is three times as fast (44,000 users a second
    against 15,000), but would have to know the tables, and keep the counts that the store keeps, for one engine alone.
    """
    started = time.monotonic()
    with open(folder / "users") as file:
        count = sum(1 for _ in file)
    # No rejections, however slow the disk is.
    patient = ["--queue-timeout", PATIENCE, "--handler-timeout", PATIENCE]
    with Hearth(hearth, address, 18_480, folder / "log", *patient) as server:
        script = Path(__file__).with_name("seed.lua")
        wrk = subprocess.Popen(
            ["taskset", "-c", str(LOAD_CORE), "wrk", "-t1", f"-c{CONNECTIONS}", "-d24h", "--timeout", "60s", "-s", script]
            + [server.address, "--", folder / "users"],
            stdout=subprocess.DEVNULL,
        )
        try:
            done, since = 0, time.monotonic()
            while done < count:
                time.sleep(1)
                before, done = done, written(server, "2xx")
                if done > before:
                    since = time.monotonic()
                elif time.monotonic() - since > PATIENCE or wrk.poll() is not None:
                    sys.exit(f"Of {count:,} searches and opened posts the server recorded only {done:,.0f}.")
        finally:
            wrk.send_signal(signal.SIGINT)
            wrk.wait()
        open_what_is_shown(server, folder)
    for name in ["users", "log"]:
        (folder / name).unlink()
    say(f"  {count:,} searches and opened posts in {time.monotonic() - started:.0f} s")


def written(server, status):
    return server.metric("hearth_http_requests_total", method="POST", status=status)


def open_what_is_shown(server, folder):
    """Records opened items for the first users, so that not all items are new."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    for target in targets(folder / "homes", ROTATION):
        # Complete homes, so that all servers record the same items.
        _, document, _ = documents.home(server, target)
        items = json.loads(document)["homeWidgets"][0]["items"]
        shown = [item["id"] for item in items if item["kind"] == "listing"]
        if shown:
            user = urllib.parse.parse_qs(urllib.parse.urlsplit(target).query)["user"][0]
            connection.request("POST", f"/users/{user}/opened", json.dumps({"items": shown[1:4:2] or shown}))
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != 200:
                sys.exit(f"What {user} is shown cannot be opened: {answer.status} {content.decode()}")


def targets(homes, count):
    """The targets of the first recorded homes."""
    with open(homes) as file:
        return [line.split("\t")[1].rstrip("\n") for line in itertools.islice(file, count)]
