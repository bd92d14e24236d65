"""The measured servers, each started on a core of its own."""

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

# The servers run on the first core of this process, the load generator on the last.
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, LOAD_CORE = CORES[0], CORES[-1]


class Server:
    """A server on 127.0.0.1."""

    def __init__(self, name, command, port, log, ready="/", **options):
        self.name, self.port, self.log = name, port, Path(log)
        started = time.perf_counter()
        with open(log, "w") as errors:
            self.process = subprocess.Popen(
                # The server exits with this script.
                ["setpriv", "--pdeathsig", "TERM", "taskset", "-c", str(SERVER_CORE), *map(str, command)],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, **options,
            )
        while not self.answers(ready):
            if self.process.poll() is not None or time.perf_counter() - started > 30:
                self.stop()
                sys.exit(f"{name} does not answer:\n{self.log.read_text()[:2000]}")
            time.sleep(0.001)
        # From the start to the first response.
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
        """The status, the header fields and the body of a response on a new connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", target, headers=fields)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def loads_that_failed(self):
        """The number of missing parts in responses so far."""
        return 0

    def memory(self):
        """Memory of the process and its children in bytes: resident, and proportional."""
        resident = proportional = 0
        for process in family(self.process.pid):
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
            resident += kibibytes(rollup, "Rss")
            proportional += kibibytes(rollup, "Pss")
        return resident, proportional

    def anonymous_memory(self):
        """Anonymous memory of the process and its children, in bytes."""
        processes = family(self.process.pid)
        return sum(kibibytes(Path(f"/proc/{process}/status").read_text(), "RssAnon") for process in processes)


def family(process):
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process] + [member for child in children for member in family(int(child))]


def kibibytes(text, name):
    return int(re.search(rf"^{name}:\s+(\d+) kB", text, re.M)[1]) * 1024


class Hearth(Server):
    """`hearth serve` with one event loop and defaults."""

    def __init__(self, binary, store, port, log, *flags):
        config = ROOT / "Config/home.json"
        command = [binary, "serve", "--store", store, "--port", port, "--threads", 1, "--config", config, *flags]
        super().__init__("Hearth", command, port, log, ready="/readyz")

    @classmethod
    def median_ready_seconds(cls, *arguments):
        """The time from the start to the first response."""
        say("Starting Hearth eleven times")
        times = []
        for _ in range(11):
            with cls(*arguments) as hearth:
                times.append(hearth.ready_seconds)
        return statistics.median(times)

    def metric(self, name, **labels):
        """The sum of a metric's series with these labels."""
        _, _, body = self.get("/metrics")
        total = 0
        for series, value in re.findall(rf"^{name}(\S*) (\S+)$", body.decode(), re.M):
            if all(f'{label}="{text}"' in series for label, text in labels.items()):
                total += float(value)
        return total

    def loads_that_failed(self):
        """The number of failed or late loads, which make homes cheaper."""
        return sum(self.metric("hearth_source_loads_total", state=state) for state in ["stale", "deferred", "error"])


class Nginx(Server):
    """nginx with one worker, tuned for files: the documents of a folder in three ways.

    Document 7 is at `/plain/7`; at `/live/7` it is compressed for each response at level 1; `/static/7` has it compressed.
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
            open_file_cache max={files};
            open_file_cache_valid 1h;
            default_type application/json;
            gzip_types application/json;
            gzip_comp_level 1;
            {temporary}
            server {{
                listen 127.0.0.1:{port};
                location /plain/ {{ alias {documents}/; }}
                location /live/ {{ alias {documents}/; gzip on; }}
                location /static/ {{ alias {documents}/; gzip_static on; }}
            }}
        }}
    """

    def __init__(self, folder, documents, port):
        for document in list(documents.iterdir()):
            document.with_name(f"{document.name}.gz").write_bytes(gzip.compress(document.read_bytes(), 9))
        # Unused paths that only root could write.
        kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        # The default user of workers cannot read here. Without root, nginx logs a warning and ignores this.
        user = f"{pwd.getpwuid(os.getuid()).pw_name} {grp.getgrgid(os.getgid()).gr_name}"
        config = folder / "nginx.conf"
        files = len(list(documents.iterdir()))
        config.write_text(
            self.CONFIG.format(
                folder=folder, documents=documents, files=files, port=port, temporary=temporary, user=user
            )
        )
        # Only on root's path.
        nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        command = [nginx, "-p", folder, "-c", config, "-e", "stderr"]
        super().__init__("nginx", command, port, folder / "nginx.log", "/plain/0")


class Hummingbird(Server):
    """A Hummingbird server with one event loop: document 7 of a folder, prepared at `/prepared/7` and encoded by Codable
    at `/encoded/7`.
    """

    def __init__(self, binary, documents, port, log):
        super().__init__("Hummingbird", [binary, port, documents], port, log, "/prepared/0")
