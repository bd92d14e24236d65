"""Evaluates the recommendations for simulated users of the sample's listings, and of small catalogues."""

import argparse
import json
import math
import subprocess
import tempfile
from pathlib import Path

import short_histories
import stores
from report import Report, say
from simulation import EXPOSURES, write_events
from workload import ROOT

# The number of last openings that are predicted.
PREDICTED = 4
# Not the seeds that defaults were tuned with, which are below 100.
FIRST_SEED = 101


def main():
    options = parse()
    name = "recommendations-quick" if options.quick else "recommendations"
    report = Report(name, "Recommendations for simulated users")
    report.text(
        f"`hearth evaluate --leave-out {PREDICTED}` with the sample's listings: {options.users:,} users who see listings "
        f"of a rough search, in {options.seeds} simulations each; means and 95% intervals. "
        "`Benchmarks/measure/simulation.py` describes the users."
    )
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        store = folder / "hearth.store"
        stores.import_file(
            options.hearth, store, ROOT / "Config/mappings/sample-listings.json", ROOT / "Config/sample/listings.csv.gz"
        )
        for exposure in EXPOSURES:
            runs = [evaluate(options, store, folder, exposure, FIRST_SEED + n) for n in range(options.seeds)]
            report.text(f"Users see {EXPOSURES[exposure]}:")
            add_table(report, runs)
        report.text(
            "`hearth evaluate --min-history 1`: users with two to four openings, of which the last is predicted. "
            "`Benchmarks/measure/short_histories.py` describes them."
        )
        for size in short_histories.SIZES[: 1 if options.quick else None]:
            for herding in (False, True):
                runs = [short(options, folder, size, herding, FIRST_SEED + n) for n in range(options.seeds)]
                items, _, users = size
                seen = "in proportion to their openings" if herding else "at random"
                report.text(f"{items:,} items, {users:,} users who see them {seen}:")
                add_table(report, runs)
    report.write()


def add_table(report, runs):
    figures = ("recall", "map", "coverage", "novelty")
    report.table(
        ["", "recall@12", "MAP@12", "coverage", "novelty"],
        [[one["name"], *(mean(runs, one["name"], figure) for figure in figures)] for one in runs[0]],
    )


def parse():
    parser = argparse.ArgumentParser(prog="Benchmarks/recommendations", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few users, to see that everything works")
    parser.add_argument("--hearth", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.users, options.seeds = (200, 1) if options.quick else (2_000, 3)
    return options


def evaluate(options, store, folder, exposure, seed):
    say(f"Simulating {options.users:,} users, exposure {exposure}, seed {seed}")
    events = folder / f"{exposure}-{seed}.csv"
    write_events(events, options.users, exposure, seed)
    return rows(options, store, events, seed, "--leave-out", str(PREDICTED))


def short(options, folder, size, herding, seed):
    say(f"Simulating {size[2]:,} users of {size[0]:,} items, {'herding, ' * herding}seed {seed}")
    folder = folder / f"{size[0]}-{herding}-{seed}"
    folder.mkdir()
    items, events = short_histories.write(folder, size, herding, seed)
    mapping = folder / "mapping.json"
    mapping.write_text(json.dumps(short_histories.MAPPING))
    stores.import_file(options.hearth, folder / "hearth.store", mapping, items)
    return rows(options, folder / "hearth.store", events, seed, "--kind", "product", "--min-history", "1")


def rows(options, store, events, seed, *flags):
    command = [
        options.hearth, "evaluate", "--store", store, "--events", events, "--users", str(options.users),
        "--seed", str(seed), "--json", *flags,
    ]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["recommenders"]


def mean(runs, name, figure):
    """The mean over independent runs, and the margin of that if the runs have margins."""
    found = [next(one for one in run if one["name"] == name)[figure] for run in runs]
    value = sum(one["value"] for one in found) / len(found)
    if any("margin" not in one for one in found):
        return f"{value:.3f}"
    margin = math.sqrt(sum(one["margin"] ** 2 for one in found)) / len(found)
    return f"{value:.3f} ± {margin:.3f}"


main()
