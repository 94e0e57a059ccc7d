# Written by tools/python_texts: the built-in games, for type checkers.
from typing import Any, Optional, SupportsIndex, Union, overload

from grundy.limit import Memory, Progress, Time
from grundy.position import Play, Position
from grundy.rule_game import Game
from grundy.table import Table

_Axis = Union[int, range, tuple[int, int]]

class _AddersAndLadders(Game):
    @overload
    def __call__(self, n: SupportsIndex, /, *, squares: Any = ..., die: Any = ..., links: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, squares: Any = ..., die: Any = ..., links: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Amazons(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Anydrop(Game):
    def __call__(self, m: SupportsIndex, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        m: _Axis = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _ArcKayles(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Bounded(Game):
    @overload
    def __call__(self, n: SupportsIndex, /, *, K: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, K: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Brackets(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _BrusselsSprouts(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Cannibal(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Cascade(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Cascade2(Game):
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Cascade3(Game):
    def __call__(self, a: SupportsIndex, b: SupportsIndex, c: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        c: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Chomp(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Chomp2(Game):
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Chomp3(Game):
    def __call__(self, a: SupportsIndex, b: SupportsIndex, c: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        c: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Clobber(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _CoinsWelter(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Col(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Colour(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Consecutive(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Cram(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Cutthroat(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Dag(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Dawson(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _DawsonsKayles(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Duotaire(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _EdgeGeography(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Election(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Elephants(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Euclid(Game):
    @overload
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /, *, least: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, least: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Fibonacci(Game):
    def __call__(self, n: SupportsIndex, q: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        q: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Fission(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Forced(Game):
    def __call__(self, m: SupportsIndex, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        m: _Axis = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Free(Game):
    def __call__(self, m: SupportsIndex, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        m: _Axis = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Geography(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Graph(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _GreenHackenbush(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Grundys(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Hackenbush(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Half(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Heads(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Inf(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Intervals(Game):
    @overload
    def __call__(self, l: SupportsIndex, r: SupportsIndex, /, *, I: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, I: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        l: _Axis = ...,
        r: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Kayles(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _King(Game):
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _KingDirt(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _KingRace(Game):
    @overload
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /, *, size: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, size: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Knight(Game):
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _KnightRace(Game):
    @overload
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /, *, size: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, size: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Konane(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Kotzig(Game):
    def __call__(self, *coordinates: Any, S: Any = ...) -> Any: ...

class _Lasker(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Lights(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Mark(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Markback(Game):
    @overload
    def __call__(self, n: SupportsIndex, /, *, most: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, most: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _MockTurtles(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _MockTurtlesXMockTurtles(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _MockTurtlesXRuler(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _MockTurtlesXTurtles(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Moore(Game):
    def __call__(self, *coordinates: Any, k: Any = ...) -> Any: ...

class _Moore2(Game):
    @overload
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /, *, k: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, k: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Moore3(Game):
    @overload
    def __call__(self, a: SupportsIndex, b: SupportsIndex, c: SupportsIndex, /, *, k: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, k: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        c: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Moore4(Game):
    @overload
    def __call__(self, a: SupportsIndex, b: SupportsIndex, c: SupportsIndex, d: SupportsIndex, /, *, k: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, k: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        c: _Axis = ...,
        d: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Nim(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Nimgraph(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Nimstring(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _NodeKayles(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Nogo(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Notakto(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Nullify(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Overturn(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Pathset(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Pebbling(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Peg(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Poset(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Prune(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Push(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Queen(Game):
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Queens(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Rook(Game):
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Ruler(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _RulerXMockTurtles(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _RulerXRuler(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _RulerXTurtles(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Sheep(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _SilverDollar(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Snort(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Sos(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Sow(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Sprouts(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Squares(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Stair(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Stones(Game):
    @overload
    def __call__(self, b: SupportsIndex, s: SupportsIndex, /, *, K: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, K: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        b: _Axis = ...,
        s: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Strange(Game):
    @overload
    def __call__(self, n: SupportsIndex, /, *, K: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, K: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Strict(Game):
    def __call__(self, m: SupportsIndex, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        m: _Axis = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Subsets(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Subtract(Game):
    @overload
    def __call__(self, n: SupportsIndex, /, *, S: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, S: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Sylver(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Tactix(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _TakeCoprime(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _TakeDivisor(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _TakeNondivisor(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _TakePower(Game):
    @overload
    def __call__(self, n: SupportsIndex, /, *, b: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, b: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _TakePrime(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _TakePrimeOrOne(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _TakePrimePower(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _TakeProperDivisor(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Tetrominoes(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Toads(Game):
    def __call__(self, *coordinates: Any, A: Any = ..., B: Any = ..., J: Any = ..., F: Any = ...) -> Any: ...

class _TopEntails(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Toppling(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Treblecross(Game):
    def __call__(self, n: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        n: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Treblecross3(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Triangle(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Trominoes(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Turtles(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _TurtlesXMockTurtles(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _TurtlesXRuler(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _TurtlesXTurtles(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _UndirectedGeography(Game):
    def __call__(self, *coordinates: Any) -> Position: ...

class _Windup(Game):
    @overload
    def __call__(self, k: SupportsIndex, /, *, places: Any = ..., S: Any = ...) -> Position: ...
    @overload
    def __call__(self, *, places: Any = ..., S: Any = ...) -> Game: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        k: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

class _Wythoff(Game):
    def __call__(self, a: SupportsIndex, b: SupportsIndex, /) -> Position: ...
    def table(  # type: ignore[override]
        self,
        upto: Optional[int] = ...,
        *,
        play: Play = ...,
        genus: bool = ...,
        a: _Axis = ...,
        b: _Axis = ...,
        time: Time = ...,
        memory: Memory = ...,
        threads: Optional[int] = ...,
        progress: Progress = ...,
    ) -> Table: ...

adders_and_ladders: _AddersAndLadders
amazons: _Amazons
anydrop: _Anydrop
arc_kayles: _ArcKayles
bounded: _Bounded
brackets: _Brackets
brussels_sprouts: _BrusselsSprouts
cannibal: _Cannibal
cascade: _Cascade
cascade2: _Cascade2
cascade3: _Cascade3
chomp: _Chomp
chomp2: _Chomp2
chomp3: _Chomp3
clobber: _Clobber
coins_welter: _CoinsWelter
col: _Col
colour: _Colour
consecutive: _Consecutive
cram: _Cram
cutthroat: _Cutthroat
dag: _Dag
dawson: _Dawson
dawsons_kayles: _DawsonsKayles
duotaire: _Duotaire
edge_geography: _EdgeGeography
election: _Election
elephants: _Elephants
euclid: _Euclid
fibonacci: _Fibonacci
fission: _Fission
forced: _Forced
free: _Free
geography: _Geography
graph: _Graph
green_hackenbush: _GreenHackenbush
grundys: _Grundys
hackenbush: _Hackenbush
half: _Half
heads: _Heads
inf: _Inf
intervals: _Intervals
kayles: _Kayles
king: _King
king_dirt: _KingDirt
king_race: _KingRace
knight: _Knight
knight_race: _KnightRace
konane: _Konane
kotzig: _Kotzig
lasker: _Lasker
lights: _Lights
mark: _Mark
markback: _Markback
mock_turtles: _MockTurtles
mock_turtles_x_mock_turtles: _MockTurtlesXMockTurtles
mock_turtles_x_ruler: _MockTurtlesXRuler
mock_turtles_x_turtles: _MockTurtlesXTurtles
moore: _Moore
moore2: _Moore2
moore3: _Moore3
moore4: _Moore4
nim: _Nim
nimgraph: _Nimgraph
nimstring: _Nimstring
node_kayles: _NodeKayles
nogo: _Nogo
notakto: _Notakto
nullify: _Nullify
overturn: _Overturn
pathset: _Pathset
pebbling: _Pebbling
peg: _Peg
poset: _Poset
prune: _Prune
push: _Push
queen: _Queen
queens: _Queens
rook: _Rook
ruler: _Ruler
ruler_x_mock_turtles: _RulerXMockTurtles
ruler_x_ruler: _RulerXRuler
ruler_x_turtles: _RulerXTurtles
sheep: _Sheep
silver_dollar: _SilverDollar
snort: _Snort
sos: _Sos
sow: _Sow
sprouts: _Sprouts
squares: _Squares
stair: _Stair
stones: _Stones
strange: _Strange
strict: _Strict
subsets: _Subsets
subtract: _Subtract
sylver: _Sylver
tactix: _Tactix
take_coprime: _TakeCoprime
take_divisor: _TakeDivisor
take_nondivisor: _TakeNondivisor
take_power: _TakePower
take_prime: _TakePrime
take_prime_or_one: _TakePrimeOrOne
take_prime_power: _TakePrimePower
take_proper_divisor: _TakeProperDivisor
tetrominoes: _Tetrominoes
toads: _Toads
top_entails: _TopEntails
toppling: _Toppling
treblecross: _Treblecross
treblecross3: _Treblecross3
triangle: _Triangle
trominoes: _Trominoes
turtles: _Turtles
turtles_x_mock_turtles: _TurtlesXMockTurtles
turtles_x_ruler: _TurtlesXRuler
turtles_x_turtles: _TurtlesXTurtles
undirected_geography: _UndirectedGeography
windup: _Windup
wythoff: _Wythoff
