"""Measures homes while clients report shown items.

The server runs on one core. Homes are asked for at a part of full load, alone and while batches of shown items arrive at
a fixed rate; both in turns, so that what else the machine does meets both. The load generators share the other core.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import stores
from load import Contestant
from report import Report, at_most, say
from servers import LOAD_CORE, Hearth

PORT = 8_095


# The part of full load at which homes are requested.
PART = 0.3
# Shown items a second, and in a batch.
RATE = 20_000
BATCH = 60
# Connections that report at once.
REPORTERS = 4


def main():
    options = parse()
    store = stores.prepared(options.hearth, options.listings, options.listings)
    with tempfile.TemporaryDirectory(dir=stores.CACHE, prefix="events-") as folder:
        file = Path(folder) / "store"
        shutil.copyfile(store.file, file)
        with Hearth(options.hearth, file, PORT, f"{folder}/log") as server:
            measure(options, server, store)


def parse():
    parser = argparse.ArgumentParser(prog="Benchmarks/events", description="Measures homes while events arrive.")
    parser.add_argument("--quick", action="store_true", help="a small store and short runs, to see that everything works")
    parser.add_argument("--hearth", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.listings = 10_000 if options.quick else 100_000
    options.runs, options.seconds = (2, 2) if options.quick else (7, 8)
    return options


def measure(options, server, store):
    homes = Contestant("homes", server, store.rotation, 0)
    homes.warm_up(5)
    homes.run(5)
    bodies = batches(server, store)
    alone, beside, rates, sent = [], [], [], 0
    for number in range(options.runs):
        say(f"Run {number + 1} of {options.runs}")
        alone.append(homes.at_part_of_full_load(PART, options.seconds))
        with Reporter(bodies) as reporter:
            beside.append(homes.at_part_of_full_load(PART, options.seconds))
        rates.append(reporter.rate)
        sent += reporter.count.value * BATCH
    report = Report("events-quick" if options.quick else "events", "Homes beside events")
    report.text(
        f"{options.listings:,} listings and as many users; homes of 1,000 users in turn at {PART:.0%} of full load, alone and "
        f"beside batches of {BATCH} shown items on {REPORTERS} connections; medians of {options.runs} runs of {options.seconds} s each, by turns."
    )
    report.table(
        ["", "homes/s", "p50 ms", "p99 ms", "lowest–highest p99", "shown items/s"],
        [row("alone", alone, [0]), row("beside events", beside, rates)],
    )
    before, after = (statistics.median(run.p99 for run in runs) for runs in [alone, beside])
    report.table(["", "target", "here", ""], [at_most("p99 beside events, against alone", 1.5, " ×", after / before)])
    counted = server.metric("hearth_events_total", type="shown")
    failed = sum(run.refused + run.broken for run in alone + beside)
    report.text(f"{sent:,} shown items were sent, and {counted:,.0f} counted; {failed} homes failed.")
    report.write()


def row(name, runs, rates):
    p99s = [run.p99 / 1000 for run in runs]
    return [
        name, f"{statistics.median(run.rate for run in runs):,.0f}", f"{statistics.median(run.p50 for run in runs) / 1000:.2f}",
        f"{statistics.median(p99s):.2f}", f"{min(p99s):.2f}–{max(p99s):.2f}", f"{statistics.median(rates):,.0f}",
    ]


def batches(server, store):
    """The bodies and targets of batches of items that homes show."""
    bodies = []
    for target in stores.targets(store.rotation, 200):
        _, _, body = server.get(target)
        home = json.loads(body)
        items = [item for widget in home["homeWidgets"] for item in widget["items"]]
        user = target.split("user=")[1].split("&")[0]
        picked = (items * (BATCH // max(1, len(items)) + 1))[: BATCH]
        events = [{"type": "shown", "item": item["id"], "tracking": item["tracking"]} for item in picked]
        bodies.append((f"/users/{user}/events", json.dumps({"events": events})))
    return bodies


class Reporter:
    """Clients that report batches at a fixed rate, on the core of the load generators."""

    def __init__(self, bodies):
        self.bodies = bodies

    def __enter__(self):
        self.stop = multiprocessing.Event()
        self.count = multiprocessing.Value("q", 0)
        self.start = time.monotonic()
        self.processes = [
            multiprocessing.Process(target=self.run, args=[number], daemon=True) for number in range(REPORTERS)
        ]
        for process in self.processes:
            process.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for process in self.processes:
            process.join()
        self.rate = self.count.value * BATCH / (time.monotonic() - self.start)

    def run(self, number):
        os.sched_setaffinity(0, {LOAD_CORE})
        # Lets wrk take the time when an answer arrives.
        os.nice(10)
        pause = REPORTERS * BATCH / RATE
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
        due = time.monotonic() + pause * number / REPORTERS
        picks = random.Random(number)
        while not self.stop.is_set():
            target, body = picks.choice(self.bodies)
            connection.request("POST", target, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != 200 or b'"refused":[]' not in content:
                sys.exit(f"{answer.status} {content[:200]}")
            with self.count.get_lock():
                self.count.value += 1
            due += pause
            time.sleep(max(0, due - time.monotonic()))


if __name__ == "__main__":
    main()
