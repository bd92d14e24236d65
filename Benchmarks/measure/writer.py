"""Writes at a constant rate during reads."""

import selectors
import socket
import threading
import time
from collections import deque

CONNECTIONS = 64


class Writer:
    """Sends the lines of a file, `METHOD<tab>TARGET<tab>BODY`, so many a second, each on a connection that is free.

    It goes on where it ended the last time. When all connections wait for an answer, the next line waits, too, and what
    was to be sent meanwhile is sent later, so that `sent` says what became of the pace.
    """

    def __init__(self, port, lines, rate):
        with open(lines) as file:
            self.requests = [self.request(*line.rstrip("\n").split("\t")) for line in file]
        self.port, self.rate = port, rate
        self.next = self.sent = self.refused = 0
        self.seconds = 0.0

    @staticmethod
    def request(method, target, body):
        return (
            f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body.encode())}\r\n\r\n{body}"
        ).encode()

    def __enter__(self):
        self.ends = False
        self.thread = threading.Thread(target=self.write)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends = True
        self.thread.join()

    def write(self):
        selector = selectors.DefaultSelector()
        idle = deque(self.connect(selector) for _ in range(CONNECTIONS))
        started = time.perf_counter()
        due = 0
        while not self.ends:
            now = time.perf_counter() - started
            while due < now * self.rate and idle:
                idle.popleft().sendall(self.requests[self.next % len(self.requests)])
                self.next += 1
                due += 1
            wait = due / self.rate - now if idle else 1
            for key, _ in selector.select(max(0, wait)):
                idle.append(self.answered(key.fileobj, selector))
        self.seconds += time.perf_counter() - started
        self.sent += due
        for key in list(selector.get_map().values()):
            key.fileobj.close()

    def connect(self, selector):
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        selector.register(connection, selectors.EVENT_READ)
        return connection

    def answered(self, connection, selector):
        """Reads a response with a short body or none; the server closes a connection after a thousand."""
        answer = connection.recv(16_384)
        if not answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 204")):
            self.refused += 1
        if not answer or b"connection: close" in answer.lower():
            selector.unregister(connection)
            connection.close()
            return self.connect(selector)
        return connection
