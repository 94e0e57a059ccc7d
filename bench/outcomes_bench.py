"""Who wins ten games of lists, sets and trees: the program against the search that one would write
in Python.

    python3 bench/outcomes_bench.py

Each game has its rule and a Python function that goes through its moves depth first, keeps what is
known in a dictionary and stops at the first winning one. Both start as processes of their own and
say who wins; CPU times are the least of three runs.
"""

import math
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

sys.setrecursionlimit(100_000)
PROGRAM = pathlib.Path(__file__).resolve().parents[1] / "build" / "release" / "grundy"
TIMES = 3


def search(moves, lost=lambda position: False, won=lambda position: False):
    """Who wins from a position: a dictionary, depth first."""
    known = {}

    def wins(position):
        found = known.get(position)
        if found is None:
            if won(position):
                found = True
            else:
                found = not lost(position) and any(not wins(option) for option in moves(position))
            known[position] = found
        return found

    return wins


def shuffled(seed, count):
    numbers = list(range(1, count + 1))
    random.Random(seed).shuffle(numbers)
    return numbers


def tree(seed, count):
    """The parent of each vertex but the first."""
    chance = random.Random(seed)
    return {v: chance.randint(max(1, v - 4), v - 1) for v in range(2, count + 1)}


def ancestors(parent, v):
    result = [v]
    while result[-1] in parent:
        result.append(parent[result[-1]])
    return result


def pairs(name, all_pairs):
    return f"{name}={{{', '.join(f'({a}, {b})' for a, b in all_pairs)}}}"


def without_one(a):
    return (a[:i] + a[i + 1 :] for i in range(len(a)))


def order(count):
    start = shuffled(1, count)
    rule = "game g([a])\n  lose if sorted(a)\n  -> g(a[i -> []]) for i in 1..len(a)\n"
    wins = search(without_one, lost=lambda a: all(x <= y for x, y in zip(a, a[1:])))
    return rule, f"g({start})", lambda: wins(tuple(start))


def peaks(count):
    start = shuffled(9, count)
    rule = "game g([a])\n  -> g(a[i -> []]) for i in 2..len(a)-1 if a[i-1] < a[i] and a[i] > a[i+1]\n"

    def moves(a):
        return (a[:i] + a[i + 1 :] for i in range(1, len(a) - 1) if a[i - 1] < a[i] > a[i + 1])

    wins = search(moves)
    return rule, f"g({start})", lambda: wins(tuple(start))


def neighbours(count):
    start = shuffled(10, count)
    rule = "game g([a])\n  -> g(a[i..i+1 -> []]) for i in 1..len(a)-1 if a[i] > a[i+1]\n"

    def moves(a):
        return (a[:i] + a[i + 2 :] for i in range(len(a) - 1) if a[i] > a[i + 1])

    wins = search(moves)
    return rule, f"g({start})", lambda: wins(tuple(start))


def even_before(count):
    start = shuffled(11, count)
    rule = "game g([a])\n  -> g(a[i -> []]) for i in 1..len(a) if sum(a[j] for j in 1..i-1) % 2 = 0\n"

    def moves(a):
        return (a[:i] + a[i + 1 :] for i in range(len(a)) if sum(a[:i]) % 2 == 0)

    wins = search(moves)
    return rule, f"g({start})", lambda: wins(tuple(start))


def coprime_pairs(count):
    start = sorted(random.Random(3).randint(2, 60) for _ in range(count))
    rule = "game g(bag [a])\n  -> g(a - [x, y]) for x in a, y in a if x < y and gcd(x, y) = 1\n"

    def moves(a):
        for i in range(len(a)):
            for j in range(i + 1, len(a)):
                if math.gcd(a[i], a[j]) == 1:
                    yield a[:i] + a[i + 1 : j] + a[j + 1 :]

    wins = search(moves)
    return rule, f"g({start})", lambda: wins(tuple(start))


def lowered(size, count):
    start = [size + i for i in range(count)]
    rule = "game g([a])\n  win if gcd(a) != 1\n  -> g(a[i -> a[i] - k]) for i in 1..len(a), k in 1..3\n"

    def moves(a):
        for i, x in enumerate(a):
            for k in (1, 2, 3):
                if x >= k:
                    yield a[:i] + (x - k,) + a[i + 1 :]

    wins = search(moves, won=lambda a: math.gcd(*a) != 1)
    return rule, f"g({start})", lambda: wins(tuple(start))


