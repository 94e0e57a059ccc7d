"""The Python module against the program, in CPU time: `./dev python bench/python_bench.py [ARCS]`.

A graph of so many random arcs is read as an array, from networkx with one object a node, and from
networkx as a file has it, each arc with objects of its own; the program reads it from that file. A
game by a Python function is compared with a dict. All values are compared first.
"""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
import timeit

import networkx
import numpy

import grundy
from grundy.games import nim

PROGRAM = pathlib.Path(__file__).resolve().parents[1] / "build" / "release" / "grundy"


def best(work, times=5):
    """The least CPU time of a few runs, in seconds."""
    took = []
    for _ in range(times):
        before = time.process_time()
        work()
        took.append(time.process_time() - before)
    return min(took)


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def program(file, vertex):
    before = children()
    out = subprocess.run([PROGRAM, "value", f"graph(@{file}, {vertex})"], capture_output=True, text=True, check=True).stdout
    return children() - before, int(out)


def graph_of(arcs, node):
    """Each arc names its ends by node(v)."""
    made = networkx.DiGraph()
    made.add_edges_from((node(a), node(b)) for a, b in arcs.tolist())
    return made


def graphs(count):
    chance = numpy.random.default_rng(1)
    pairs = numpy.unique(numpy.sort(chance.integers(0, count // 5, (2 * count, 2)), axis=1)[:, ::-1], axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    arcs = chance.permutation(pairs)[:count]
    values = grundy.graph(arcs).values
    top = int(arcs.max())
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "arcs.txt")
        numpy.savetxt(file, arcs, "%d")
        assert program(file, top)[1] == values[top]
        read = min(program(file, top)[0] for _ in range(5))
    print(f"{count} arcs: the program {read:.3f} s")
    names = {"int": list(range(top + 1)), "str": [f"v{v}" for v in range(top + 1)], "pair": [divmod(v, 1000) for v in range(top + 1)]}
    kinds = {"array": lambda: arcs}
    for kind, list_ in names.items():
        kinds[f"networkx, one {kind} a node"] = lambda list_=list_: graph_of(arcs, list_.__getitem__)
    kinds["networkx, an int at each end"] = lambda: graph_of(arcs, lambda v: int(str(v)))
    kinds["networkx, a str at each end"] = lambda: graph_of(arcs, str)
    for kind, make in kinds.items():
        source = make()
        if kind != "array":
            assert sorted(grundy.graph(source).values.values()) == sorted(values[numpy.unique(arcs)].tolist())
        took = best(lambda: grundy.graph(source))
        print(f"  {kind:32} {took:.3f} s, {took / read:.2f} × the program")


def functions():
    """A game by a Python function against a dict that remembers, with the same generator: Wythoff's
    game 60 × 60."""

    def options(a, b):
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))
        yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))

    def by_game():
        game = grundy.game(options)
        return [game(a, b).value for a in range(60) for b in range(60)]

    def by_dict():
        known = {}

        def value(position):
            if position not in known:
                seen = {value(option) for option in options(*position)}
                least = 0
                while least in seen:
                    least += 1
                known[position] = least
            return known[position]

        return [value((a, b)) for a in range(60) for b in range(60)]

    assert by_game() == by_dict()
    ours, theirs = best(by_game), best(by_dict)
    print(f"a function's game, Wythoff 60 × 60: {ours:.3f} s, {ours / theirs:.2f} × a dict that remembers")


def main():
    imported = "import time, numpy; t = time.process_time(); import grundy; print(time.process_time() - t)"
    runs = [subprocess.run([sys.executable, "-c", imported], capture_output=True, text=True, check=True).stdout for _ in range(9)]
    written = "" if not sys.dont_write_bytecode else ", compiling the sources"
    print(f"import grundy, numpy aside{written}: {1e3 * min(map(float, runs)):.1f} ms")
    assert nim(3).value == 3
    print(f"nim(3).value: {1e6 * min(timeit.repeat('nim(3).value', globals=globals(), number=2000, repeat=9)) / 2000:.1f} µs")
    functions()
    graphs(int(sys.argv[1]) if len(sys.argv) > 1 else 10**6)


main()
