"""Sweeps: threads, shards and Dask give the catalogue of one run; a part that lies is refused."""

import pickle
import shutil
import sqlite3

import pytest

import grundy

COLUMNS = "code, same_as, status, preperiod, period, saltus, upto, largest, largest_at, certificate"


def rows(path):
    with sqlite3.connect(path) as connection:
        games = connection.execute(f"SELECT {COLUMNS} FROM games ORDER BY code").fetchall()
        prefixes = connection.execute("SELECT * FROM prefixes ORDER BY code, k").fetchall()
    return games, prefixes


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "whole.sqlite"
    grundy.command(["catalogue", "run", "--codes", "octal<=1", "--upto", "3000", "--file", str(path)])
    return path


def run(path, *words):
    return grundy.command(["catalogue", "run", "--upto", "3000", "--file", str(path), *words])


@pytest.mark.parametrize("count", [1, 2, 3])
def test_shards_together_are_the_whole(count, whole, tmp_path):
    parts = []
    for shard in range(1, count + 1):
        parts.append(tmp_path / f"part{shard}.sqlite")
        run(parts[-1], "--codes", "octal<=1", "--shard", f"{shard}/{count}")
    merged = tmp_path / "merged.sqlite"
    words = ["catalogue", "merge", *map(str, parts), "--file", str(merged)]
    first = grundy.command(words)
    assert first["taken"] == first["games"] == 8
    assert rows(merged) == rows(whole)
    assert grundy.command(words)["taken"] == 0
    assert rows(merged) == rows(whole)


def test_a_sweep_on_threads(whole, tmp_path):
    found = grundy.sweep("octal<=1", tmp_path / "t.sqlite", upto=3000, threads=2)
    assert rows(tmp_path / "t.sqlite") == rows(whole)
    assert found["0.7"].period == 2 and len(found) == 8
    assert grundy.check(found.certificate("0.7")).accepted
    assert found.to_frame().loc["0.7", "status"] == "periodic"
    again = grundy.sweep("octal<=1", tmp_path / "t.sqlite", upto=3000, threads=2)
    assert rows(tmp_path / "t.sqlite") == rows(whole) and len(again) == 8


def test_a_sweep_on_a_cluster(whole, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        grundy.sweep("octal<=1", tmp_path / "c.sqlite", client=client, upto=3000)
    assert rows(tmp_path / "c.sqlite") == rows(whole)


def lie(path, sql, *values):
    with sqlite3.connect(path) as connection:
        connection.execute(sql, values)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE games SET period = 4 WHERE code = '0.7'",
        "UPDATE games SET certificate = replace(certificate, 'period 2', 'period 4') WHERE code = '0.7'",
        "UPDATE games SET certificate = (SELECT certificate FROM games WHERE code = '0.3') WHERE code = '0.7'",
        "UPDATE prefixes SET checksum = '0123456789abcdef' WHERE code = '0.6' AND k = 5",
        "UPDATE games SET same_as = '0.3' WHERE code = '0.7'",
    ],
)
def test_a_part_that_lies_is_refused(sql, whole, tmp_path):
    part = tmp_path / "part.sqlite"
    shutil.copy(whole, part)
    lie(part, sql)
    merged = tmp_path / "merged.sqlite"
    with pytest.raises(grundy.Declined, match="nothing is taken"):
        grundy.command(["catalogue", "merge", str(part), "--file", str(merged)])
    with sqlite3.connect(merged) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (0,)


def test_families_of_rules(tmp_path):
    path = tmp_path / "family.sqlite"
    run(path, "--codes", "family small = subtract[{a, b}] for a in 1..3, b in a+1..4")
    assert {"0.0033", "0.0303", "0.033", "0.3003", "0.303", "0.33"} <= set(grundy.catalogue(path))
    found = grundy.catalogue(path)
    assert found["subtract[{1, 2}]"] == found[grundy.subtract({1, 2})] == found["0.33"] == found[grundy.octal("0.33")]
    assert grundy.subtract({1, 2}) in found and grundy.subtract({1, 9}) not in found
    assert grundy.check(found.certificate(grundy.subtract({2, 4}))).accepted
    for wrong in ("subtract[{a}]", "subtract[{b}] for a in 1..3", "subtract[{a}] for a in 1..", "subtract[a] for a in 1..2"):
        with pytest.raises(grundy.InputError):
            run(path, "--codes", wrong)


def test_a_family_has_a_row_for_each_game(tmp_path):
    told = []
    found = grundy.sweep(
        "subtract[{1, a, b}] for a in 2..9, b in a+1..9",
        tmp_path / "f.sqlite",
        upto=2000,
        progress=lambda *news: told.append(news),
    )
    frame = found.to_frame()
    assert list(frame.columns[:6]) == ["a", "b", "game", "period", "preperiod", "saltus"] and len(frame) == 28
    for row in frame.itertuples():
        assert row.game == f"subtract[{{1, {row.a}, {row.b}}}]"
        assert row.period == grundy.subtract({1, row.a, row.b}).prove().law.period
    assert found.names == ["a", "b"] and found[grundy.subtract({1, 2, 4})].period == frame["period"][1]
    codes = grundy.sweep("0.07 0.77", tmp_path / "c.sqlite", upto=300)
    assert list(codes.to_frame().index) == ["0.07", "0.77"]
    short = grundy.sweep("octal<=2", tmp_path / "b.sqlite", budget=1)
    assert len(short.to_frame()) == 64
    assert pickle.loads(pickle.dumps(found)).to_frame().equals(frame)


def test_wrong_calls(tmp_path):
    with pytest.raises(grundy.InputError):
        grundy.sweep("octal<=1", tmp_path / "x.sqlite")
    with pytest.raises(grundy.InputError):
        grundy.sweep("octal<1x", tmp_path / "x.sqlite", upto=10)
    for wrong in ("0/3", "4/3", "3", "a/b", "1/0"):
        with pytest.raises(grundy.InputError):
            run(tmp_path / "x.sqlite", "--codes", "octal<=1", "--shard", wrong)
    (tmp_path / "no.sqlite").write_text("nothing of the kind")
    with pytest.raises(grundy.InputError):
        grundy.catalogue(tmp_path / "no.sqlite")
