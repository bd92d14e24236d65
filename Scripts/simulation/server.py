"""A server whose wall clock is simulated, and whose worker can be killed."""

import http.client
import json
import mmap
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path


class Clock:
    """The server's wall clock, in Unix seconds."""

    def __init__(self, path, seconds):
        path.write_bytes(struct.pack("q", seconds))
        with open(path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 8)
        self.path = path

    def set(self, seconds):
        self.memory[:8] = struct.pack("q", seconds)


class Server:
    def __init__(self, hearth, store, config, clock, folder):
        library = folder / "clock.so"
        source = Path(__file__).with_name("clock.c")
        compiler = shutil.which("cc") or shutil.which("clang")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = open(folder / "log", "w")
        self.process = subprocess.Popen(
            [hearth, "serve", "--store", store, "--config", config, "--port", str(self.port)],
            env={**os.environ, "LD_PRELOAD": str(library), "SIMULATED_CLOCK": str(clock.path)},
            stdout=self.log, stderr=subprocess.STDOUT,
        )
        deadline = time.monotonic() + 60
        while True:
            try:
                self.request(http.client.HTTPConnection("127.0.0.1", self.port, timeout=5), "GET", "/readyz")
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    sys.exit(f"the server does not start; see {folder}/log")
                time.sleep(0.05)

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    @staticmethod
    def request(connection, method, target, body=None):
        """The JSON of an answer. Fails unless its status is 2xx."""
        fields = {"Content-Type": "application/json"} if body is not None else {}
        connection.request(method, target, json.dumps(body) if body is not None else None, fields)
        answer = connection.getresponse()
        content = answer.read()
        if not 200 <= answer.status < 300:
            raise ConnectionError(f"{method} {target}: {answer.status} {content[:200]}")
        return json.loads(content) if content else None

    def retrying(self, connection, method, target, body=None):
        """Sends a request until it is answered with 2xx."""
        deadline = time.monotonic() + 60
        while True:
            try:
                return self.request(connection, method, target, body)
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                if time.monotonic() > deadline:
                    raise SystemExit(f"no answer for 60 seconds: {error}") from error
                time.sleep(0.02)

    def kill_worker(self):
        """Kills the worker, which the supervisor then restarts."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)

    def stop(self):
        self.process.terminate()
        self.process.wait(60)
        self.log.close()
