"""A temporary PostgreSQL server."""

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

# Durable commits, as with SQLite. The cache holds the frequent data, not all.
SETTINGS = {
    "listen_addresses": "", "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on",
    "shared_buffers": "64MB", "max_wal_size": "2GB",
}


class PostgreSQL:
    """A server on all cores except that of the measured servers.

    Connect through the socket in its folder. For root, it runs as another user, since PostgreSQL rejects root.
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
        # The server exits with this script.
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
        """The URL of a temporary database."""
        self.databases += 1
        name = f"hearth{self.databases}"
        self.run("createdb", *self.user_flags, name)
        yield f"postgresql:///{name}?host={self.folder}&user=postgres"
        self.run("dropdb", *self.user_flags, "--force", name)

    def tidy_up(self):
        """Runs the server's background maintenance now, rather than during the measurement."""
        self.run("vacuumdb", *self.user_flags, "--all", "--analyze", "--quiet")

    @property
    def user_flags(self):
        return ["--host", self.folder, "--username", "postgres"]


def owner(*options):
    """The command prefix that runs a program as a user that PostgreSQL accepts."""
    if os.geteuid() == 0:
        options = ["--reuid", "postgres", "--regid", "postgres", "--clear-groups", *options]
    return ["setpriv", *options] if options else []


def program(name):
    """Debian has some of the programs in a folder per version, outside the path."""
    kept = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]), reverse=True)
    return shutil.which(name, path=os.pathsep.join([os.environ["PATH"], *kept])) or sys.exit(f"There is no {name}.")
