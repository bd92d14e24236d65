"""The memory of a Hearth with many listings, and the cost of an import while it serves."""

import statistics
import subprocess
import threading
import time

import stores
import workload
from load import load
from report import at_least, at_most, say
from servers import LOAD_CORE

LANGUAGES = ["en", "de", "ar"]
CHANGED = 100_000
# The duration of a run, in seconds.
WINDOW = 2
ROUNDS = 3


def measure(options, hearth, store, folder, report):
    """Requests homes in three languages, then imports changes. `hearth` serves a copy of the store."""
    homes = 20_000 if options.quick else 200_000
    say(f"Asking for {homes:,} homes in {len(LANGUAGES)} languages")
    for language in LANGUAGES:
        fields = {"Accept-Language": language}
        load(hearth.address, store.homes, 600, fields=fields, count=homes // len(LANGUAGES))
    served = hearth.anonymous_memory()

    changed = min(CHANGED, store.listings)
    say(f"Importing {changed:,} changed listings {ROUNDS} times, without and with homes meanwhile")
    alone, beside, seconds, peak = [], [], [], served
    for number in range(ROUNDS):
        workload.write_listings(folder / "listings.csv", changed, f"{stores.SEED} changed {number}")
        workload.write_mapping(folder / "listings.json")
        alone += [window(hearth, store) for _ in range(3)]
        with Import(options.hearth, hearth, folder) as importing:
            while not importing.is_done:
                beside.append(window(hearth, store))
        seconds.append(importing.seconds)
        peak = max(peak, importing.peak)
    report.text(
        f"{store.listings:,} listings, {homes:,} homes in {len(LANGUAGES)} languages, then imports of {changed:,} changed listings, each in "
        f"{statistics.median(seconds):.1f} s on the core of wrk. Homes a second: {statistics.median(alone):,.0f} alone, "
        f"{statistics.median(beside):,.0f} during imports."
    )
    report.table(
        ["", "target", "here", ""],
        [
            at_most("anonymous memory after the homes", 500, " MB", served / 1e6),
            at_most("at the peak of an import, against that", 1.5, " ×", peak / served),
            at_least("homes/s during an import, against alone", 0.9, statistics.median(beside) / statistics.median(alone)),
        ],
    )


def window(hearth, store):
    return load(hearth.address, store.rotation, WINDOW).rate


class Import:
    """Imports during reads: the duration, and the server's peak anonymous memory."""

    def __init__(self, binary, server, folder):
        self.server, self.folder, self.binary = server, folder, binary
        self.peak = 0
        self.seconds = 0.0
        self.is_done = False

    def __enter__(self):
        command = ["taskset", "-c", str(LOAD_CORE), "nice", "-n", "19", self.binary, "import"]
        command += ["--store", self.folder / "store", "--mapping", self.folder / "listings.json", self.folder / "listings.csv"]
        self.started = time.monotonic()
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def watch(self):
        while self.process.poll() is None:
            self.peak = max(self.peak, self.server.anonymous_memory())
            time.sleep(0.05)
        self.seconds = time.monotonic() - self.started
        self.is_done = True

    def __exit__(self, *_):
        self.thread.join()
        if self.process.returncode:
            raise SystemExit(f"The import failed: {self.process.returncode}")
