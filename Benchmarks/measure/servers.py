"""The servers that are measured: started on a core of their own, asked, weighed and stopped."""

import grp
import gzip
import http.client
import os
import pwd
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from report import say
from workload import ROOT

# The first core of this process's is the servers', the last the generator's.
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, LOAD_CORE = CORES[0], CORES[-1]


class Server:
    """A program that listens on a port of 127.0.0.1."""

    def __init__(self, name, command, port, log, ready="/", **options):
        self.name, self.port, self.log = name, port, Path(log)
        started = time.perf_counter()
        with open(log, "w") as errors:
            self.process = subprocess.Popen(
                # However this script ends, the server ends with it.
                ["setpriv", "--pdeathsig", "TERM", "taskset", "-c", str(SERVER_CORE), *map(str, command)],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, **options,
            )
        while not self.answers(ready):
            if self.process.poll() is not None or time.perf_counter() - started > 30:
                self.stop()
                sys.exit(f"{name} does not answer:\n{self.log.read_text()[:2000]}")
            time.sleep(0.001)
        # From the moment that the program was started to its first answer.
        self.ready_seconds = time.perf_counter() - started

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def stop(self):
        self.process.terminate()
        self.process.wait(60)

    def answers(self, target):
        try:
            return self.get(target)[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def get(self, target, fields={}):
        """The status, the fields and the body of an answer on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", target, headers=fields)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def loads_that_failed(self):
        """How much of what was asked for was left out of answers so far."""
        return 0

    def memory(self):
        """Bytes of the process and its children: resident, and with what is shared divided among those who share it."""
        resident = proportional = 0
        for process in family(self.process.pid):
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
            resident += kibibytes(rollup, "Rss")
            proportional += kibibytes(rollup, "Pss")
        return resident, proportional

    def anonymous_memory(self):
        """Bytes of the process and its children that no file backs."""
        processes = family(self.process.pid)
        return sum(kibibytes(Path(f"/proc/{process}/status").read_text(), "RssAnon") for process in processes)


def family(process):
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process] + [member for child in children for member in family(int(child))]


def kibibytes(text, name):
    return int(re.search(rf"^{name}:\s+(\d+) kB", text, re.M)[1]) * 1024


class Hearth(Server):
    """`hearth serve` with one loop, otherwise as it comes."""

    def __init__(self, binary, store, port, log, *flags):
        config = ROOT / "Config/home.json"
        command = [binary, "serve", "--store", store, "--port", port, "--threads", 1, "--config", config, *flags]
        super().__init__("Hearth", command, port, log, ready="/readyz")

    @classmethod
    def median_ready_seconds(cls, *arguments):
        """How long it takes from the start of the program to its first answer."""
        say("Starting Hearth eleven times")
        times = []
        for _ in range(11):
            with cls(*arguments) as hearth:
                times.append(hearth.ready_seconds)
        return statistics.median(times)

    def metric(self, name, **labels):
        """The sum of a metric's series that have these labels."""
        _, _, body = self.get("/metrics")
        total = 0
        for series, value in re.findall(rf"^{name}(\S*) (\S+)$", body.decode(), re.M):
            if all(f'{label}="{text}"' in series for label, text in labels.items()):
                total += float(value)
        return total

    def loads_that_failed(self):
        """How many loads of sources were not what they should have been: a home without them is cheaper to send."""
        return sum(self.metric("hearth_source_loads_total", state=state) for state in ["stale", "deferred", "error"])


class Nginx(Server):
    """nginx with one worker, tuned to send files: one document from a file, in three ways.

    The document is at `/plain`; at `/live` it is compressed for each answer at level 1; `/static` has it compressed.
    """

    CONFIG = """
        user {user};
        worker_processes 1;
        daemon off;
        pid {folder}/nginx.pid;
        error_log stderr;
        events {{ worker_connections 1024; multi_accept on; }}
        http {{
            access_log off;
            sendfile on;
            tcp_nopush on;
            tcp_nodelay on;
            open_file_cache max=100;
            open_file_cache_valid 1h;
            default_type application/json;
            gzip_types application/json;
            gzip_comp_level 1;
            {temporary}
            server {{
                listen 127.0.0.1:{port};
                root {folder};
                location = /plain {{ }}
                location = /live {{ gzip on; }}
                location = /static {{ gzip_static on; }}
            }}
        }}
    """

    def __init__(self, folder, document, port):
        for name in ["plain", "live", "static"]:
            (folder / name).write_bytes(document)
        (folder / "static.gz").write_bytes(gzip.compress(document, 9))
        # What it would only need for answers that it does not give, and could not write as anybody but root.
        kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        # Its worker would be nobody, who cannot read here. Who is not root cannot choose, and is told so in the log.
        user = f"{pwd.getpwuid(os.getuid()).pw_name} {grp.getgrgid(os.getgid()).gr_name}"
        config = folder / "nginx.conf"
        config.write_text(self.CONFIG.format(folder=folder, port=port, temporary=temporary, user=user))
        # Where only root looks.
        nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        command = [nginx, "-p", folder, "-c", config, "-e", "stderr"]
        super().__init__("nginx", command, port, folder / "nginx.log", "/plain")


class Hummingbird(Server):
    """A server of Hummingbird's with one loop: one document, prepared at `/prepared` and by Codable at `/encoded`."""

    def __init__(self, binary, document, port, log):
        super().__init__("Hummingbird", [binary, port, document], port, log, "/prepared")
