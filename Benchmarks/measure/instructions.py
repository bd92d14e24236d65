"""Counts what a home costs: instructions and allocations, by callgrind.

The server runs under callgrind, which counts nothing while the first homes warm it up, then is asked for homes one after
another, and counts those. The figures hardly change from run to run, nor with what else the machine does: the
instructions of a home are those of the event loop, since other threads look for changes of the store from time to time,
and do so more often for a home that takes longer.

The homes are of the sample's config, a third each in English, German and Arabic, whose marks differ in length. So their
instructions are a figure that a change can be held to: `--most` fails beyond it.

The users are few, since under callgrind everything takes fifty times as long, and what a server knows of a user may have
its time: with many, a home would find nothing of what the one before it has left.
"""

import argparse
import http.client
import os
import json
import math
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import callgrind
import stores
from workload import ROOT

# dispatch_main calls sigsuspend with a read-only mask, and Valgrind before 3.20 writes to it.
SHIM = """
#include <signal.h>
#include <unistd.h>
int sigsuspend(const sigset_t *mask) { (void)mask; return pause(); }
"""


LANGUAGES = ["en", "de", "ar"]

# The age of a store whose users' visits are not over, in seconds.
MAXIMUM_AGE = 15 * 60

# `EventLoop.run(onEvent:beforeWaiting:)`, below which homes are answered, whether or not they wait for something.
EVENT_LOOP = "$s9EventLoopAAC3run02onA013beforeWaitingyyAB0A0VXE_s15ContinuousClockV7InstantVAKXEtF"

# `Reactor.handle(_: EventLoop.Event)`, below which homes are answered that wait for nothing. Private: its name has a hash of
# its file's.
HANDLER = re.compile(r"\$s10HTTPServer7ReactorC6handle33_\w+LLyy9EventLoop")

# A home that misses its time budget is another home.
PATIENCE = 60_000


def main():
    options = parse()
    # The marks of a user's home depend on whether the last visit is over.
    age = MAXIMUM_AGE if options.most else math.inf
    store = stores.prepared(options.hearth, options.listings, options.listings, age)
    known = translated(stores.targets(store.homes, options.users))
    counted = known
    if options.cold:
        counted = translated(stores.targets(store.homes, options.users + options.homes)[options.users :])
    fields = {"Accept-Encoding": "gzip"} if options.gzip else {}
    with tempfile.TemporaryDirectory() as folder:
        with Server(options.hearth, store.file, patient_config(folder), folder) as server:
            # One home of each language. Cards are prepared in those that were asked for.
            server.homes(known, len(LANGUAGES), fields)
            server.wait_until_learned()
            server.homes(known, 2 * len(known), fields)
            server.count()
            size = server.homes(counted, options.homes, fields)
            dump = server.dump()
        if options.keep:
            shutil.copyfile(dump, options.keep)
        profile = callgrind.Profile(dump)
        if not profile.inclusive[EVENT_LOOP]:
            sys.exit("The event loop's function has another name now: it is in Benchmarks/measure/instructions.py.")
        report(profile, options.homes, size, options.top)
        if options.most and profile.inclusive[EVENT_LOOP] > options.most * options.homes:
            sys.exit(f"A home takes more than {options.most:,} instructions.")


def translated(targets):
    return [f"{target}&locale={LANGUAGES[number % len(LANGUAGES)]}" for number, target in enumerate(targets)]


