"""Checks the responses before their speed is measured."""

import gzip
import json
import re
import statistics
import subprocess
import sys


# How often an incomplete home is requested again.
ATTEMPTS = 10


class Homes:
    """The homes at these targets from an idle server, one document each."""

    def __init__(self, hearth, targets):
        self.bodies, self.compressed, late = [], [], 0
        for target in targets:
            _, body, is_whole = home(hearth, target)
            answer, document, is_whole_compressed = home(hearth, target, "gzip")
            if is_whole and is_whole_compressed:
                require(document == body, f"{target} is another document when it comes compressed")
            else:
                late += 1
            self.bodies.append(body)
            self.compressed.append(answer)
        require(len(set(self.bodies)) == len(self.bodies), "Two users got the same document.")
        # Problems that make the results unreliable.
        self.faults = [f"{late:,} of {len(targets):,} homes were not whole when asked for alone"] if late else []

    def length(self, coding=None):
        """The average size of a body, in bytes."""
        return statistics.fmean(len(body) for body in (self.compressed if coding else self.bodies))

    def median(self):
        """The number of the document of median length."""
        return sorted(range(len(self.bodies)), key=lambda number: len(self.bodies[number]))[len(self.bodies) // 2]

    def write(self, folder):
        """Writes each document into a file with its number as name."""
        folder.mkdir()
        for number, body in enumerate(self.bodies):
            (folder / str(number)).write_bytes(body)

    def against_level_6(self, count):
        """The size of compressed documents relative to `gzip -6`: median and worst."""
        ratios = [
            len(answer) / len(subprocess.run(["gzip", "-6"], input=body, capture_output=True, check=True).stdout)
            for body, answer in list(zip(self.bodies, self.compressed))[:count]
        ]
        return statistics.median(ratios), max(ratios)


def home(hearth, target, coding=None):
    """The response in this coding, its document, and whether all widgets are loaded."""
    for _ in range(ATTEMPTS):
        status, fields, answer = hearth.get(target, {"Accept-Encoding": coding} if coding else {})
        require(status == 200, f"{target}: {status}")
        require(fields["Content-Type"] == "application/json", f"{target} is {fields['Content-Type']}")
        require(fields.get("Content-Encoding") == coding, f"{target} came in another coding than {coding}")
        document = decompressed(answer) if coding else answer
        is_whole = {widget["state"] for widget in json.loads(document)["homeWidgets"]} <= {"loaded", "empty"}
        if is_whole:
            break
    return answer, document, is_whole


def decompressed(answer):
    """Decompressed by gzip."""
    plain = subprocess.run(["gzip", "-d"], input=answer, capture_output=True)
    require(plain.returncode == 0, f"An answer cannot be decompressed: {plain.stderr.decode()}")
    return plain.stdout


def alike(these, those):
    """How many documents say the same; what a store has of its own, the seals of cursors, is not looked at, nor what follows
    from it.
    """
    own = re.compile(rb'cursor=[^"&]*|"(revision|contentRevision|shown)":"[^"]*"')
    return sum(own.sub(b"", one) == own.sub(b"", other) for one, other in zip(these.bodies, those.bodies, strict=True))


def nginx(server, bodies):
    """Checks that nginx sends the same documents in all three ways."""
    for way, fields, coding in [
        ("plain", {}, None),
        ("live", {"Accept-Encoding": "gzip"}, "gzip"),
        ("static", {"Accept-Encoding": "gzip"}, "gzip"),
    ]:
        for number, document in enumerate(bodies):
            target = f"/{way}/{number}"
            status, answered, body = server.get(target, fields)
            require(status == 200 and answered.get("Content-Encoding") == coding, f"nginx {target}: {status} {answered}")
            require((gzip.decompress(body) if coding else body) == document, f"nginx {target} sends another document")


def hummingbird(server, bodies):
    """Checks that Hummingbird sends the same documents prepared, and equal ones encoded."""
    for number, document in enumerate(bodies):
        require(server.get(f"/prepared/{number}")[2] == document, "Hummingbird sends another document")
        encoded = json.loads(server.get(f"/encoded/{number}")[2])
        require(encoded == without_nulls(json.loads(document)), "Hummingbird encodes another document")


def without_nulls(value):
    """The value without null members, which JSONEncoder omits."""
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_nulls(element) for element in value]
    return value


def require(holds, otherwise):
    if not holds:
        sys.exit(f"Not measured: {otherwise}")
