// PlayGraph<W>: keys of parts that are equal for parts that can be played alike, whatever their
// cells are called.
//
// Problem: on a graph parts with the same moves lie everywhere, and no turn of the board takes them
// to each other. What lies on the board says too much besides: edges at which nothing can happen
// any more, and stones that forbid what is impossible anyway.
// Idea: what can still happen is a graph: its vertices are the live cells (split.h), coloured by
// their class, and every placement that is still possible, of moves and of what must never stand,
// joins its live cells; of each of these it says for which of the classes that the cell may get it
// stands, and what becomes of them. Frozen cells are what the placement asks, and left out.
// Placements of one cell are part of its colour, those of two the kind of this pair, larger ones a
// vertex of their own; an edge cell between two vertices, which nothing else knows, is part of
// their kind. The form of that graph (graph_form.h) says all about play but the names of the cells,
// so equal forms have equal values. Where exchanges of classes change no move (X and O of Snort),
// the least key of all of them counts.
// Example: a free vertex of Snort between two X is a vertex with one move; the edges to those X are
// gone. Colours and kinds are 64-bit sums of what they stand for. There are a few thousand of them
// in a search; that two which differ are equal has a probability below 10^-12.
// Cost: microseconds, for parts that are not met again (cut_cache.h). Parts of more than 64 such
// vertices, and those whose form takes too much work, have no such key: they are told from all
// others.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/board/closure.h"
#include "engine/board/graph_form.h"
#include "engine/board/part_table.h"
#include "engine/board/symmetries.h"

namespace grundy {

template <size_t W>
class PlayGraph {
 public:
  PlayGraph(const BoardCode& code, const std::vector<ShiftShape<W>>& moves,
            const std::vector<ShiftShape<W>>& never, const std::vector<ShiftShape<W>>& over)
      : classes_(code.classes),
        board_(Mask<W>::first(code.place->cells())),
        closure_(code.classes, board_, never),
        now_(code.classes),
        can_(code.classes),
        number_(code.place->cells()) {
    for (const auto* list : {&moves, &never, &over}) {
      for (const ShiftShape<W>& shape : *list) {
        std::vector<uint16_t> roles;
        for (const auto& cell : shape.cells) roles.push_back(role_of(cell));
        shapes_.push_back({shape, std::move(roles),
                           list == &moves   ? kMove
                           : list == &never ? kNever
                                            : kOver});
      }
    }
    for (const ShiftShape<W>& shape : moves) closure_.add(shape);
    for (const CodedReach& reach : code.reaches) {
      step_from_ = static_cast<ClassSet>(step_from_ | reach.from | reach.through);
      step_to_ = static_cast<ClassSet>(step_to_ | reach.target | reach.through);
    }
    steps_ = code.steps;
    for (const std::vector<uint8_t>& exchange : exchanges_of(code)) add_exchange(exchange);
  }

  struct Named {
    PartKey key;
    size_t moves = 0;  // that are still possible
  };
  /// Nothing for parts that are too large or too much work.
  std::optional<Named> named(const Planes<W>& cut) {
    if (((step_from_ | step_to_) & 1) != 0 || !find_placements(cut)) return {};
    if (exchanges_.size() == 1) return named(key_after(exchanges_.front()));
    // Weights count what stands on the part, wherever it stands: by these most exchanges differ.
    weights_.clear();
    for (const Exchange& exchange : exchanges_) {
      if (!draw(exchange)) return {};
      weights_.push_back(weight());
    }
    const uint64_t lightest = *std::min_element(weights_.begin(), weights_.end());
    std::optional<PartKey> least;
    for (size_t i = 0; i < exchanges_.size(); ++i) {
      if (weights_[i] != lightest) continue;
      const std::optional<PartKey> key = key_after(exchanges_[i]);
      if (!key) return {};
      if (!least || std::tie(key->high, key->low) < std::tie(least->high, least->low)) least = key;
    }
    return named(least);
  }

 private:
  static constexpr size_t kMostCells = 6;  // live ones of a placement
  static constexpr size_t kMostPlacements = 1000;
  static constexpr uint64_t kMostSet = 100;
  static constexpr size_t kMostCanSets = size_t{1} << kMostClasses;
  enum Kind : uint8_t { kMove, kNever, kOver, kStep };

