"""Counts the size of the program, and the functions and files that a warm GET /home passes.

The server runs under callgrind. A function counts if it comes from a file in Sources, and at least one call of it is made
for each home. Closures, specializations and thunks count as the function that they belong to. A file counts if its code
takes an instruction or more of each home, inlined or not. What the compiler inlines everywhere is no function of its own any more. A step is a function that calls
at least one other function that counts; the others are leaves, such as appending a number.
"""

import argparse
import re
import statistics
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import stores
from instructions import Server, patient_config
from workload import ROOT

HOMES = 100
USERS = 20
LISTINGS = 10_000

# The compiler's variants of a function, in front of its name.
VARIANT = re.compile(
    r"^(generic |merged |outlined |partial apply for |reabstraction thunk helper.* |thunk for |specialized |"
    r"protocol witness for |(implicit )?closure #\d+ .*?in |\(\d+\) (await|suspend) resume partial function for )+"
)


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/shape", description=__doc__.split("\n")[0])
    parser.add_argument("--tree", type=Path, default=ROOT, help="the tree to count (%(default)s)")
    parser.add_argument("--list", action="store_true", help="print the functions and files that a home passes")
    parser.add_argument("--hearth", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()

    table = size(options.tree)
    passed = path(options.hearth)
    for name, value in [*table, *((f"{name} of a warm home", len(values)) for name, values in passed.items())]:
        print(f"{name:32}{value:>10,}")
    if options.list:
        for name, values in passed.items():
            print(f"\n{name}\n", *sorted(values), sep="\n  ")


def size(tree):
    """The rows on modules, files and lines."""
    sources = {file: lines(file) for file in (tree / "Sources").rglob("*.swift")}
    tests = [lines(file) for file in (tree / "Tests").rglob("*.swift")]
    modules = {file.relative_to(tree / "Sources").parts[0] for file in sources}
    return [
        ("modules with logic", len(modules)),
        ("files in Sources", len(sources)),
        ("median of their lines", round(statistics.median(sources.values()))),
        ("90th percentile of their lines", round(statistics.quantiles(sources.values(), n=10)[-1])),
        ("lines in Sources", sum(sources.values())),
        ("lines in Tests", sum(tests)),
    ]


def lines(file):
    return len(file.read_text().splitlines())


def path(hearth):
    """The functions, steps and files that each home of a known user passes."""
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
