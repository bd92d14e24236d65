"""Homes by Hearth, beside one of them as a file by nginx and as prepared and encoded bytes by Hummingbird."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import documents
import stores
from load import CONNECTIONS, Contestant, interleaved
from report import Report, at_least, at_most, say
from servers import LOAD_CORE, SERVER_CORE, Hearth, Hummingbird, Nginx

GZIP = {"Accept-Encoding": "gzip"}
PORTS = {"hearth": 18_481, "nginx": 18_482, "hummingbird": 18_483}


def main():
    options = parse()
    if SERVER_CORE == LOAD_CORE:
        sys.exit("The benchmarks need two cores: one for the server, one for who asks.")
    # The servers choose their own core.
    os.sched_setaffinity(0, {LOAD_CORE})
    store = stores.prepared(options.hearth, options.listings, options.listings)
    with tempfile.TemporaryDirectory(prefix="hearth-benchmarks-") as folder:
        measure(options, store, Path(folder))


def parse():
    parser = argparse.ArgumentParser(prog="Benchmarks/run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three short rounds, to see that everything works")
    parser.add_argument("--listings", type=int, default=100_000, help="the size of the store (%(default)s)")
    parser.add_argument("--hearth", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--hummingbird", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.rounds, options.seconds = (3, 2) if options.quick else (9, 5)
    return options


def measure(options, store, folder):
    ready = Hearth.median_ready_seconds(options.hearth, store.file, PORTS["hearth"], folder / "hearth.log")
    with Hearth(options.hearth, store.file, PORTS["hearth"], folder / "hearth.log") as hearth:
        say("Looking at the answers")
        targets = stores.targets(store.rotation, stores.ROTATION)
        bodies = documents.homes(hearth, targets)
        answers = documents.compressed(hearth, targets, bodies)
        sizes = documents.against_level_6(bodies[:200], answers[:200])
        document = documents.of_median_length(bodies)
        (folder / "document").write_bytes(document)

        files = folder / "nginx"
        files.mkdir()
        with (
            Nginx(files, document, PORTS["nginx"]) as nginx,
            Hummingbird(options.hummingbird, folder / "document", PORTS["hummingbird"], folder / "hummingbird.log") as bird,
        ):
            documents.nginx(nginx, document)
            documents.hummingbird(bird, document)
            one = {name: request(folder, f"/{name}") for name in ["plain", "live", "static", "prepared", "encoded"]}
            length = len(document)
            contestants = {
                "Hearth": Contestant(
                    "Hearth, a home for each user", hearth, store.rotation, documents.mean_length(bodies)
                ),
                "nginx": Contestant("nginx, one home from a file", nginx, one["plain"], length),
                "prepared": Contestant("Hummingbird, one home prepared", bird, one["prepared"], length),
                # Without the members that are null.
                "Codable": Contestant("Hummingbird, one home by Codable", bird, one["encoded"], 0.9 * length),
                "Hearth gzip": Contestant(
                    "Hearth, gzip", hearth, store.rotation, documents.mean_length(answers), GZIP
                ),
                "nginx gzip": Contestant("nginx, gzip level 1 on the fly", nginx, one["live"], 0, GZIP),
                "nginx static": Contestant("nginx, compressed beforehand", nginx, one["static"], 0, GZIP),
            }
            say(f"Measuring {options.rounds} rounds of {len(contestants)} times {options.seconds} s")
            interleaved(list(contestants.values()), options.rounds, options.seconds, say)
    tell(options, contestants, ready, length, sizes)


def request(folder, target):
    """A file of requests that has this one alone."""
    path = folder / f"request-{target[1:]}"
    path.write_text(f"GET\t{target}\n")
    return path


def tell(options, contestants, ready, length, sizes):
    report = Report("run-quick" if options.quick else "run", "A home beside a static file")
    report.text(
        f"{options.listings:,} listings, {stores.ROTATION:,} users in turn, {CONNECTIONS} connections; medians of "
        f"{options.rounds} rounds of {options.seconds} s, server on core {SERVER_CORE}, wrk on core {LOAD_CORE}. The one "
        f"home is of {length:,} bytes, which is the median."
    )
    report.runs(contestants.values())
    report.table(["", "target", "here", ""], what_it_must_show(contestants, ready, sizes[0]))
    report.text("Requests/s of the row, in times those of the column:")
    report.table(
        ["", *contestants],
        [[name, *(f"{rate(one) / rate(other):.2f}" for other in contestants.values())] for name, one in contestants.items()],
    )
    report.text(
        f"Compressed, a home has {sizes[0]:.2f} times the bytes that `gzip -6` makes of it (median of 200 homes; at most "
        f"{sizes[1]:.2f} times)."
    )
    report.faults(contestants.values())
    report.write()


def rate(contestant):
    return contestant.median("rate")


def what_it_must_show(contestants, ready, size):
    """Each target, what was measured, and whether that is enough. Memory is what is resident, shared or not."""
    hearth, compressed = contestants["Hearth"], contestants["Hearth gzip"]
    memory = max(hearth.memory[0], compressed.memory[0])
    return [
        at_least("identity, against nginx from a file", 0.5, rate(hearth) / rate(contestants["nginx"])),
        at_least("identity, against Hummingbird sending prepared bytes", 1, rate(hearth) / rate(contestants["prepared"])),
        at_least("identity, against Hummingbird encoding with Codable", 15, rate(hearth) / rate(contestants["Codable"])),
        at_least("gzip, against nginx gzip level 1 on the fly", 2, rate(compressed) / rate(contestants["nginx gzip"])),
        at_most("p99, against nginx from a file", 2, " ×", hearth.median("p99") / contestants["nginx"].median("p99")),
        at_most("memory after the run", 150, " MB", memory / 1e6),
        at_most("ready to serve", 0.3, " s", ready),
        at_most("bytes compressed, against level 6 over the whole", 1.35, " ×", size),
    ]


main()
