"""Data sets and environments against the engine's own answers."""

import numpy
import pytest

import grundy
from grundy.games import kayles, nim


def test_a_data_set_is_what_the_engine_says():
    lines = list(grundy.dataset([kayles, "cram(2x3)"], count=60, seed=3, parts=2))
    assert len(lines) == 60 and sum(line["outcome"] == "P" for line in lines) == 30
    assert len({line["position"] for line in lines}) == 60
    for line in lines:
        whole = grundy.parse(line["position"])
        assert (whole.value, whole.outcome) == (line["value"], line["outcome"])
        moves = {move.result(whole) for move in whole.options()}
        parts = whole.parts
        mine = []
        for move in line["moves"]:
            i = move["part"]
            mine.append(grundy.Sum([*parts[:i], grundy.parse(move["to"]), *parts[i + 1 :]]))
        assert set(mine) == moves
        assert [i for i, to in enumerate(mine) if to.value == 0] == line["winning"]
    assert list(grundy.dataset("nim", count=20)) == list(grundy.dataset("nim", count=20))


def test_wrong_data_sets():
    with pytest.raises(grundy.InputError):
        list(grundy.dataset("nosuch"))
    with pytest.raises(grundy.Declined):
        list(grundy.dataset("forced"))
    with pytest.raises(grundy.InputError):
        list(grundy.dataset("nim", parts=0))


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_best_actions_win(play):
    env = grundy.Environment(["nim{1, 2, 4}", "kayles(7)"], play=play, seed=1)
    for game in range(20):
        here, info = env.reset(seed=game)
        assert here.solve(play=play).outcome == "N"
        over = False
        while not over:
            assert (info["optimal_mask"] <= info["action_mask"]).all()
            assert info["action_mask"].sum() == len(info["moves"]) == len(here.options())
            here, reward, over, truncated, info = env.step(numpy.flatnonzero(info["optimal_mask"])[0])
            assert not truncated and reward == (1.0 if over else 0.0)
        with pytest.raises(grundy.InputError, match="reset"):
            env.step(0)


def test_both_players_and_codes():
    env = grundy.Environment(nim(2) + nim(2), opponent=None, encode=lambda whole: [part.value for part in whole.parts])
    here, _ = env.reset()
    assert here == [2, 2]
    assert env.step(0)[0] == [0, 2]
    assert env.step(0)[1:3] == (1.0, True)
    env.reset(options={"start": "nim(1)"})
    with pytest.raises(grundy.InputError, match="no legal action"):
        env.step(1)
    with pytest.raises(grundy.Declined, match="max_actions=2"):
        env.reset(options={"start": "nim(3)"})
        grundy.Environment("nim(2)").reset(options={"start": "nim(3)"})
    for wrong in ({"opponent": "weak"}, {"play": "mise"}):
        with pytest.raises(grundy.InputError):
            grundy.Environment("nim(3)", **wrong)