  /// A shape, and by cell what it asks and does there.
  struct Shape {
    ShiftShape<W> shape;
    std::vector<uint16_t> roles;
    Kind kind;
  };
  /// A placement by its live cells.
  struct Laid {
    Kind kind;
    uint8_t size = 0;
    std::array<uint8_t, kMostCells> cells{};
    // Of a cell that may be of some classes: role · kMostCanSets + these.
    std::array<uint16_t, kMostCells> roles{};
    uint64_t set = 0;
  };
  struct Exchange {
    std::vector<uint8_t> classes;
    std::vector<uint32_t> names;  // of roles, by their number; 0: always so, and stays
  };

  static uint64_t stirred(uint64_t hash, uint64_t more) {
    hash = (hash ^ more) * 0x9E3779B97F4A7C15;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93;
    return hash ^ hash >> 32;
  }

  uint16_t role_of(const typename ShiftShape<W>::Cell& cell) {
    for (size_t i = 0; i < roles_.size(); ++i) {
      if (roles_[i].reads == cell.reads && roles_[i].becomes == cell.becomes)
        return static_cast<uint16_t>(i);
    }
    roles_.push_back(cell);
    return static_cast<uint16_t>(roles_.size() - 1);
  }

  void add_exchange(const std::vector<uint8_t>& classes) {
    constexpr unsigned kClassBits = 3;
    Exchange exchange{classes, {}};
    for (const auto& role : roles_) {
      for (size_t may = 0; may < kMostCanSets; ++may) {
        uint32_t name = 0;
        bool asks = false;
        for (size_t k = 0; k < classes_; ++k) {
          if ((may >> k & 1) == 0) continue;
          if ((role.reads >> k & 1) == 0) {
            asks = true;
            continue;
          }
          asks = asks || role.becomes[k] != k;
          name |= 1u << classes[k] | static_cast<uint32_t>(classes[role.becomes[k]])
                                         << (kMostClasses + kClassBits * classes[k]);
        }
        exchange.names.push_back(asks ? name : 0);
      }
    }
    exchanges_.push_back(std::move(exchange));
  }

  std::optional<Named> named(const std::optional<PartKey>& key) const {
    return key ? std::optional(Named{*key, moves_}) : std::nullopt;
  }

  /// What can still be played, by live cells; false where that is too much.
  bool find_placements(const Planes<W>& cut) {
    now_.assign(cut, board_);
    typename Closure<W>::Cells blocked{};
    closure_.settle(now_, can_, blocked);
    Mask<W> live;
    at_.resize(shapes_.size());
    for (size_t i = 0; i < shapes_.size(); ++i) {
      const ShiftShape<W>& shape = shapes_[i].shape;
      at_[i] =
          shapes_[i].kind == kMove ? closure_.possible(shape, can_, blocked) : stands(shape, can_);
      if (shapes_[i].kind != kMove || !at_[i].any()) continue;
      for (const auto& cell : shape.cells) {
        if (cell.changes) live |= at_[i].up(cell.distance) & can_.of(cell.moving);
      }
    }
    if (!steps_.empty()) live |= can_.of(static_cast<ClassSet>(step_from_ | step_to_));
    if (live.count() > kMostFormVertices) return false;
    cells_.clear();
    live.for_each([&](size_t cell) {
      Cell one{0, 0};
      for (size_t k = 0; k < classes_; ++k) {
        if (now_.of_class(k).has(cell)) one.now = static_cast<uint8_t>(k);
        if (can_.of_class(k).has(cell)) one.may = static_cast<ClassSet>(one.may | 1u << k);
      }
      number_[cell] = static_cast<uint8_t>(cells_.size());
      cells_.push_back(one);
    });
    laid_.clear();
    moves_ = 0;
    bool fits = true;
    for (size_t i = 0; i < shapes_.size() && fits; ++i) {
      if (shapes_[i].kind == kMove) moves_ += at_[i].count();
      at_[i].for_each(
          [&](size_t anchor) { fits = fits && add_placement(shapes_[i], anchor, live); });
    }
    for (const auto& [from, to] : steps_) {
      if (!live.has(from) || !live.has(to) || !can_.of(step_from_).has(from) ||
          !can_.of(step_to_).has(to))
        continue;
      Laid step{kStep};
      step.size = 2;
      step.cells = {number_[from], number_[to]};
      step.set = uint64_t{1} << number_[from] | uint64_t{1} << number_[to];
      laid_.push_back(step);
    }
    if (fits) find_inner();
    return fits;
  }

