"""Compares imports into PostgreSQL and SQLite."""

import argparse
import statistics
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import stores
from bystanders import Bystanders
from postgresql import PostgreSQL
from report import Report, at_most, say

def main():
    options = parse()
    report = Report("engines-quick" if options.quick else "engines", "An import into PostgreSQL")
    # Beside the stored stores, since temporary folders may be in memory.
    stores.CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=stores.CACHE, prefix="engines-") as folder, PostgreSQL() as postgresql:
        measure_imports(options, postgresql, Path(folder), report)
    report.write()


def parse():
    parser = argparse.ArgumentParser(prog="Benchmarks/engines", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="small stores and short rounds, to see that everything works"
    )
    parser.add_argument("--hearth", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.listings = 10_000 if options.quick else 100_000
    options.imports = 3 if options.quick else 5
    return options


def measure_imports(options, postgresql, folder, report):
    """Imports the same listings into empty stores, alternating the first engine."""
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
    """A temporary place for a store."""
    if engine == "PostgreSQL":
        with postgresql.database() as address:
            yield address
    else:
        with tempfile.TemporaryDirectory(dir=folder) as file:
            yield Path(file, "store")


main()
