#!/usr/bin/env python3
"""Write the sample of conformance cases anew.

  python3 tests/conformance/sample.py FOLDER

FOLDER holds the generated cases with the reference implementation's answers. Of each file in the
table below, every n-th case is taken, and the first one of each group: cases are of one group when
they have the same parts (a value, a tree, diagnostics, variables) and their first diagnostics the
same summary. The details of diagnostics are left out. The same cases give the same sample.

The formatter's cases are not sampled: their sources are files of other projects.
"""
import gzip, json, pathlib, sys

# The name of the sample, the file, and n.
SAMPLES = [
    ("syntax", "syntax/generated", 15),
    ("eval", "eval/generated", 30),
    ("functions", "eval/functions", 8),
    ("terraform", "eval/terraform-functions", 4),
    ("heredocs", "eval/heredocs", 8),
    ("hcldec", "hcldec/generated", 5),
    ("json", "json/generated", 12),
    ("json-hcldec", "json/hcldec", 3),
    ("structs", "json/structs", 8),
]


def group(case):
    diagnostics = case.get("diags") or [{}]
    summary = diagnostics[0].get("summary", case.get("summary"))
    return (*sorted(case), case.get("kind"), summary)


def sample(lines, step):
    """The text of the cases that are taken."""
    groups = set()
    for index, line in enumerate(lines):
        # Numbers keep their digits: they are compared, and binary floating point would round them.
        case = json.loads(line, parse_float=Digits, parse_int=Digits)
        if case.get("stderr"):
            continue  # The reference has failed without an answer.
        if index % step == 0 or group(case) not in groups:
            yield write(case) + "\n"
        groups.add(group(case))


class Digits(str):
    """A number as it is written."""


def write(it):
    if isinstance(it, Digits):
        return str(it)
    if isinstance(it, list):
        return "[" + ",".join(map(write, it)) + "]"
    if isinstance(it, dict):
        # Nobody compares the sentences of a diagnostic.
        unused = "detail" if "summary" in it else None
        members = (f"{json.dumps(key)}:{write(value)}" for key, value in it.items() if key != unused)
        return "{" + ",".join(members) + "}"
    return json.dumps(it, ensure_ascii=False)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    here = pathlib.Path(__file__).parent
    for name, source, step in SAMPLES:
        lines = (pathlib.Path(sys.argv[1]) / f"{source}.jsonl").read_text(encoding="utf-8").split("\n")
        cases = list(sample(filter(None, lines), step))
        # Without time and file name, the archive depends on the cases alone.
        archive = gzip.compress("".join(cases).encode(), 9, mtime=0)
        (here / f"{name}.jsonl.gz").write_bytes(archive)
        print(f"{name}: {len(cases)} cases, {len(archive)} bytes")


main()
