"""Compares homes of Hearth on both engines with files from nginx, and prepared and encoded bytes from Hummingbird."""

import argparse
import os
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import documents
import stores
from bystanders import Bystanders, wait_until_idle
from load import CONNECTIONS, PAUSING_CONNECTIONS, Contestant, NewUsers, interleaved
from postgresql import PostgreSQL
from report import Report, at_least, at_most, say
from servers import LOAD_CORE, SERVER_CORE, Hearth, Hummingbird, Nginx

# The contestants that are measured below full load, too, and how far below.
STEADY = ["Hearth", "nginx"]
PART_OF_FULL_LOAD = 0.7
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
        wait_until_idle(hearth)
        say("Looking at the answers")
        known = documents.Homes(hearth, stores.targets(store.rotation, stores.ROTATION))
        sizes = known.against_level_6(200)
        known.write(folder / "documents")
        bird = running.enter_context(
            Hummingbird(options.hummingbird, folder / "documents", PORT + 2, folder / "hummingbird.log")
        )
        documents.hummingbird(bird, known.bodies)
        (folder / "nginx").mkdir()
        nginx = running.enter_context(Nginx(folder / "nginx", folder / "documents", PORT + 1))
        documents.nginx(nginx, known.bodies)

        one, length = [known.median()], len(known.bodies[known.median()])
        every = range(len(known.bodies))

        def peer(name, server, way, numbers, fields={}):
            mean = length if numbers is one else known.length()
            # Codable writes numbers in its own way, and each server compresses in its own.
            least = 0 if fields else 0.9 * mean if way == "encoded" else mean
            return Contestant(name, server, requests(folder, way, numbers), least, fields)

        contestants = {
            "Hearth": homes("Hearth, a home for each user", hearth, store, known),
            "nginx": peer("nginx, as many files", nginx, "plain", every),
            "nginx, one": peer("nginx, one file (flattered)", nginx, "plain", one),
            "prepared": peer("Hummingbird, as many prepared", bird, "prepared", every),
            "prepared, one": peer("Hummingbird, one prepared (flattered)", bird, "prepared", one),
            "Codable": peer("Hummingbird, as many by Codable", bird, "encoded", every),
            "Hearth gzip": homes("Hearth, gzip", hearth, store, known, "gzip"),
            "nginx gzip": peer("nginx, gzip level 1 on the fly, as many", nginx, "live", every, GZIP),
            "nginx gzip, one": peer("nginx, gzip level 1 on the fly, one (flattered)", nginx, "live", one, GZIP),
            "nginx static": peer("nginx, as many compressed beforehand", nginx, "static", every, GZIP),
        }
        for name, other in [("small", small), ("large", large)] if small else []:
            port = PORT + 3 + len(contestants)
            server = running.enter_context(Hearth(options.hearth, other.file, port, folder / f"{name}.log"))
            wait_until_idle(server)
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
        say(f"Measuring {len(STEADY)} contestants at {PART_OF_FULL_LOAD:.0%} of their full load")
        steady = {name: [] for name in STEADY}
        for _ in range(options.rounds):
            for name, runs in steady.items():
                runs.append(contestants[name].at_part_of_full_load(PART_OF_FULL_LOAD, options.seconds))
        tell(options, contestants, steady, (ready, sample_ready), length, sizes, alike, bystanders.report())


def over_postgresql(options, running, address, store, known, folder):
    """Hearth with PostgreSQL, and the number of homes equal to those with SQLite."""
    server = running.enter_context(Hearth(options.hearth, address, PORT + 20, folder / "postgresql.log"))
    wait_until_idle(server)
    own = documents.Homes(server, stores.targets(store.rotation, stores.ROTATION))
    return homes("Hearth over PostgreSQL", server, store, own), documents.alike(known, own)


def homes(name, server, store, known, coding=None):
    fields = GZIP if coding else {}
    return Contestant(name, server, store.rotation, known.length(coding), fields, known.faults)


def requests(folder, way, numbers):
    """A file with requests for the documents of these numbers."""
    path = folder / f"requests-{way}-{len(numbers)}"
    path.write_text("".join(f"GET\t/{way}/{number}\n" for number in numbers))
    return path


def tell(options, contestants, steady, ready, length, sizes, alike, quiet):
    report = Report("run-quick" if options.quick else "run", "A home beside a static file")
    report.text(
        f"{options.listings:,} listings, {stores.ROTATION:,} users in turn, {CONNECTIONS} connections; medians of "
        f"{options.rounds} rounds of {options.seconds} s, server on core {SERVER_CORE}, wrk on core {LOAD_CORE}. nginx and "
        f"Hummingbird send the same {stores.ROTATION:,} homes; the one home of the flattered rows is of {length:,} bytes, which is the "
        f"median. New users: {options.new_users:,} in each round, each asked for once, with "
        f"a search and 20 opened listings in the store."
    )
    report.runs(contestants.values())
    report.table(["", "target", "here", ""], what_it_must_show(contestants, steady, ready, sizes[0]))
    report.text(
        f"At {PART_OF_FULL_LOAD:.0%} of full load: {PAUSING_CONNECTIONS} connections, each pausing between requests for "
        f"exponentially distributed whole milliseconds; medians of {options.rounds} runs of {options.seconds} s."
    )
    report.table(
        ["", "requests/s", "p50 ms", "p99 ms", "p99 ÷ p50"],
        [
            [contestants[name].name, f"{middle(runs, 'rate'):,.0f}", f"{middle(runs, 'p50') / 1000:.2f}",
             f"{middle(runs, 'p99') / 1000:.2f}", f"{middle(runs, 'p99') / middle(runs, 'p50'):.1f}"]
            for name, runs in steady.items()
        ],
    )
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


def middle(runs, figure):
    return statistics.median(getattr(run, figure) for run in runs)


def what_it_must_show(contestants, steady, ready, size):
    """Each target, its measurement, and whether it is met. Memory is resident memory, including shared pages."""
    hearth, compressed = contestants["Hearth"], contestants["Hearth gzip"]
    memory = max(hearth.memory[0], compressed.memory[0])
    nginx, prepared = rate(contestants["nginx"]), rate(contestants["prepared"])
    rows = [
        at_least("known users, against nginx with as many files", 0.55, rate(hearth) / nginx),
        at_least("new users, against the same", 0.15, rate(contestants["new"]) / nginx),
        at_least("known users, against Hummingbird sending prepared bytes", 1, rate(hearth) / prepared),
        at_least(
            "gzip, against nginx level 1 with as many files", 2.5, rate(compressed) / rate(contestants["nginx gzip"])
        ),
        at_least("over PostgreSQL, against SQLite", 0.9, rate(contestants["PostgreSQL"]) / rate(hearth)),
        at_most(
            "processor for a new user's home over PostgreSQL, against SQLite", 1.4, " ×",
            contestants["new PostgreSQL"].processor_time() / contestants["new"].processor_time(),
        ),
        at_most(
            f"p99 at {PART_OF_FULL_LOAD:.0%} of full load, against p50", 3, " ×",
            middle(steady["Hearth"], "p99") / middle(steady["Hearth"], "p50"),
        ),
        at_most("memory after the run", 170, " MB", memory / 1e6),
        at_most("ready to serve the sample", 0.2, " s", ready[1]),
        at_most("ready to serve", 0.5, " s", ready[0]),
        at_most("bytes compressed, against level 6", 1.2, " ×", size),
    ]
    if "large" in contestants:
        rows.append(
            at_least("known users of 1,000,000 listings, against nginx", 0.45, rate(contestants["large"]) / nginx)
        )
    return rows


main()
