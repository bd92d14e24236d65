"""Compares homes of Hearth on both engines with a file from nginx, and prepared and encoded bytes from Hummingbird."""

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import documents
import stores
from bystanders import Bystanders
from load import CONNECTIONS, Contestant, NewUsers, interleaved
from postgresql import PostgreSQL
from report import Report, at_least, at_most, say
from servers import LOAD_CORE, SERVER_CORE, Hearth, Hummingbird, Nginx

GZIP = {"Accept-Encoding": "gzip"}
PORT = 18_481


def main():
    options = parse()
    if SERVER_CORE == LOAD_CORE:
        sys.exit("The benchmarks need two cores: one for the server, one for who asks.")
    # The servers select their core.
    os.sched_setaffinity(0, {LOAD_CORE})
    store = stores.prepared(options.hearth, options.listings, options.listings)
    # For the growth of costs; Benchmarks/scale has details.
    small, large = (None, None) if options.quick else (
        stores.prepared(options.hearth, listings, 20_000) for listings in [10_000, 1_000_000]
    )
    with tempfile.TemporaryDirectory(prefix="hearth-benchmarks-") as folder, PostgreSQL() as postgresql:
        with postgresql.database() as address:
            say("Bringing the same listings and users into PostgreSQL")
            # Beside the stores, since temporary folders may be in memory.
            with tempfile.TemporaryDirectory(dir=stores.CACHE, prefix="filled-") as files:
                stores.fill(options.hearth, address, store, Path(files))
            postgresql.tidy_up()
            measure(options, store, small, large, address, postgresql, Path(folder))


