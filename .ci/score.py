"""How often diagnostics and values agree with the reference implementation, as percentages with a minimum (`.ci/bounds`).

Each function below is a subcommand; its arguments are files that `.ci/checks/reference` creates.
"""

import json
import os
import sys


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def pairs(wanted, given):
    return zip(rows(wanted), rows(given), strict=True)


def figure(text):
    print(text)
    with open(os.path.join(os.environ["scratch"], "figures"), "a", encoding="utf-8") as file:
        print(text, file=file)


def share(name, same, count):
    """Whether a share reaches its bound."""
    with open(".ci/bounds", encoding="utf-8") as file:
        bounds = dict(line.split() for line in file if not line.startswith("#"))
    least = float(bounds[name])
    score = 100 * same / count
    figure(f"{name} {score:.1f} % of {count}, at least {least:.0f}")
    return score >= least


def refused(wanted, given):
    """The first diagnostics of both for each document that the reference refuses."""
    return [(want["diags"][0], got["diags"][0]) for want, got in pairs(wanted, given) if not want["ok"]]


def json_offsets(wanted, given):
    # By bytes: for the reference, a tab before a place is two columns, and the end of a broken string lies after the last
    # byte of the source.
    firsts = refused(wanted, given)
    same = sum(int(want["from"][2]) == int(got["from"][2]) for want, got in firsts)
    return share("json-first-offset", same, len(firsts))


def json_ranges(wanted, given):
    def ranges(diagnostic):
        return [list(map(int, diagnostic[end])) for end in ("from", "to")]

    firsts = refused(wanted, given)
    same = sum(ranges(want) == ranges(got) for want, got in firsts)
    return share("json-first-range", same, len(firsts))


def structs(wanted, given, allowed):
    with open(allowed, encoding="utf-8") as file:
        names = {line.split()[0] for line in file if line.strip()}
    judged = [(want, got) for want, got in pairs(wanted, given) if want["id"] not in names]
    different = [want["id"] for want, got in judged if want.get("want") != got.get("want")]
    figure(f"{len(judged)} documents into structs, {len(different)} different")
    print(*different)
    return not different


def hcldec(results):
    """`results` is what `compare` prints."""
    with open(results, encoding="utf-8") as file:
        count = {name: int(number) for name, number in (line.rsplit(": ", 1) for line in file)}
    cases = count["diagnostics: cases"]
    ranges = count["diagnostics: same ranges"] + count["diagnostics: same first range"]
    return all([
        share("hcldec-first-range", ranges, cases),
        share("hcldec-summaries", count["diagnostics: same summaries"], cases),
    ])


def syntax(*files):
    """`files` are pairs of cases and answers."""
    firsts = []
    for wanted, given in zip(files[::2], files[1::2], strict=True):
        rejected = [(want, got) for want, got in pairs(wanted, given) if not want["ok"] and not got["ok"]]
        firsts += [(want["diags"][0], got["diags"][0]) for want, got in rejected]
    ranges = sum([want["from"], want["to"]] == [got["from"], got["to"]] for want, got in firsts)
    summaries = sum(want["summary"] == got["summary"] for want, got in firsts)
    return all([
        share("syntax-first-range", ranges, len(firsts)),
        share("syntax-first-summary", summaries, len(firsts)),
    ])


SUBCOMMANDS = {
    "json-offsets": json_offsets,
    "json-ranges": json_ranges,
    "structs": structs,
    "hcldec": hcldec,
    "syntax": syntax,
}

if __name__ == "__main__":
    sys.exit(not SUBCOMMANDS[sys.argv[1]](*sys.argv[2:]))
