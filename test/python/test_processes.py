"""Signals, threads, processes, pickles, reference counts."""

import copy
import multiprocessing
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import grundy
from grundy.games import kayles, nim, stones, wythoff

PINS = "game own_pins(n)\n  -> own_pins(n - k) for k in {1, 2}"


@grundy.game
def halves(n):
    yield from (n // k for k in (2, 3) if n // k < n)


def things():
    rules = grundy.rules(PINS, name="pins")
    return [
        kayles, kayles(7), kayles(7) + nim(3), stones(4, 7, K=2), grundy.star(3), grundy.Ordinal("w + 1"),
        grundy.Loopy([0, 2]), rules, rules.own_pins, rules.own_pins(5), grundy.octal("0.137"), grundy.octal("0.137")(7),
        wythoff.table(upto=3), kayles.sequence(30), grundy.subtract({1, 3, 4}).prove(), kayles(7).solve(),
        kayles(7).options(), kayles(7).equal(nim(1)), grundy.graph({1: [2], 2: []}), halves, halves(10),
    ]  # fmt: skip


def test_pickles():
    for thing in things():
        again = pickle.loads(pickle.dumps(thing))
        assert repr(again) == repr(thing)
        if isinstance(thing, (grundy.Game, grundy.Sum, grundy.Ordinal)) and not isinstance(thing, grundy.CodeGame):
            assert again == thing and hash(again) == hash(thing)
        copy.deepcopy(thing)
    law = pickle.loads(pickle.dumps(grundy.subtract({1, 3, 4}).prove())).law
    assert law(10**30) == 1


def test_a_name_that_is_taken_has_a_session_of_its_own():
    ours = grundy.rules("game kayles(n)\n  -> kayles(n - 1)", name="ours")
    assert ours.kayles(7).value == 1 and kayles(7).value == 2
    whole = ours.kayles(7) + kayles(7)
    assert whole.value == 3
    assert pickle.loads(pickle.dumps(whole)).value == 3


def value_of(text):
    return grundy.value(text)


def worth(position):
    return position.value


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method):
    kayles(50).value  # the parent's session is at work
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(value_of, ["kayles(10)", "nim(3)", "wythoff(3, 5)"]) == [2, 3, 0]
        positions = [kayles(10), grundy.rules(PINS, name="pins").own_pins(5), halves(10)]
        assert pool.map(worth, positions) == [position.value for position in positions]


def test_threads():
    wrong = []

    def ask(seed):
        for n in range(seed, 200 + seed):
            if nim(n).value != n or (nim(n) + nim(1)).value != n ^ 1:
                wrong.append(n)

    threads = [threading.Thread(target=ask, args=(1000 * i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_limits_are_those_of_the_thread():
    from grundy.limit import packed

    seen = []
    with grundy.limits(time=5):
        thread = threading.Thread(target=lambda: seen.append(packed()))
        thread.start()
        thread.join()
    assert seen[0][0] == 0


INTERRUPTED = """
import signal, sys, time, grundy
grundy.value("nim(3)")
game = grundy.octal("0.106")
game.table(upto=3)
print("ready", flush=True)
try:
    game.table(upto=10**9)
except KeyboardInterrupt:
    print("interrupted", grundy.value("kayles(10) + nim(3)"), flush=True)
"""


@pytest.mark.parametrize("moment", [0.0, 0.03, 0.11, 0.4])
def test_interrupts(moment):
    running = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True)
    assert running.stdout.readline() == "ready\n"
    time.sleep(moment + 0.02)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert out == "interrupted 1\n"


def test_reference_counts():
    position = kayles(10)
    moves = grundy.parse("kayles(5) + nim(2)")
    moves.solve()
    before = (sys.getrefcount(position), sys.getrefcount(kayles), sys.getrefcount(None))
    for _ in range(2000):
        position.value
        nim(5).value
    for _ in range(200):
        moves.solve()
    after = (sys.getrefcount(position), sys.getrefcount(kayles), sys.getrefcount(None))
    assert after[:2] == before[:2] and abs(after[2] - before[2]) < 100


def test_sessions_are_independent():
    one, two = grundy.Session(PINS), grundy.Session()
    assert one.value("own_pins(4)") == 1
    assert "own_pins" not in two.game_names()
    with pytest.raises(TypeError):
        pickle.dumps(one)


def test_nothing_optional_is_imported():
    script = "import sys, grundy; print([m for m in ('networkx', 'pandas', 'matplotlib', 'tqdm') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out == "[]\n"
