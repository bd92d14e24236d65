"""Prints Markdown tables to the terminal and a file."""

import os
import platform
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

from workload import ROOT


class Report:
    def __init__(self, name, title):
        self.path = ROOT / "Benchmarks/results" / f"{name}.md"
        self.lines = [f"# {title}", "", *machine(), ""]

    def text(self, text):
        self.lines += [text, ""]

    def table(self, head, rows):
        """The first column is text, the others are figures."""
        self.lines.append("| " + " | ".join(head) + " |")
        self.lines.append("| --- |" + " ---: |" * (len(head) - 1))
        self.lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows] + [""]

    def runs(self, contestants):
        """The summary of the runs."""
        self.table(
            ["", "requests/s", "lowest–highest", "p50 ms", "p99 ms", "bytes/answer", "RSS MB", "PSS MB"],
            [figures(contestant) for contestant in contestants],
        )

    def faults(self, contestants):
        """The unreliable figures."""
        for contestant in contestants:
            for fault in contestant.faults():
                self.text(f"**Not to be relied on: {contestant.name}: {fault}.**")

    def write(self):
        self.path.parent.mkdir(exist_ok=True)
        text = "\n".join(self.lines).rstrip() + "\n"
        self.path.write_text(text)
        print(text)


def machine():
    """Date, version and machine."""
    def said(*command):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        return done.stdout.strip().splitlines()[0] if done.returncode == 0 and done.stdout.strip() else "unknown"

    model = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    changed = ", changed since" if said("git", "status", "--porcelain", "Sources", "Config") != "unknown" else ""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    build = os.environ.get("HEARTH_BINARY") or f"commit {said('git', 'rev-parse', '--short', 'HEAD')}{changed}"
    yield f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC, {build}."
    yield (
        f"{model}, {os.cpu_count()} cores, {memory:.0f} GB, Linux {platform.release()}, {said('swift', '--version')}."
    )


def figures(contestant):
    rates = [run.rate for run in contestant.runs]
    return [
        contestant.name + (" **(faulty)**" if contestant.faults() else ""),
        f"{contestant.median('rate'):,.0f}",
        f"{min(rates):,.0f}–{max(rates):,.0f}",
        f"{contestant.median('p50') / 1000:.2f}",
        f"{contestant.median('p99') / 1000:.2f}",
        f"{contestant.median('bytes'):,.0f}",
        *(f"{bytes / 1e6:.0f}" for bytes in contestant.memory),
    ]


def at_least(what, target, found):
    return [what, f"at least {target:g}", f"{found:.2f}", met(found >= target)]


def at_most(what, target, unit, found):
    return [what, f"at most {target:g}{unit}", f"{found:.2f}{unit}", met(found <= target)]


def met(holds):
    return "met" if holds else "**not met**"


def say(text):
    """Progress messages, which are not results."""
    print(text, file=sys.stderr, flush=True)