def parse():
    parser = argparse.ArgumentParser(prog="Benchmarks/profile", description="Counts what a home costs, by callgrind.")
    parser.add_argument("--homes", type=int, default=500, help="how many homes are counted (%(default)s)")
    parser.add_argument("--users", type=int, default=50, help="of how many users, all asked for before (%(default)s)")
    parser.add_argument("--cold", action="store_true", help="of users who were not asked for before, each once")
    parser.add_argument("--gzip", action="store_true", help="ask for them compressed")
    parser.add_argument("--listings", type=int, default=100_000, help="the size of the store (%(default)s)")
    parser.add_argument("--top", type=int, default=30, help="how many functions are printed (%(default)s)")
    parser.add_argument("--most", type=int, metavar="COUNT", help="fail if a home takes more instructions")
    parser.add_argument("--keep", metavar="FILE", help="keep what callgrind wrote, for kcachegrind")
    parser.add_argument("--hearth", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def patient_config(folder):
    """The config without time limits."""
    shutil.copytree(ROOT / "Config", f"{folder}/config")
    path = Path(f"{folder}/config/home.json")

    def patient(value):
        if isinstance(value, list):
            return [patient(element) for element in value]
        if isinstance(value, dict):
            return {key: PATIENCE if key == "deadline" else patient(member) for key, member in value.items()}
        return value

    config = patient(json.loads(path.read_text()))
    path.write_text(json.dumps(config | {"budget": {"default": PATIENCE, "maximum": PATIENCE}}))
    return path


class Server:
    """A worker without supervisor: Valgrind cannot follow a program that starts itself through /proc/self/exe."""

    def __init__(self, hearth, store, config, folder):
        shim = f"{folder}/shim.so"
        compiler = Path(subprocess.check_output(["which", "swift"], text=True).strip()).resolve().parent / "clang"
        subprocess.run([compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", shim], input=SHIM, text=True, check=True)
        self.output = f"{folder}/callgrind"
        # Kept open until the end: a worker without supervisor exits.
        self.channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.memory = [os.memfd_create("config") for _ in range(2)]
        listener = socket.create_server(("127.0.0.1", 0))
        listener.setblocking(False)
        port = listener.getsockname()[1]
        self.log = open(f"{folder}/log", "w+")
        self.process = subprocess.Popen(
            [
                "valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.output}",
                hearth, "worker", f"--control-channel={theirs.fileno()}", f"--sockets={listener.fileno()}",
                "--admin-sockets=", f"--config-memory={self.memory[0]},{self.memory[1]}",
                "--store", store, "--config", config, "--threads", "1",
                "--max-requests-per-connection", "1000000",
            ],
            pass_fds=[theirs.fileno(), listener.fileno(), *self.memory],
            env=dict(os.environ, LD_PRELOAD=shim),
            stdout=self.log,
            stderr=self.log,
        )
        theirs.close()
        listener.close()
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.process.kill()
        self.process.wait()
        if kind:
            self.log.seek(0)
            sys.stderr.write(self.log.read())

    def homes(self, targets, count, fields):
        """Requests homes and returns their average length."""
        size = 0
        for number in range(count):
            target = targets[number % len(targets)]
            self.connection.request("GET", target, headers=fields)
            answer = self.connection.getresponse()
            size += len(answer.read())
            if answer.status != 200:
                sys.exit(f"{target}: {answer.status}")
        return size / count

    def wait_until_learned(self):
        """What the server learns from events in the background would be counted, too."""
        deadline = time.monotonic() + 300
        while "Events learned" not in Path(self.log.name).read_text():
            if time.monotonic() > deadline:
                sys.exit("The server has not learned the events of the store.")
            time.sleep(0.1)
        # Then it may write a checkpoint, and renders the cards that lists show most.
        self.wait_until_idle()

    def wait_until_idle(self):
        def seconds():
            return sum(map(int, Path(f"/proc/{self.process.pid}/stat").read_text().split()[13:15])) / os.sysconf("SC_CLK_TCK")

        deadline, last = time.monotonic() + 300, -1
        while seconds() - last > 1:
            if time.monotonic() > deadline:
                sys.exit("The server does not come to rest.")
            last = seconds()
            time.sleep(3)

    def control(self, *words):
        done = subprocess.run(["callgrind_control", *words, str(self.process.pid)], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stdout + done.stderr)

    def count(self):
        self.control("-i", "on")

    def dump(self):
        # Work after the response, such as its log line, is part of it.
        time.sleep(0.5)
        self.control("-d")
        return f"{self.output}.1"


def report(profile, homes, size, top):
    print(f"{homes:,} homes of {size:,.0f} bytes\n")
    others = profile.total - profile.inclusive[EVENT_LOOP]
    handled = sum(count for name, count in profile.inclusive.items() if HANDLER.match(name))
    print(f"instructions per home: {profile.inclusive[EVENT_LOOP] / homes:,.0f}, and {others / homes:,.0f} of other threads")
    print(f"  of them {handled / homes:,.0f} without waiting, below Reactor.handle")
    print(f"allocations per home: {profile.allocations() / homes:,.1f}, of them objects: {profile.objects() / homes:,.1f}")
    table("Instructions per home, by library", profile.libraries, homes, top)
    table("Instructions per home, by function", profile.alone, homes, top)
    table("Instructions per home, with those of what is called", profile.inclusive, homes, top)
    table("Allocations per home, by function", profile.allocation_sites(), homes, top)


# Functions that only call the one named after them.
THUNKS = ("partial apply", "thunk", "specialized thunk", "protocol witness", "dispatch thunk")


def table(title, counts, homes, top):
    print(f"\n{title}\n")
    # More than are printed, since some are filtered.
    rows = counts.most_common(3 * top)
    names = callgrind.demangled([name for name, _ in rows])
    for name, count in [row for row in rows if not names[row[0]].startswith(THUNKS)][:top]:
        print(f"{count / homes:14,.1f}  {names[name][:150]}")


if __name__ == "__main__":
    main()
