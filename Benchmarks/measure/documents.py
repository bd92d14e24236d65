"""Whether answers are what they should be, before anybody measures how fast they come."""

import gzip
import json
import statistics
import subprocess
import sys


# How often a home is asked for that is not whole, since the machine had something else to do.
ATTEMPTS = 10


def homes(hearth, targets):
    """The homes at these targets, each a document of its own that is whole."""
    bodies = [whole(hearth, target)[1] for target in targets]
    require(len(set(bodies)) == len(bodies), "Two users got the same document.")
    return bodies


def compressed(hearth, targets, bodies):
    """The same homes as they come compressed."""
    answers = []
    for target, body in zip(targets, bodies):
        answer, document = whole(hearth, target, "gzip")
        require(document == body, f"{target} is another document when it comes compressed")
        answers.append(answer)
    return answers


def whole(hearth, target, coding=None):
    """The answer at the target in this coding, and the document that it is, all of whose widgets are loaded."""
    for _ in range(ATTEMPTS):
        status, fields, answer = hearth.get(target, {"Accept-Encoding": coding} if coding else {})
        require(status == 200, f"{target}: {status}")
        require(fields["Content-Type"] == "application/json", f"{target} is {fields['Content-Type']}")
        require(fields.get("Content-Encoding") == coding, f"{target} came in another coding than {coding}")
        document = decompressed(answer) if coding else answer
        states = {widget["state"] for widget in json.loads(document)["homeWidgets"]}
        if states <= {"loaded", "empty"}:
            return answer, document
    sys.exit(f"Not measured: {target} has widgets that are {', '.join(states)}")


def decompressed(answer):
    """By gzip itself, which knows nothing but the format."""
    plain = subprocess.run(["gzip", "-d"], input=answer, capture_output=True)
    require(plain.returncode == 0, f"An answer cannot be decompressed: {plain.stderr.decode()}")
    return plain.stdout


def of_median_length(bodies):
    """A document, of which as many are shorter as are longer."""
    return sorted(bodies, key=len)[len(bodies) // 2]


def against_level_6(bodies, answers):
    """How long compressed answers are against what `gzip -6` makes of their bodies: the median and the worst ratio."""
    ratios = [
        len(answer) / len(subprocess.run(["gzip", "-6"], input=body, capture_output=True, check=True).stdout)
        for body, answer in zip(bodies, answers)
    ]
    return statistics.median(ratios), max(ratios)


def mean_length(bodies):
    return statistics.fmean(len(body) for body in bodies)


def nginx(server, document):
    """That nginx sends the very document, in all three ways."""
    for target, fields, coding in [
        ("/plain", {}, None),
        ("/live", {"Accept-Encoding": "gzip"}, "gzip"),
        ("/static", {"Accept-Encoding": "gzip"}, "gzip"),
    ]:
        status, answered, body = server.get(target, fields)
        require(status == 200 and answered.get("Content-Encoding") == coding, f"nginx {target}: {status} {answered}")
        require((gzip.decompress(body) if coding else body) == document, f"nginx {target} sends another document")


def hummingbird(server, document):
    """That Hummingbird sends the very document prepared, and one that says the same encoded."""
    require(server.get("/prepared")[2] == document, "Hummingbird sends another document")
    encoded = json.loads(server.get("/encoded")[2])
    require(encoded == without_nulls(json.loads(document)), "Hummingbird encodes another document")


def without_nulls(value):
    """The value without members that are null, which JSONEncoder leaves out."""
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_nulls(element) for element in value]
    return value


def require(holds, otherwise):
    if not holds:
        sys.exit(f"Not measured: {otherwise}")