def parse():
    parser = argparse.ArgumentParser(prog="Benchmarks/run", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="short rounds and no large store, to see that everything works"
    )
    parser.add_argument("--listings", type=int, default=100_000, help="the size of the store (%(default)s)")
    parser.add_argument("--hearth", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--hummingbird", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.rounds, options.seconds, options.new_users = (3, 2, 1_000) if options.quick else (9, 5, 5_000)
    return options


def measure(options, store, small, large, address, postgresql, folder):
    ready = Hearth.median_ready_seconds(options.hearth, store.file, PORT, folder / "log")
    sample = stores.sample(options.hearth, folder)
    sample_ready = Hearth.median_ready_seconds(options.hearth, sample, PORT, folder / "log")
    with ExitStack() as running:
        hearth = running.enter_context(Hearth(options.hearth, store.file, PORT, folder / "hearth.log"))
        say("Looking at the answers")
        known = documents.Homes(hearth, stores.targets(store.rotation, stores.ROTATION))
        sizes = known.against_level_6(200)
        document = known.of_median_length()
        (folder / "document").write_bytes(document)
        (folder / "nginx").mkdir()
        nginx = running.enter_context(Nginx(folder / "nginx", document, PORT + 1))
        documents.nginx(nginx, document)
        bird = running.enter_context(
            Hummingbird(options.hummingbird, folder / "document", PORT + 2, folder / "hummingbird.log")
        )
        documents.hummingbird(bird, document)

        one = {name: request(folder, f"/{name}") for name in ["plain", "live", "static", "prepared", "encoded"]}
        length = len(document)
        contestants = {
            "Hearth": homes("Hearth, a home for each user", hearth, store, known),
            "nginx": Contestant("nginx, one home from a file", nginx, one["plain"], length),
            "prepared": Contestant("Hummingbird, one home prepared", bird, one["prepared"], length),
            # Without null members.
            "Codable": Contestant("Hummingbird, one home by Codable", bird, one["encoded"], 0.9 * length),
            "Hearth gzip": homes("Hearth, gzip", hearth, store, known, "gzip"),
            "nginx gzip": Contestant("nginx, gzip level 1 on the fly", nginx, one["live"], 0, GZIP),
            "nginx static": Contestant("nginx, compressed beforehand", nginx, one["static"], 0, GZIP),
        }
        for name, other in [("small", small), ("large", large)] if small else []:
            port = PORT + 3 + len(contestants)
            server = running.enter_context(Hearth(options.hearth, other.file, port, folder / f"{name}.log"))
            others = documents.Homes(server, stores.targets(other.rotation, stores.ROTATION))
            contestants[name] = homes(f"Hearth, of {other.listings:,} listings", server, other, others)

        contestants["PostgreSQL"], alike = over_postgresql(options, running, address, store, known, folder)
        for name, engine in [("new", "Hearth"), ("new PostgreSQL", "PostgreSQL")]:
            # Not the users of the checked homes.
            contestants[name] = NewUsers(
                f"{contestants[engine].name}, new users", contestants[engine].server, store.homes, 0.98 * contestants[engine].length,
                stores.ROTATION, options.new_users,
            )

        say(f"Measuring {options.rounds} rounds of {len(contestants)} times {options.seconds} s")
        bystanders = Bystanders([*{contestant.server for contestant in contestants.values()}, postgresql])
        interleaved(list(contestants.values()), options.rounds, options.seconds, say)
        tell(options, contestants, (ready, sample_ready), length, sizes, alike, bystanders.report())


def over_postgresql(options, running, address, store, known, folder):
    """Hearth with PostgreSQL, and the number of homes equal to those with SQLite."""
    server = running.enter_context(Hearth(options.hearth, address, PORT + 20, folder / "postgresql.log"))
    own = documents.Homes(server, stores.targets(store.rotation, stores.ROTATION))
    return homes("Hearth over PostgreSQL", server, store, own), documents.alike(known, own)


def homes(name, server, store, known, coding=None):
    fields = GZIP if coding else {}
    return Contestant(name, server, store.rotation, known.length(coding), fields, known.faults)


def request(folder, target):
    """A file with this request only."""
    path = folder / f"request-{target[1:]}"
    path.write_text(f"GET\t{target}\n")
    return path


def tell(options, contestants, ready, length, sizes, alike, quiet):
    report = Report("run-quick" if options.quick else "run", "A home beside a static file")
    report.text(
        f"{options.listings:,} listings, {stores.ROTATION:,} users in turn, {CONNECTIONS} connections; medians of "
        f"{options.rounds} rounds of {options.seconds} s, server on core {SERVER_CORE}, wrk on core {LOAD_CORE}. The one "
        f"home is of {length:,} bytes, which is the median. New users: {options.new_users:,} in each round, each asked for once, with "
        f"a search and 20 opened listings in the store."
    )
    report.runs(contestants.values())
    report.table(["", "target", "here", ""], what_it_must_show(contestants, ready, sizes[0]))
    report.text("Requests/s of the row, in times those of the column:")
    others = ["small", "large", "PostgreSQL", "new", "new PostgreSQL"]
    same = {name: rate(one) for name, one in contestants.items() if name not in others}
    report.table(["", *same], [[name, *(f"{mine / other:.2f}" for other in same.values())] for name, mine in same.items()])
    report.text(
        f"Compressed, a home has {sizes[0]:.2f} times the bytes that `gzip -6` makes of it (median of 200 homes; at most "
        f"{sizes[1]:.2f} times)."
    )
    report.text(
        "Hearth's processor takes "
        + " and ".join(f"{contestants[name].processor_time() * 1e6:.0f} µs over {engine}"
                       for name, engine in [("new", "SQLite"), ("new PostgreSQL", "PostgreSQL")])
        + " for the home of a new user, the log and the connection included."
    )
    report.text(quiet)
    if alike < stores.ROTATION:
        report.text(f"**Not to be relied on: {stores.ROTATION - alike:,} users had other homes over PostgreSQL.**")
    report.faults(contestants.values())
    report.write()


def rate(contestant):
    return contestant.median("rate")


def what_it_must_show(contestants, ready, size):
    """Each target, its measurement, and whether it is met. Memory is resident memory, including shared pages."""
    hearth, compressed = contestants["Hearth"], contestants["Hearth gzip"]
    memory = max(hearth.memory[0], compressed.memory[0])
    rows = [
        at_least("identity, against nginx from a file", 0.21, rate(hearth) / rate(contestants["nginx"])),
        at_least("new users, against nginx from a file", 0.08, rate(contestants["new"]) / rate(contestants["nginx"])),
        at_least("over PostgreSQL, against SQLite", 0.9, rate(contestants["PostgreSQL"]) / rate(hearth)),
        at_most(
            "processor for a new user's home over PostgreSQL, against SQLite", 1.4, " ×",
            contestants["new PostgreSQL"].processor_time() / contestants["new"].processor_time(),
        ),
        at_least("identity, against Hummingbird sending prepared bytes", 1, rate(hearth) / rate(contestants["prepared"])),
        at_least("identity, against Hummingbird encoding with Codable", 15, rate(hearth) / rate(contestants["Codable"])),
        at_least("gzip, against nginx gzip level 1 on the fly", 2, rate(compressed) / rate(contestants["nginx gzip"])),
        at_most("p99, against nginx from a file", 2, " ×", hearth.median("p99") / contestants["nginx"].median("p99")),
        at_most("memory after the run", 170, " MB", memory / 1e6),
        at_most("ready to serve the sample", 0.2, " s", ready[1]),
        at_most(f"ready to serve", 0.5, " s", ready[0]),
        at_most("bytes compressed, against level 6 over the whole", 1.35, " ×", size),
    ]
    if "large" in contestants:
        small, large = contestants["small"], contestants["large"]
        rows.append(at_least("1,000,000 listings, against 10,000", 0.8, rate(large) / rate(small)))
    return rows


main()