def cut_with_memory(count):
    parent = tree(5, count)
    below = {v: frozenset(x for x in range(1, count + 1) if v in ancestors(parent, x)) for v in range(2, count + 1)}
    told = pairs("D", [(v, x) for v in below for x in sorted(below[v])])
    rule = "game g[D](last, {S})\n  -> g(v, {x for x in S if not (v, x) in D}) for v in S if (v + last) % 4 in {1, 2}\n"

    def moves(position):
        last, s = position
        return ((v, s - below[v]) for v in s if (v + last) % 4 in (1, 2))

    wins = search(moves)
    start = list(range(2, count + 1))
    return rule, f"g[{told}](0, {{{', '.join(map(str, start))}}})", lambda: wins((0, frozenset(start)))


def root_paths(count):
    parent = tree(6, count)
    above = {v: frozenset(ancestors(parent, v)) for v in range(1, count + 1)}
    told = pairs("A", [(v, x) for v in above for x in sorted(above[v])])
    rule = "game g[A]({S})\n  -> g({x for x in S if not (v, x) in A}) for v in S\n"
    wins = search(lambda s: (s - above[v] for v in s))
    start = list(range(1, count + 1))
    return rule, f"g[{told}]({{{', '.join(map(str, start))}}})", lambda: wins(frozenset(start))


def ends_of_row(count):
    start = [random.Random(7).randint(1, 9) for _ in range(count)]
    rule = (
        "game g([a], n)\n  win if n % 7 = 3\n"
        "  -> g(a[2..len(a)], n + a[1]) if len(a) >= 1\n"
        "  -> g(a[1..len(a)-1], n + a[len(a)]) if len(a) >= 1\n"
        "  -> g(a[3..len(a)], n + a[1] * a[2]) if len(a) >= 2\n"
    )

    def moves(position):
        a, n = position
        if a:
            yield a[1:], n + a[0]
            yield a[:-1], n + a[-1]
        if len(a) >= 2:
            yield a[2:], n + a[0] * a[1]

    wins = search(moves, won=lambda position: position[1] % 7 == 3)
    return rule, f"g({start}, 0)", lambda: wins((tuple(start), 0))


def two_players(count):
    start = shuffled(8, count)
    rule = "game g([a], turn)\n  -> g(a[i -> []], 1 - turn) for i in 1..len(a) if (a[i] + turn) % 2 = 0 and a[i] > min(a)\n"

    def moves(position):
        a, turn = position
        least = min(a, default=0)
        return ((a[:i] + a[i + 1 :], 1 - turn) for i, x in enumerate(a) if (x + turn) % 2 == 0 and x > least)

    wins = search(moves)
    return rule, f"g({start}, 0)", lambda: wins((tuple(start), 0))


GAMES = {
    "order": lambda: order(23),
    "peaks": lambda: peaks(50),
    "neighbours": lambda: neighbours(44),
    "even before": lambda: even_before(26),
    "coprime pairs": lambda: coprime_pairs(36),
    "lowered": lambda: lowered(30, 4),
    "cut with memory": lambda: cut_with_memory(90),
    "root paths": lambda: root_paths(36),
    "ends of a row": lambda: ends_of_row(8000),
    "two players": lambda: two_players(26),
}


def program(rule, position):
    with tempfile.NamedTemporaryFile("w", suffix=".game") as file:
        file.write(rule)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = subprocess.run(
            [PROGRAM, "solve", "--outcome", "--json", "--rules", file.name, position],
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if '"outcome": "' not in told.stdout:
        raise SystemExit(f"{position[:80]}: {told.stdout}{told.stderr}")
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, told.stdout.split('"outcome": "')[1][0] == "N"


def python(name):
    """In a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run([sys.executable, __file__, name], capture_output=True, text=True, check=True, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, told.stdout.strip() == "True"


def main():
    if len(sys.argv) > 1:
        print(GAMES[sys.argv[1]]()[2]())
        return
    print(f"{'game':18}{'python':>9}{'grundy':>9}{'ratio':>8}")
    for name, make in GAMES.items():
        rule, position, _ = make()
        slow = [python(name) for _ in range(TIMES)]
        quick = [program(rule, position) for _ in range(TIMES)]
        if {wins for _, wins in slow} != {wins for _, wins in quick}:
            raise SystemExit(f"{name}: they disagree")
        a, b = min(slow)[0], min(quick)[0]
        print(f"{name:18}{a:8.2f}s{b:8.2f}s{a / b:8.1f}", flush=True)


if __name__ == "__main__":
    main()
