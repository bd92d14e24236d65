"""What other programs took of the machine while something was measured on it."""

import os
import resource
import time
from pathlib import Path

from servers import family

TICKS = os.sysconf("SC_CLK_TCK")
# From here on, in cores, they are in the way.
LIMIT = 0.1


class Bystanders:
    def __init__(self, servers):
        self.servers = servers
        self.began = self.now()

    def now(self):
        return time.monotonic(), busy(), ours(self.servers)

    def report(self):
        """In words. What interrupts take is counted with nobody."""
        (began, busy_then, ours_then), (ended, busy_now, ours_now) = self.began, self.now()
        cores = max(0, (busy_now - busy_then) - (ours_now - ours_then)) / (ended - began)
        text = f"other programs took {cores:.2f} of the machine's {os.cpu_count()} cores meanwhile"
        return f"**Not to be relied on: {text}.**" if cores > LIMIT else f"{text.capitalize()}."


def busy():
    """The seconds that all programs have had, and what the machine beneath this one took."""
    user, nice, system, _, _, _, _, steal = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + steal) / TICKS


def ours(servers):
    """The seconds that this script, the generators that it has run and the servers have had."""
    own = 0
    for who in [resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN]:
        usage = resource.getrusage(who)
        own += usage.ru_utime + usage.ru_stime
    return own + sum(map(seconds, servers))


def seconds(server):
    """Those that a server's processes have had."""
    ticks = 0
    for process in family(server.process.pid):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        # With those of its children that are gone.
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS
