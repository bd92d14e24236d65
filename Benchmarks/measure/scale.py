"""How the cost of a home grows with the number of listings, and how writes affect reads."""

import argparse
import os
import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import documents
import importing
import stores
from bystanders import Bystanders
from load import CONNECTIONS, Contestant, interleaved
from report import Report, at_least, at_most, say
from servers import LOAD_CORE, SERVER_CORE, Hearth
from writer import Writer

GZIP = {"Accept-Encoding": "gzip"}
PORT = 18_484
WRITES_A_SECOND = 500


def main():
    options = parse()
    if SERVER_CORE == LOAD_CORE:
        sys.exit("The benchmarks need two cores: one for the server, one for who asks.")
    # The servers select their core.
    os.sched_setaffinity(0, {LOAD_CORE})
    report = Report("scale-quick" if options.quick else "scale", "A home among many")
    report.text(
        f"{options.users:,} users, {CONNECTIONS} connections; medians of {options.rounds} rounds of {options.seconds} s, "
        f"server on core {SERVER_CORE}, wrk on core {LOAD_CORE}."
    )
    kept = [stores.prepared(options.hearth, listings, options.users) for listings in options.listings]
    with tempfile.TemporaryDirectory(prefix="hearth-benchmarks-") as folder:
        measure_sizes(options, kept, Path(folder), report)
    # Beside the stores, since temporary folders may be too small or in memory.
    with tempfile.TemporaryDirectory(dir=stores.CACHE, prefix="written-") as folder:
        measure_writes(options, kept[-1], Path(folder), report)
    with tempfile.TemporaryDirectory(dir=stores.CACHE, prefix="imported-") as folder:
        measure_imports(options, kept[-1], Path(folder), report)
    report.write()


def parse():
    parser = argparse.ArgumentParser(prog="Benchmarks/scale", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="small stores and short rounds, to see that everything works"
    )
    parser.add_argument("--hearth", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.listings = [1_000, 10_000] if options.quick else [10_000, 100_000, 1_000_000]
    options.users = 10_000 if options.quick else 100_000
    options.rounds, options.seconds = (3, 2) if options.quick else (7, 5)
    return options


def measure_sizes(options, kept, folder, report):
    log = folder / "log"
    ready = [Hearth.median_ready_seconds(options.hearth, store.file, PORT, log) for store in kept]
    with ExitStack() as stack:
        contestants = []
        for number, store in enumerate(kept):
            hearth = stack.enter_context(Hearth(options.hearth, store.file, PORT + number, folder / f"log-{number}"))
            contestants.append(readers(hearth, store))
        say(f"Measuring {options.rounds} rounds of {sum(map(len, contestants))} times {options.seconds} s")
        everybody = [one for store in contestants for one in store.values()]
        bystanders = Bystanders({one.server for one in everybody})
        interleaved(everybody, options.rounds, options.seconds, say)
        quiet = bystanders.report()
    report.runs(everybody)
    report.table(
        ["listings", "ready s", "the store's file MB"],
        [[f"{store.listings:,}", f"{seconds:.3f}", f"{store.file.stat().st_size / 1e6:,.0f}"]
         for store, seconds in zip(kept, ready)],
    )
    smallest, largest = contestants[0], contestants[-1]
    report.table(
        ["", "target", "here", ""],
        [at_most(f"ready with {kept[-1].listings:,} listings", 2.5, " s", ready[-1])]
        + [
            at_least(
                f"{name}: requests/s with {kept[-1].listings:,} listings against {kept[0].listings:,}", 0.8,
                largest[name].median("rate") / smallest[name].median("rate"),
            )
            for name in smallest
        ],
    )
    report.text(quiet)
    report.faults(everybody)


def readers(hearth, store):
    """The clients: few users, many users, and few users with compression."""
    say(f"Looking at the answers with {store.listings:,} listings")
    known = documents.Homes(hearth, stores.targets(store.rotation, stores.ROTATION))
    few, many = f"{stores.ROTATION:,} users", f"{min(stores.WRITTEN_DOWN, store.users):,} users"
    size = f"{store.listings:,} listings"
    return {
        few: Contestant(f"{size}, {few}", hearth, store.rotation, known.length(), faults=known.faults),
        # Not the checked ones.
        many: Contestant(f"{size}, {many}", hearth, store.homes, 0.98 * known.length()),
        f"{few}, gzip": Contestant(
            f"{size}, {few}, gzip", hearth, store.rotation, known.length("gzip"), GZIP, known.faults
        ),
    }


def measure_writes(options, store, folder, report):
    """Alternates reads without and with writes, on a copy of the store."""
    say("Copying the store that is written to")
    shutil.copyfile(store.file, folder / "store")
    with Hearth(options.hearth, folder / "store", PORT, folder / "log") as hearth:
        known = documents.Homes(hearth, stores.targets(store.rotation, stores.ROTATION))
        # Writes change homes slightly.
        length = 0.98 * known.length()
        writer = Writer(hearth.port, store.writes, WRITES_A_SECOND)
        alone, beside = (
            Contestant(name, hearth, store.rotation, length, faults=known.faults)
            for name in ["reads alone", f"beside {WRITES_A_SECOND} writes a second"]
        )
        say(f"Measuring {options.rounds} rounds without and with writes")
        alone.warm_up(2)
        bystanders = Bystanders([hearth])
        for number in range(options.rounds):
            pair = [alone, beside] if number % 2 else [beside, alone]
            for contestant in pair:
                if contestant is alone:
                    contestant.run(options.seconds)
                else:
                    with writer:
                        contestant.run(options.seconds)
        quiet = bystanders.report()
    report.text(
        f"Writes: {store.listings:,} listings, {stores.ROTATION:,} users; searches and opened posts by turns, half of them "
        f"by the users whose homes are asked for. {writer.sent:,} writes at {writer.sent / writer.seconds:,.0f} a second."
    )
    report.runs([alone, beside])
    report.table(
        ["", "target", "here", ""],
        [at_most("p99 beside writes, against reads alone", 1.5, " ×", beside.median("p99") / alone.median("p99"))],
    )
    report.text(quiet)
    if writer.sent < 0.95 * WRITES_A_SECOND * writer.seconds:
        report.text("**Not to be relied on: the server did not take the writes at their pace.**")
    if writer.refused:
        report.text(f"**Not to be relied on: {writer.refused:,} writes were refused.**")
    report.faults([alone, beside])


def measure_imports(options, store, folder, report):
    """Memory, and reads during imports, on a copy of the store."""
    say("Copying the store that is imported into")
    shutil.copyfile(store.file, folder / "store")
    with Hearth(options.hearth, folder / "store", PORT, folder / "log") as hearth:
        importing.measure(options, hearth, store, folder, report)


main()
