"""Runs wrk on a core of its own."""

import json
import signal
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bystanders import seconds
from servers import LOAD_CORE

CONNECTIONS = 32
# Of a server that is not fully loaded, whose clients pause between requests.
PAUSING_CONNECTIONS = 128


@dataclass
class Run:
    """One run. Times are in microseconds; bytes include the response's header."""

    rate: float
    p50: float
    p99: float
    bytes: float
    # Responses with a status of 400 or more, and requests without response.
    refused: int
    broken: int


def load(address, requests, seconds, first=0, fields={}, connections=CONNECTIONS, count=0, pause=0):
    """Asks for the lines of the file `requests`, beginning with the line `first`; where there is a `count`, only until so many
    are answered. Each connection pauses for `pause` milliseconds on the average after an answer.
    """
    command = ["taskset", "-c", str(LOAD_CORE), "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s"]
    command += ["-s", Path(__file__).with_name("load.lua"), address, "--", requests, str(first), str(count), str(pause)]
    for field in fields.items():
        command += field
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as wrk:
        lines = []
        for line in wrk.stdout:
            lines.append(line)
            if line == "answered\n":
                wrk.send_signal(signal.SIGINT)
    if wrk.returncode:
        sys.exit(f"wrk: {wrk.returncode} {''.join(lines)}")
    found = json.loads(lines[-1])
    return Run(
        rate=found["requests"] / found["seconds"], p50=found["p50"], p99=found["p99"],
        bytes=found["bytes"] / max(1, found["requests"]), refused=found["refused"], broken=found["broken"],
    )


class Contestant:
    """A measurement: server, requests and runs so far."""

    def __init__(self, name, server, requests, length, fields={}, faults=()):
        """`length` is how many bytes the answers' bodies have on the average where the server is idle, `faults` what is
        known beforehand to be wrong.
        """
        self.name, self.server, self.requests, self.length, self.fields = name, server, requests, length, fields
        self.known_faults = faults
        self.runs = []
        self.memory = (0, 0)
        self.failed_loads = 0
        with open(requests) as file:
            self.lines = sum(1 for _ in file)

    def run(self, seconds):
        before = self.server.loads_that_failed()
        self.runs.append(self.load(seconds))
        self.failed_loads += self.server.loads_that_failed() - before
        self.memory = self.server.memory()

    def load(self, seconds):
        # Each run continues after the last one, so that together they send all lines.
        first = sum(int(run.rate * seconds) for run in self.runs) % self.lines
        return load(self.server.address, self.requests, seconds, first, self.fields)

    def warm_up(self, seconds):
        load(self.server.address, self.requests, seconds, 0, self.fields)

    def at_part_of_full_load(self, part, seconds):
        """A run at this part of the median rate."""
        pause = PAUSING_CONNECTIONS / (part * self.median("rate")) * 1000
        return load(
            self.server.address, self.requests, seconds, 0, self.fields, PAUSING_CONNECTIONS, pause=pause
        )

    def median(self, figure):
        return statistics.median(getattr(run, figure) for run in self.runs)

    def faults(self):
        """The reasons why the figures are unreliable."""
        refused, broken = (sum(getattr(run, figure) for run in self.runs) for figure in ["refused", "broken"])
        faults = [*self.known_faults]
        if refused:
            faults.append(f"{refused:,} answers were errors")
        if broken:
            faults.append(f"{broken:,} requests were cut off or had no answer in time")
        if self.failed_loads:
            faults.append(f"{self.failed_loads:,.0f} loads of sources were late, stale or failed")
        if self.median("bytes") < self.length:
            # A late home lacks widgets, and is cheaper.
            faults.append(f"answers were shorter than those of an idle server, whose bodies have {self.length:,.0f} bytes")
        return faults


class NewUsers(Contestant):
    """Homes of new users, each once, the same number in each run."""

    def __init__(self, name, server, requests, length, first, count):
        super().__init__(name, server, requests, length)
        self.next, self.count = first, count
        self.processor_times = []

    def load(self, _):
        before = seconds(self.server)
        run = load(self.server.address, self.requests, 120, self.next, {}, CONNECTIONS, self.count)
        # Requests in flight at the end count as sent.
        self.next += self.count + CONNECTIONS
        if self.next > self.lines:
            sys.exit("There are too few users.")
        self.processor_times.append((seconds(self.server) - before) / self.count)
        return run

    def warm_up(self, _):
        self.load(0)
        self.processor_times.clear()

    def processor_time(self):
        """The server's CPU seconds per home."""
        return statistics.median(self.processor_times)


def interleaved(contestants, rounds, seconds, note):
    """Measures all in each round, rotating the order."""
    for contestant in contestants:
        contestant.warm_up(min(seconds, 2))
    for number in range(rounds):
        turn = number % len(contestants)
        for contestant in contestants[turn:] + contestants[:turn]:
            contestant.run(seconds)
        note(f"  round {number + 1} of {rounds}")