  bool add_placement(const Shape& shape, size_t anchor, const Mask<W>& live) {
    Laid laid{shape.kind};
    for (size_t i = 0; i < shape.roles.size(); ++i) {
      const size_t cell = anchor + shape.shape.cells[i].distance;
      if (!live.has(cell)) continue;
      const uint8_t number = number_[cell];
      const auto role = static_cast<uint16_t>(shape.roles[i] * kMostCanSets + cells_[number].may);
      if (exchanges_.front().names[role] == 0) continue;
      if (laid.size == kMostCells) return false;
      laid.cells[laid.size] = number;
      laid.roles[laid.size++] = role;
      laid.set |= uint64_t{1} << number;
    }
    laid_.push_back(laid);
    return laid.size > 0 && laid_.size() <= kMostPlacements;
  }

  /// Of three cells the one that no other placement has, if it is only one: all it does is part of
  /// the other two.
  void find_inner() {
    // The set of all placements of several cells that have it.
    std::array<uint64_t, kMostFormVertices> only{};
    uint64_t shared = 0;
    for (const Laid& one : laid_) {
      if (one.size < 2) continue;
      for (size_t i = 0; i < one.size; ++i) {
        uint64_t& set = only[one.cells[i]];
        if (set != 0 && set != one.set) shared |= uint64_t{1} << one.cells[i];
        set = one.set;
      }
    }
    inner_ = 0;
    for (const Laid& one : laid_) {
      const uint64_t own = one.set & ~shared;
      if (one.size == 3 && own != 0 && (own & (own - 1)) == 0) inner_ |= own;
    }
  }

  /// Nothing where the graph is too large or its form too much work.
  std::optional<PartKey> key_after(const Exchange& exchange) {
    if (!draw(exchange)) return {};
    const std::span<const uint64_t> words = form_.of(graph_, kMostSet);
    if (words.empty()) return {};
    PartKey key{0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F};
    for (const uint64_t word : words) key.add(word);
    return PartKey::of(key.low, key.high);
  }

  /// The same for graphs that are the same.
  uint64_t weight() const {
    uint64_t weight = 0;
    for (size_t v = 0; v < graph_.vertices; ++v) weight += stirred(kOfCell, graph_.colours[v]);
    for (size_t kind = 0; kind < graph_.kinds; ++kind) {
      for (size_t v = 0; v < graph_.vertices; ++v)
        weight += static_cast<uint64_t>(std::popcount(graph_.rows[kind][v])) * graph_.names[kind];
    }
    return weight;
  }

