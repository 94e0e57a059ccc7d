#!/usr/bin/env python3
"""Forged certificates: forge.py GRUNDY GRUNDY-VERIFY COUNT FILE...

COUNT changes of certificates of each kind in the files, at random. Those that the verified checker
accepts have to be accepted by `grundy check`, too: they are still true. The exit status is 1 if one
is not.
"""
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

MOST_HEAPS = 2000  # of a period and what comes before it, so that a check is quick


def certificates(path):
    text = pathlib.Path(path).read_text()
    return ["grundy-certificate 1\n" + one for one in text.split("grundy-certificate 1\n")[1:]]


def field(certificate, name):
    found = re.search(rf"^{name} (.*)$", certificate, re.M)
    return found.group(1) if found else ""


def changed_number(number, chance):
    value = int(number)
    return str(chance.choice([value + 1, abs(value - 1), value * 2, value // 2, chance.randrange(1, 100), value ^ 4]))


def forged(certificate, others, chance):
    """One change: a number, a digit of a code, a line of another certificate, a line left out or
    twice, a character.

    Witnesses and windows are left as they are: they help the C++ checker, and claim nothing.
    """
    lines = certificate.split("\n")
    claims = [i for i, line in enumerate(lines[:-2]) if i > 0 and not line.startswith("window ")]
    claims = [i for i in claims if not any(line.startswith("witness ") for line in lines[1 : i + 1])]
    place = chance.choice(claims)
    way = chance.randrange(8)
    if way <= 3:
        numbers = [(i, m) for i in claims for m in re.finditer(r"\d+", lines[i])]
        place, number = chance.choice(numbers)
        lines[place] = (
            lines[place][: number.start()] + changed_number(number.group(), chance) + lines[place][number.end() :]
        )
    elif way == 4:
        digit = chance.choice("0123456789ABF!=?")
        code = field(certificate, "code")
        if code:
            i = chance.randrange(len(code))
            other = code[:i] + digit + code[i + 1 :]
            return certificate.replace(code, other) if chance.random() < 0.5 else certificate.replace(code, other, 1)
    elif way == 5:
        other = chance.choice(others).split("\n")
        lines[place] = other[min(place, len(other) - 1)]
    elif way == 6:
        lines[place : place + 1] = [] if chance.random() < 0.5 else [lines[place], lines[place]]
    else:
        line = lines[place]
        i = chance.randrange(len(line) + 1)
        lines[place] = line[:i] + chance.choice("0123456789 -+=<>(),nab") + line[i + chance.randrange(2) :]
    return "\n".join(lines)


def main():
    grundy, verify, count, *files = sys.argv[1:]
    chance = random.Random(1)
    kinds = collections.defaultdict(list)
    for path in files:
        for one in certificates(path):
            if sum(int(field(one, name) or 0) for name in ("preperiod", "period")) <= MOST_HEAPS:
                kinds[field(one, "kind")].append(one)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, originals in kinds.items():
            forgeries = []
            while len(forgeries) < int(count):
                one = forged(chance.choice(originals), originals, chance)
                # What is no certificate any more, or several, would spoil the file of all.
                if one not in originals and one.startswith("grundy-certificate 1\n") and one.count("grundy-cert") == 1:
                    forgeries.append(one if one.endswith("\n") else one + "\n")
            path = pathlib.Path(folder, "forged.cert")
            path.write_text("".join(forgeries))
            answer = subprocess.run([verify, path], capture_output=True, text=True).stdout
            refused = {int(m.group(1)) for m in re.finditer(r"^[^\n]*forged.cert:(\d+): ", answer, re.M)}
            line, accepted = 1, []
            for one in forgeries:
                if line not in refused:
                    accepted.append(one)
                line += one.count("\n")
            false = 0
            for one in accepted:
                path.write_text(one)
                status = subprocess.run([grundy, "check", "--quiet", path], capture_output=True, text=True)
                # What is beyond the other checker's limits is not said to be false.
                if status.returncode != 0 and "undecided" not in status.stdout:
                    false += 1
                    print(f"accepted, but grundy says: {status.stdout}{status.stderr}{one}")
            print(f"{kind}: {len(forgeries)} forged, {len(refused)} refused, {len(accepted)} accepted, {false} of them false")
            wrong += false
    sys.exit(1 if wrong else 0)


main()
