"""Counts the size of the program, and holds it against the numbers in shape.json.

Lines are those of the formatted code, as Scripts/lint checks it. A module is a folder of Sources with Swift in it.

With --path, also the functions and files that a warm GET /home passes. The server runs under callgrind. A function
counts if it comes from a file in Sources, and at least one call of it is made for each home. Closures, specializations
and thunks count as the function that they belong to. A file counts if its code takes an instruction or more of each
home, inlined or not. What the compiler inlines everywhere is no function of its own any more. A step is a function that
calls at least one other function that counts; the others are leaves, such as appending a number.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from workload import ROOT

HOMES = 100
USERS = 20
LISTINGS = 10_000

LIMITS = "Benchmarks/measure/shape.json"

# The compiler's variants of a function, in front of its name.
VARIANT = re.compile(
    r"^(generic |merged |outlined |partial apply for |reabstraction thunk helper.* |thunk for |specialized |"
    r"protocol witness for |(implicit )?closure #\d+ .*?in |\(\d+\) (await|suspend) resume partial function for )+"
)


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/shape", description=__doc__.split("\n")[0])
    parser.add_argument("--tree", type=Path, default=ROOT, help="another tree to count, without limits")
    parser.add_argument("--path", action="store_true", help="also count what a warm home passes")
    parser.add_argument("--list", action="store_true", help="with --path, print the functions and files")
    parser.add_argument("--hearth", help=argparse.SUPPRESS)
    options = parser.parse_args()

    sizes = {folder: modules(options.tree / folder) for folder in ["Sources", "Tests"]}
    for folder, counted in sizes.items():
        table(folder, counted)
    if options.path:
        passed = path(options.hearth)
        for name, values in passed.items():
            print(f"{name + ' of a warm home':26}{len(values):>8,}")
        if options.list:
            for name, values in passed.items():
                print(f"\n{name}\n", *sorted(values), sep="\n  ")
    if options.tree == ROOT:
        sys.exit("\n".join(faults(sizes)) or 0)


def modules(folder):
    """The Swift files of each module, by their numbers of lines: all, comments, and the others that are not blank."""
    found = {}
    for file in sorted(folder.rglob("*.swift")):
        lines = [line.strip() for line in file.read_text().splitlines()]
        comments = sum(line.startswith("//") for line in lines)
        code = sum(line != "" for line in lines) - comments
        found.setdefault(file.relative_to(folder).parts[0], []).append((len(lines), code, comments))
    return found


def table(folder, counted):
    print(f"{folder:26}{'files':>8}{'median':>8}{'lines':>8}{'code':>8}{'comments':>10}")
    for name, files in [*counted.items(), ("all", [file for files in counted.values() for file in files])]:
        lines, code, comments = (sum(column) for column in zip(*files))
        median = round(statistics.median(file[0] for file in files))
        print(f"{name:26}{len(files):>8,}{median:>8}{lines:>8,}{code:>8,}{comments:>10,}")
    print()


def faults(sizes):
    """What exceeds shape.json, and which of its limits were raised without a sentence that says why."""
    limits = json.loads((ROOT / LIMITS).read_text())
    counted = {f"lines in {folder}": sum(file[0] for files in size.values() for file in files) for folder, size in sizes.items()}
    counted["modules"] = len(sizes["Sources"])
    reasons = {(raised["limit"], raised["to"]) for raised in limits["raised"] if raised["why"].strip()}
    for name, count in counted.items():
        limit = limits["limits"][name]
        if count > limit:
            yield f"{name}: {count:,}, and {LIMITS} permits {limit:,}"
        lowest = min([limit] + [earlier["limits"].get(name, limit) for earlier in versions()])
        if limit > lowest and (name, limit) not in reasons:
            yield f"{name}: {LIMITS} permitted {lowest:,} before, and does not say why it is {limit:,}"


def versions():
    """The committed versions of shape.json."""
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], check=True, capture_output=True, text=True).stdout

    for commit in git("log", "--format=%H", "--diff-filter=AM", "--", LIMITS).split():
        yield json.loads(git("show", f"{commit}:{LIMITS}"))


def path(hearth):
    """The functions, steps and files that each home of a known user passes."""
    import stores
    from instructions import Server, patient_config

    store = stores.prepared(hearth, LISTINGS, LISTINGS)
    known = stores.targets(store.homes, USERS)
    with tempfile.TemporaryDirectory() as folder:
        with Server(hearth, store.file, patient_config(folder), folder) as server:
            server.homes(known, 2 * len(known), {})
            server.count()
            server.homes(known, HOMES, {})
            return counted(server.dump())


def counted(dump):
    """The functions called, and the files run through, at least once for each home, by what they are."""
    names, files, objects = {}, {}, {}
    calls, edges, instructions, home = Counter(), Counter(), Counter(), {}
    function = file = current = callee = binary = None
    is_call = False
    with open(dump) as text:
        for line in text:
            key, _, value = line.rstrip("\n").partition("=")
            if key == "ob":
                binary = expanded(value, objects)
            elif key == "fl":
                file = current = expanded(value, files)
            elif key in ("fi", "fe"):
                current = expanded(value, files)
            elif key == "fn":
                function = expanded(value, names).partition("'")[0]
                home[function] = (binary, file)
                current = file
            elif key in ("cfi", "cfl"):
                expanded(value, files)
            elif key == "cob":
                expanded(value, objects)
            elif key == "cfn":
                callee = expanded(value, names).partition("'")[0]
            elif key == "calls":
                calls[callee] += int(value.split()[0])
                edges[function, callee] += int(value.split()[0])
                is_call = True
            elif line[:1] in "0123456789+-*":
                if not is_call:
                    instructions[current] += int(line.split()[1])
                is_call = False
    ours = [
        name for name, count in calls.items()
        if count >= HOMES and name in home and home[name][0].endswith("hearth") and "/Sources/" in home[name][1]
    ]
    command = ["swift", "demangle", "--simplified", "--compact"]
    text = subprocess.run(command, input="\n".join(ours), capture_output=True, text=True, check=True).stdout
    plain = {name: VARIANT.sub("", words).partition(" in conformance")[0] for name, words in zip(ours, text.split("\n"))}
    plain = {name: words for name, words in plain.items() if not words.startswith("@")}
    steps = {by for (by, of), count in edges.items() if count >= HOMES and by in plain and plain.get(of, plain[by]) != plain[by]}
    run = {file for file, count in instructions.items() if count >= HOMES}

    def inside(files):
        return {file.partition("/Sources/")[2] for file in files if "/Sources/" in file}

    return {
        "functions": set(plain.values()),
        "steps": {plain[name] for name in steps},
        "files": inside(run | {home[name][1] for name in plain}),
        "files of steps": inside(home[name][1] for name in steps),
    }


def expanded(value, names):
    """Callgrind writes a full name once, `(7) name`, then `(7)`."""
    number, _, name = value.partition(" ")
    if name:
        names[number] = name
    return names[number]


main()
