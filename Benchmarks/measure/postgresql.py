"""A PostgreSQL server of a benchmark's own, which goes with it."""

import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from servers import CORES, SERVER_CORE

# What is committed is on the disk, as in SQLite's file. Memory enough for what is asked for often, and not for all.
SETTINGS = {
    "listen_addresses": "", "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on",
    "shared_buffers": "64MB", "max_wal_size": "2GB",
}


class PostgreSQL:
    """One server, on all cores but the one of the servers that are measured.

    It is reached by a socket in its folder. As root it is somebody else's, since PostgreSQL does not run as root.
    """

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="hearth-benchmarks-postgresql-")
        self.process = None
        self.databases = 0
        try:
            if os.geteuid() == 0:
                shutil.chown(self.folder, "postgres", "postgres")
            self.run("initdb", "--auth", "trust", "--username", "postgres", "--encoding", "UTF8", "--no-locale", self.data)
            self.start()
        except BaseException:
            self.stop()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def data(self):
        return f"{self.folder}/data"

    def start(self):
        settings = SETTINGS | {"unix_socket_directories": self.folder}
        flags = [word for name, value in settings.items() for word in ["-c", f"{name}={value}"]]
        cores = ",".join(str(core) for core in CORES if core != SERVER_CORE)
        # However this script ends, the server ends with it.
        command = [*owner("--pdeathsig", "INT"), "taskset", "-c", cores, program("postgres"), "-D", self.data, *flags]
        with open(f"{self.folder}/log", "w") as log:
            self.process = subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        started = time.monotonic()
        while subprocess.run([program("pg_isready"), "--quiet", "--host", self.folder]).returncode:
            if self.process.poll() is not None or time.monotonic() - started > 60:
                sys.exit(f"PostgreSQL does not answer:\n{Path(self.folder, 'log').read_text()[-2000:]}")
            time.sleep(0.05)

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)
        shutil.rmtree(self.folder)

    def run(self, name, *arguments):
        done = subprocess.run(
            [*owner(), program(name), *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode:
            sys.exit(f"{name}: {done.stdout}{done.stderr}")

    @contextmanager
    def database(self):
        """The address of a new database, which goes again."""
        self.databases += 1
        name = f"hearth{self.databases}"
        self.run("createdb", *self.whom, name)
        yield f"postgresql:///{name}?host={self.folder}&user=postgres"
        self.run("dropdb", *self.whom, "--force", name)

    def tidy_up(self):
        """Does at once what the server would sooner or later do by itself, while something is measured."""
        self.run("vacuumdb", *self.whom, "--all", "--analyze", "--quiet")

    @property
    def whom(self):
        return ["--host", self.folder, "--username", "postgres"]


def owner(*options):
    """What starts a program as whom PostgreSQL takes."""
    if os.geteuid() == 0:
        options = ["--reuid", "postgres", "--regid", "postgres", "--clear-groups", *options]
    return ["setpriv", *options] if options else []


def program(name):
    """Debian keeps some of the programs where nobody looks, each version's by themselves."""
    kept = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]), reverse=True)
    return shutil.which(name, path=os.pathsep.join([os.environ["PATH"], *kept])) or sys.exit(f"There is no {name}.")
