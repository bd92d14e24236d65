"""One Hearth over PostgreSQL beside one over SQLite: homes of users who are known, of users who are not, and an import."""

import argparse
import os
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import documents
import stores
from bystanders import Bystanders, seconds
from load import CONNECTIONS, Contestant, interleaved, load
from postgresql import PostgreSQL
from report import Report, at_least, at_most, say
from servers import LOAD_CORE, SERVER_CORE, Hearth

PORT = 18_487
# How many homes of users who are not known are on their way at a time: enough for Hearth to do something while PostgreSQL
# works, and few enough for each to be whole within its budget where both engines have but a core.
NEWCOMERS_AT_ONCE = 2


def main():
    options = parse()
    if SERVER_CORE == LOAD_CORE:
        sys.exit("The benchmarks need two cores: one for the server, one for who asks.")
    report = Report("engines-quick" if options.quick else "engines", "A home over PostgreSQL")
    kept = stores.prepared(options.hearth, options.listings, options.users)
    # Beside the stores that are kept, since a temporary folder may be in memory.
    with tempfile.TemporaryDirectory(dir=stores.CACHE, prefix="engines-") as folder, PostgreSQL() as postgresql:
        folder = Path(folder)
        measure_imports(options, postgresql, folder, report)
        # The servers choose their own core.
        os.sched_setaffinity(0, {LOAD_CORE})
        with postgresql.database() as address:
            say("Bringing the same listings and users into PostgreSQL")
            stores.fill(options.hearth, address, kept, folder)
            postgresql.tidy_up()
            measure_homes(options, kept, address, postgresql, folder, report)
    report.write()


def parse():
    parser = argparse.ArgumentParser(prog="Benchmarks/engines", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="small stores and short rounds, to see that everything works"
    )
    parser.add_argument("--hearth", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.listings, options.users = (10_000, 10_000) if options.quick else (100_000, 20_000)
    options.rounds, options.seconds, options.newcomers = (3, 2, 200) if options.quick else (7, 5, 1_000)
    options.imports = 3 if options.quick else 5
    return options


def measure_imports(options, postgresql, folder, report):
    """The same listings into empty stores, each engine first by turns."""
    say(f"Importing {options.listings:,} listings {options.imports} times into each")
    stores.write_listings(folder, options.listings)
    times = {"SQLite": [], "PostgreSQL": []}
    bystanders = Bystanders([postgresql])
    for number in range(options.imports):
        for engine in sorted(times, reverse=number % 2 == 0):
            with empty(engine, postgresql, folder) as address:
                started = time.perf_counter()
                stores.import_listings(options.hearth, address, folder)
                times[engine].append(time.perf_counter() - started)
    report.text(
        f"Import: {options.listings:,} listings into an empty store, medians of {options.imports} times; both engines may use "
        f"all cores, but for PostgreSQL's server, which has all but one."
    )
    report.table(
        ["", "s", "lowest–highest", "listings/s"],
        [[engine, f"{statistics.median(own):.2f}", f"{min(own):.2f}–{max(own):.2f}",
          f"{options.listings / statistics.median(own):,.0f}"] for engine, own in times.items()],
    )
    ratio = statistics.median(times["PostgreSQL"]) / statistics.median(times["SQLite"])
    report.table(["", "target", "here", ""], [at_most("import, against SQLite", 1.5, " ×", ratio)])
    report.text(bystanders.report())


@contextmanager
def empty(engine, postgresql, folder):
    """Where a store may be made, which goes again."""
    if engine == "PostgreSQL":
        with postgresql.database() as address:
            yield address
    else:
        with tempfile.TemporaryDirectory(dir=folder) as file:
            yield Path(file, "store")


def measure_homes(options, kept, address, postgresql, folder, report):
    with ExitStack() as running:
        servers = [
            running.enter_context(Hearth(options.hearth, store, PORT + number, folder / f"log-{number}"))
            for number, store in enumerate([kept.file, address])
        ]
        say("Looking at the answers")
        targets = stores.targets(kept.rotation, stores.ROTATION)
        known = [documents.Homes(server, targets) for server in servers]
        alike = documents.alike(*known)
        engines = list(zip(["SQLite", "PostgreSQL"], servers, known))
        warm = [
            Contestant(f"{engine}, users who are known", server, kept.rotation, homes.length(), faults=homes.faults)
            for engine, server, homes in engines
        ]
        cold = [
            # Others than those that were looked at.
            Newcomers(f"{engine}, users who are not", server, kept.homes, 0.98 * homes.length(), options, postgresql)
            for engine, server, homes in engines
        ]
        say(f"Measuring {options.rounds} rounds of users who are known, and as many of users who are not")
        bystanders = Bystanders([*servers, postgresql])
        interleaved(warm, options.rounds, options.seconds, say)
        interleaved(cold, options.rounds, options.seconds, say)
        tell(options, warm, cold, alike, report, bystanders.report())


class Newcomers(Contestant):
    """Homes of users who were not asked for before, each once; as many in each run, so that all have as much behind them."""

    def __init__(self, name, server, requests, length, options, postgresql):
        super().__init__(name, server, requests, length)
        self.count, self.postgresql = options.newcomers, postgresql
        self.next = stores.ROTATION
        self.costs = []

    def load(self, _):
        before = self.spent()
        run = load(self.server.address, self.requests, 120, self.next, {}, NEWCOMERS_AT_ONCE, self.count)
        # With those who were waiting yet when enough had their answer.
        self.next += self.count + NEWCOMERS_AT_ONCE
        if self.next > self.lines:
            sys.exit("There are too few users.")
        self.costs.append([(then - now) / self.count for now, then in zip(before, self.spent())])
        return run

    def warm_up(self, _):
        self.load(0)
        self.costs.clear()

    def spent(self):
        """The seconds of Hearth's and of PostgreSQL's processors, and how often it was asked."""
        reads = self.server.metric("hearth_store_reads_total")
        return seconds(self.server), seconds(self.postgresql), reads

    def median_costs(self):
        return [statistics.median(costs) for costs in zip(*self.costs)]


def tell(options, warm, cold, alike, report, quiet):
    report.text(
        f"Homes: {options.listings:,} listings, {options.users:,} users; medians of {options.rounds} rounds. Hearth on core "
        f"{SERVER_CORE}, PostgreSQL and wrk on the others. Users who are known: {stores.ROTATION:,} in turn, {CONNECTIONS} "
        f"connections, {options.seconds} s. Users who are not: {options.newcomers:,}, each once, {NEWCOMERS_AT_ONCE} "
        f"connections."
    )
    report.runs([*warm, *cold])
    report.table(
        ["", "target", "here", ""],
        [at_least("users who are known, against SQLite", 0.9, ratio(warm))],
    )
    report.text(f"Of users who are not known, {ratio(cold):.2f} times as many homes a second as over SQLite. Each home took:")
    report.table(
        ["", "Hearth's processor ms", "PostgreSQL's processor ms", "reads of PostgreSQL"],
        [[one.name, f"{hearth * 1000:.2f}", f"{postgresql * 1000:.2f}", f"{reads:.1f}"]
         for one in cold for hearth, postgresql, reads in [one.median_costs()]],
    )
    report.text(quiet)
    if alike < stores.ROTATION:
        report.text(f"**Not to be relied on: {stores.ROTATION - alike:,} users had other homes over PostgreSQL.**")
    report.faults([*warm, *cold])


def ratio(contestants):
    sqlite, postgresql = contestants
    return postgresql.median("rate") / sqlite.median("rate")


main()