  /// The graph of the placements, classes being exchanged; false where it is too large.
  bool draw(const Exchange& exchange) {
    const auto name = [&](const Laid& one, size_t i) {
      return one.kind == kStep ? static_cast<uint32_t>(i) : exchange.names[one.roles[i]];
    };
    std::array<uint64_t, kMostFormVertices> colours;
    for (size_t v = 0; v < cells_.size(); ++v)
      colours[v] = stirred(kOfCell, exchange.classes[cells_[v].now]);
    for (const Laid& one : laid_) {
      if (one.size == 1) colours[one.cells[0]] += stirred(one.kind, name(one, 0));
    }
    graph_.vertices = 0;
    graph_.kinds = 0;
    std::array<uint8_t, kMostFormVertices> vertex{};
    for (size_t v = 0; v < cells_.size(); ++v) {
      if ((inner_ >> v & 1) == 0) vertex[v] = add_vertex(colours[v]);
    }
    bool fits = true;
    // By inner cell: between the two others, both ways.
    std::array<std::array<uint64_t, 2>, kMostFormVertices> through{};
    std::array<std::array<uint8_t, 2>, kMostFormVertices> ends{};
    for (const Laid& one : laid_) {
      if (one.size < 2 || !fits) continue;
      if (one.size == 2) {
        join(vertex[one.cells[0]], vertex[one.cells[1]],
             stirred(stirred(one.kind, name(one, 0)), name(one, 1)),
             stirred(stirred(one.kind, name(one, 1)), name(one, 0)));
        continue;
      }
      if (const uint64_t inner = one.set & inner_; inner != 0) {
        size_t at = 0;
        while ((inner >> one.cells[at] & 1) == 0) ++at;
        size_t a = at == 0 ? 1 : 0;
        size_t b = 3 - at - a;
        if (one.cells[a] > one.cells[b]) std::swap(a, b);
        const uint64_t seed = stirred(stirred(kOfInner + one.kind, name(one, at)), 0);
        const uint8_t own = one.cells[at];
        through[own][0] += stirred(stirred(seed, name(one, a)), name(one, b));
        through[own][1] += stirred(stirred(seed, name(one, b)), name(one, a));
        ends[own] = {one.cells[a], one.cells[b]};
        continue;
      }
      if (graph_.vertices == kMostFormVertices) {
        fits = false;
        continue;
      }
      const uint8_t middle = add_vertex(stirred(kOfPlacement, one.kind));
      for (size_t i = 0; i < one.size; ++i) {
        const uint64_t kind = stirred(stirred(kOfPlacement, one.size), name(one, i));
        join(middle, vertex[one.cells[i]], kind, stirred(kind, kBackwards));
      }
    }
    for (uint64_t rest = inner_; rest != 0; rest &= rest - 1) {
      const auto own = static_cast<size_t>(std::countr_zero(rest));
      join(vertex[ends[own][0]], vertex[ends[own][1]], stirred(colours[own], through[own][0]),
           stirred(colours[own], through[own][1]));
    }
    for (const auto& [from, to] : joined_) fits = fits && add_pair(from, to);
    for (const auto& [from, to] : joined_) kinds_[from][to] = 0;
    joined_.clear();
    return fits;
  }

  uint8_t add_vertex(uint64_t colour) {
    graph_.colours[graph_.vertices] = colour;
    return static_cast<uint8_t>(graph_.vertices++);
  }
  void join(uint8_t from, uint8_t to, uint64_t kind, uint64_t back) {
    if (kinds_[from][to] == 0 && kinds_[to][from] == 0) {
      joined_.push_back({from, to});
      joined_.push_back({to, from});
    }
    kinds_[from][to] += kind;
    kinds_[to][from] += back;
  }
  bool add_pair(uint8_t from, uint8_t to) {
    const uint64_t name = kinds_[from][to];
    size_t kind = 0;
    while (kind < graph_.kinds && graph_.names[kind] != name) ++kind;
    if (kind == graph_.kinds) {
      if (kind == kMostPairKinds) return false;
      graph_.names[kind] = name;
      std::fill_n(graph_.rows[kind].begin(), graph_.vertices, 0);
      ++graph_.kinds;
    }
    graph_.rows[kind][from] |= uint64_t{1} << to;
    return true;
  }

  static constexpr uint64_t kOfCell = 11;
  static constexpr uint64_t kOfInner = 13;
  static constexpr uint64_t kOfPlacement = 17;
  static constexpr uint64_t kBackwards = 19;

  struct Cell {
    uint8_t now;
    ClassSet may;
  };

  size_t classes_;
  Mask<W> board_;
  std::vector<typename ShiftShape<W>::Cell> roles_;
  std::vector<Shape> shapes_;
  Closure<W> closure_;
  std::vector<Exchange> exchanges_;
  ClassSet step_from_ = 0;
  ClassSet step_to_ = 0;
  std::vector<std::pair<uint32_t, uint32_t>> steps_;
  // Of the part at hand.
  Sets<W> now_;
  Sets<W> can_;
  std::vector<Mask<W>> at_;
  std::vector<uint8_t> number_;  // by cell
  std::vector<Cell> cells_;      // live ones, by number
  std::vector<Laid> laid_;
  size_t moves_ = 0;
  uint64_t inner_ = 0;
  std::vector<uint64_t> weights_;                                                   // by exchange
  std::array<std::array<uint64_t, kMostFormVertices>, kMostFormVertices> kinds_{};  // 0: none
  std::vector<std::array<uint8_t, 2>> joined_;
  ColouredGraph graph_;
  GraphForm form_;
};

}  // namespace grundy
