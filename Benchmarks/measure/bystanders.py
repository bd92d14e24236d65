"""CPU time of other programs during a measurement."""

import os
import resource
import sys
import time
from pathlib import Path

from servers import family

TICKS = os.sysconf("SC_CLK_TCK")
# From this load on, in cores, the results are unreliable.
LIMIT = 0.1


class Bystanders:
    def __init__(self, servers):
        self.servers = servers
        self.began = self.now()

    def now(self):
        return time.monotonic(), busy(), ours(self.servers)

    def report(self):
        """As text. Interrupts belong to no program."""
        (began, busy_then, ours_then), (ended, busy_now, ours_now) = self.began, self.now()
        cores = max(0, (busy_now - busy_then) - (ours_now - ours_then)) / (ended - began)
        text = f"other programs took {cores:.2f} of the machine's {os.cpu_count()} cores meanwhile"
        return f"**Not to be relied on: {text}.**" if cores > LIMIT else f"{text.capitalize()}."


def busy():
    """The CPU seconds of all programs, and the steal time of the hypervisor."""
    user, nice, system, _, _, _, _, steal = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + steal) / TICKS


def ours(servers):
    """The CPU seconds of this script, its load generators and the servers."""
    own = 0
    for who in [resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN]:
        usage = resource.getrusage(who)
        own += usage.ru_utime + usage.ru_stime
    return own + sum(map(seconds, servers))


def wait_until_idle(server):
    """Waits until a server has learned the events of its store and prepared cards: until then, homes change."""
    deadline, last = time.monotonic() + 300, -1
    while seconds(server) - last > 0.05:
        if time.monotonic() > deadline:
            sys.exit(f"{server.name} does not come to rest.")
        last = seconds(server)
        time.sleep(2)


def seconds(server):
    """The CPU seconds of a server's processes."""
    ticks = 0
    for process in family(server.process.pid):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        # Including exited children.
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS
