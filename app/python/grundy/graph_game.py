"""Games on explicit graphs: a token moves along arcs.

>>> import grundy
>>> game = grundy.graph({"a": ["b", "c"], "b": ["c"], "c": []})
>>> game.values
{'a': 2, 'b': 1, 'c': 0}
>>> (game("a") + grundy.star(1)).outcome
'N'
"""

from __future__ import annotations

import uuid
import weakref
from typing import Any, Hashable, Mapping, Optional, Sequence

import numpy

from grundy import _core
from grundy import limit as _limits
from grundy.errors import InputError
from grundy.limit import Memory, Progress, Time
from grundy.position import Position, Sum
from grundy.values import Value

__all__ = ["GraphGame", "graph"]


class GraphGame:
    """A graph, each node a position. ``values`` has those of all nodes; ``cycle`` the nodes of a
    round, if play can go one."""

    def __init__(
        self,
        arcs: Any,
        nodes: Optional[list[Hashable]],
        packed: _limits.Packed,
    ) -> None:
        self._arcs = arcs
        self._nodes = nodes
        self._number: Optional[dict[Any, int]] = None  # of each node, once it is asked for
        count = len(nodes) if nodes is not None else (int(arcs.max()) + 1 if len(arcs) else 0)
        self._values, self._infinite, _, cycle = _core.graph_values(count, arcs, packed)
        self.cycle: list[Any] = [self._node(v) for v in cycle]
        self._order: Any = None
        self._token = uuid.uuid4().hex
        _graphs[self._token] = self

    name = "graph"

    def _node(self, v: int) -> Any:
        return v if self._nodes is None else self._nodes[v]

    @property
    def values(self) -> Any:
        """A dict of node → value; of a graph given by an array, an array."""
        values = self._values
        if self._infinite:
            values = values.astype(object)
            for v, value in self._infinite.items():
                values[v] = value
        return values if self._nodes is None else dict(zip(self._nodes, values.tolist()))

    def _value_at(self, v: int) -> Value:
        return self._infinite[v] if v in self._infinite else int(self._values[v])

    def _place(self, node: Any) -> int:
        if self._nodes is not None:
            if self._number is None:
                self._number = {one: v for v, one in enumerate(self._nodes)}
            if node not in self._number:
                raise InputError(f"{node!r} is no node of the graph")
            return self._number[node]
        if isinstance(node, bool) or not hasattr(node, "__index__"):
            raise TypeError(f"the nodes are numbers, and {node!r} is none")
        if not 0 <= node.__index__() < len(self._values):
            raise InputError(f"{node} is no node of the graph: they are 0 … {len(self._values) - 1}")
        return int(node.__index__())

    def __call__(self, node: Any) -> Position:
        v = self._place(node)
        return Position(self, f"graph({node})", (self, v))

    def write(self, v: int) -> str:
        return f"graph({self._node(v)})"

    def values_of(self, positions: Sequence[Position], packed: _limits.Packed) -> list[Value]:
        return [self._value_at(position._place[1]) for position in positions]

    def targets(self, v: int) -> list[int]:
        """Where the arcs of a node lead, by numbers of nodes."""
        if self._order is None:
            self._order = numpy.argsort(self._arcs[:, 0], kind="stable")
        first, last = numpy.searchsorted(self._arcs[:, 0], [v, v + 1], sorter=self._order)
        return list(dict.fromkeys(self._arcs[self._order[first:last], 1].tolist()))

    def options_of(
        self, position: Position, limit: int, packed: _limits.Packed
    ) -> tuple[list[tuple[Sum, str]], bool, str]:
        targets = self.targets(position._place[1])
        return [(self(self._node(to)), "") for to in targets[:limit]], len(targets) <= limit, ""

    def reduce_position(self, position: Position) -> tuple[Any, ...]:
        return (GraphGame.__call__, (self, self._node(position._place[1])))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (self._token,), self.__dict__)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<GraphGame: {len(self)} nodes, {len(self._arcs)} arcs>"


_graphs: weakref.WeakValueDictionary[str, GraphGame] = weakref.WeakValueDictionary()


def _restored(token: str) -> GraphGame:
    """The graph that was pickled, where it is still there: its positions are equal to those before."""
    known = _graphs.get(token)
    if known is None:
        known = GraphGame.__new__(GraphGame)
        _graphs[token] = known
    return known


def graph(
    G: Any,
    *,
    time: Time = None,
    memory: Memory = None,
    threads: Optional[int] = None,
    progress: Progress = None,
) -> GraphGame:
    """The game on a networkx.DiGraph, a dict of node → nodes, or an (m, 2) array of arcs.

    Where play can go round, nodes from which neither player can force an end have the values ∞(K).

    >>> import grundy
    >>> grundy.graph({1: [2, 0], 2: [1, 2], 0: []}).values
    {1: Loopy([0]), 2: Loopy([]), 0: 0}
    """
    packed = _limits.packed(time, memory, threads, progress)
    if hasattr(G, "is_directed"):
        if not G.is_directed():
            raise InputError("the graph has edges without direction; a game has arcs: G.to_directed() has both")
        adjacency = getattr(G, "_adj", None)
        if type(adjacency) is not dict:
            adjacency = {node: list(G.successors(node)) for node in G.nodes}
        nodes, arcs = _core.read_graph(adjacency, False)
        return GraphGame(arcs, nodes, packed)
    if isinstance(G, Mapping):
        nodes, arcs = _core.read_graph(G if type(G) is dict else dict(G), True)
        return GraphGame(arcs, nodes, packed)
    array = numpy.asarray(G)
    if array.size == 0:
        array = numpy.zeros((0, 2), numpy.uint32)
    if array.ndim != 2 or array.shape[1] != 2 or not numpy.issubdtype(array.dtype, numpy.integer):
        raise TypeError(f"a graph is a networkx.DiGraph, a dict or an (m, 2) array of integers, not {type(G).__name__}")
    if array.size and (array.min() < 0 or array.max() >= 2**32 - 1):
        raise InputError("nodes of an array are numbers from 0 to 2^32 - 2")
    return GraphGame(numpy.ascontiguousarray(array, numpy.uint32), None, packed)
