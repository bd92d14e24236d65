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
from report import say
from servers import LOAD_CORE, Hearth

PORT = 8_095


def main():
    options = parse()
    store = stores.prepared(options.hearth, options.listings, options.users)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "store"
        shutil.copyfile(store.file, file)
        with Hearth(options.hearth, file, PORT, f"{folder}/log") as server:
            measure(options, server, store)


def parse():
    parser = argparse.ArgumentParser(prog="Benchmarks/events", description="Measures homes while events arrive.")
    parser.add_argument("--listings", type=int, default=100_000, help="the size of the store (%(default)s)")
    parser.add_argument("--users", type=int, default=1_000, help="who ask for homes and report events (%(default)s)")
    parser.add_argument("--rate", type=int, default=20_000, help="shown items a second (%(default)s)")
    parser.add_argument("--batch", type=int, default=60, help="items in a batch (%(default)s)")
    parser.add_argument("--part", type=float, default=0.3, help="the part of full load (%(default)s)")
    parser.add_argument("--seconds", type=int, default=10, help="of a run (%(default)s)")
    parser.add_argument("--runs", type=int, default=5, help="of each kind (%(default)s)")
    parser.add_argument("--hearth", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def measure(options, server, store):
    homes = Contestant("homes", server, store.homes, 0)
    homes.warm_up(5)
    homes.run(5)
    bodies = batches(server, store, options)
    alone, beside, reported = [], [], []
    for number in range(options.runs):
        say(f"Run {number + 1} of {options.runs}")
        alone.append(homes.at_part_of_full_load(options.part, options.seconds))
        with Reporter(options, bodies) as reporter:
            beside.append(homes.at_part_of_full_load(options.part, options.seconds))
        reported.append(reporter.rate)
    failed = sum(run.refused + run.broken for run in alone + beside)
    before, after = (statistics.median(run.p99 for run in runs) for runs in [alone, beside])
    print(f"homes alone: {statistics.median(run.rate for run in alone):,.0f} a second, p99 {before:,.0f} µs")
    print(f"beside events: {statistics.median(run.rate for run in beside):,.0f} a second, p99 {after:,.0f} µs")
    print(f"shown items: {statistics.median(reported):,.0f} a second, batches of {options.batch}")
    print(f"p99 beside events ÷ alone: {after / before:.2f}; failed homes: {failed}")
    counted = server.metric("hearth_events_total", type="shown")
    print(f"counted by the server: {counted:,.0f} shown items")


def batches(server, store, options):
    """The bodies and targets of batches of items that homes show."""
    bodies = []
    for target in stores.targets(store.homes, min(options.users, 200)):
        _, _, body = server.get(target)
        home = json.loads(body)
        items = [item for widget in home["homeWidgets"] for item in widget["items"]]
        user = target.split("user=")[1].split("&")[0]
        picked = (items * (options.batch // max(1, len(items)) + 1))[: options.batch]
        events = [{"type": "shown", "item": item["id"], "tracking": item["tracking"]} for item in picked]
        bodies.append((f"/users/{user}/events", json.dumps({"events": events})))
    return bodies


class Reporter:
    """Clients that report batches at a fixed rate, on the core of the load generators."""

    def __init__(self, options, bodies):
        self.options, self.bodies = options, bodies

    def __enter__(self):
        self.stop = multiprocessing.Event()
        self.count = multiprocessing.Value("q", 0)
        self.start = time.monotonic()
        self.process = multiprocessing.Process(target=self.run, daemon=True)
        self.process.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.process.join()
        self.rate = self.count.value * self.options.batch / (time.monotonic() - self.start)

    def run(self):
        os.sched_setaffinity(0, {LOAD_CORE})
        pause = self.options.batch / self.options.rate
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
        due = time.monotonic()
        picks = random.Random(1)
        while not self.stop.is_set():
            target, body = picks.choice(self.bodies)
            connection.request("POST", target, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != 200 or b'"refused":[]' not in content:
                sys.exit(f"{answer.status} {content[:200]}")
            self.count.value += 1
            due += pause
            time.sleep(max(0, due - time.monotonic()))


if __name__ == "__main__":
    main()
