#include "engine/board/board_code.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr size_t kProbes = 4;

using LetterClasses = std::vector<uint8_t>;  // the class of each letter: the least letter in it

/// Conditions that `always` and `over` may have, taken apart.
struct Conditions {
  std::vector<LaidMove> never;
  std::vector<LaidMove> over;
  struct CellReach {
    LetterSet from, target, through;
  };
  std::vector<CellReach> reaches;
};

class ClauseReader {
 public:
  ClauseReader(const Rule& rule, const Place& place, const Alphabet& alphabet, Budget& budget)
      : rule_(rule), place_(place), alphabet_(alphabet), budget_(budget) {}

  /// `always A and B`, and `all(A for s in XO)`: each by itself.
  Attempt<void> always(const BoardClause& clause, Conditions& found) {
    begin(clause);
    return always(clause.condition, found);
  }
  /// `over A or B`, and `any(A for s in XO)`.
  Attempt<void> over(const BoardClause& clause, Conditions& found) {
    begin(clause);
    return over(clause.condition, found);
  }

 private:
  void begin(const BoardClause& clause) {
    slots_.assign(std::max(rule_.arity(), clause.slot_names.size()), 0);
  }

  Attempt<void> always(const Expr& expr, Conditions& found) {
    if (expr.op == Op::logical_and) {
      for (const Expr& part : expr.args) {
        if (auto read = always(part, found); !read) return read;
      }
      return {};
    }
    if (expr.op == Op::quantifier && expr.value == 1)
      return each(*expr.quantifier, [&](const Expr& part) { return always(part, found); });
    if (expr.op != Op::cells) return Error::declined("`always` speaks of more than cells");
    const CellCondition& condition = *expr.over_cells;
    if (condition.kind == CellCondition::Kind::some && condition.no)
      return lay(condition, found.never);
    if (condition.kind != CellCondition::Kind::every_reaches || condition.no ||
        condition.reach.negated)
      return Error::declined("`always` has a condition of another kind");
    Conditions::CellReach reach{letters(condition.item), letters(condition.reach.target),
                                letters(condition.reach.through)};
    if (reach.from == 0 || reach.target == 0 ||
        (reach.through == 0 && !condition.reach.through.empty()))
      return Error::declined("`reaches` speaks of more than letters");
    if ((reach.from & reach.target) != 0)
      return Error::declined("cells reach cells of their own letter");
    found.reaches.push_back(reach);
    return {};
  }

  Attempt<void> over(const Expr& expr, Conditions& found) {
    if (expr.op == Op::logical_or) {
      for (const Expr& part : expr.args) {
        if (auto read = over(part, found); !read) return read;
      }
      return {};
    }
    if (expr.op == Op::quantifier && expr.value == 0)
      return each(*expr.quantifier, [&](const Expr& part) { return over(part, found); });
    if (expr.op != Op::cells || expr.over_cells->kind != CellCondition::Kind::some ||
        expr.over_cells->no)
      return Error::declined("`over` has a condition of another kind");
    return lay(*expr.over_cells, found.over);
  }

  /// read(condition) for each choice of the quantifier's variables.
  template <class Read>
  Attempt<void> each(const Quantifier& quantifier, const Read& read) {
    for (const Binder& binder : quantifier.binders) {
      for (const size_t slot : binder.slots) slots_.resize(std::max(slots_.size(), slot + 1));
    }
    Attempt<void> result;
    Fault fault;
    for_each_choice(quantifier.binders, slots_, static_cast<int64_t>(place_.cells()), fault, [&] {
      for (const Expr& filter : quantifier.filter) {
        if (speaks_of_cells(filter)) {
          result = Error::declined("a condition over cells behind `if`");
          return false;
        }
        const int64_t holds = evaluate(filter, slots_, fault);
        if (fault.kind != Fault::Kind::none) return false;
        if (holds == 0) return true;
      }
      result = read(quantifier.condition);
      return result.ok();
    });
    if (fault.kind != Fault::Kind::none) return Error::declined(describe(fault.kind));
    return result;
  }

  LetterSet letters(const std::vector<Item>& item) const {
    if (item.size() != 1) return 0;
    if (item[0].kind == Item::Kind::letters) return alphabet_.set(item[0].letters);
    if (item[0].kind == Item::Kind::slot && item[0].slot < slots_.size() &&
        is_letter_cell(slots_[item[0].slot]))
      return LetterSet{1} << alphabet_.number(letter_of(slots_[item[0].slot]));
    return 0;
  }
  Attempt<void> lay(const CellCondition& condition, std::vector<LaidMove>& to) const {
    auto laid = lay_pattern(condition.pattern, *rule_.board, place_, alphabet_,
                            {slots_.begin(), slots_.end()}, budget_);
    if (!laid) return std::move(laid).error();
    to.insert(to.end(), laid->begin(), laid->end());
    return {};
  }

  Environment slots_;
  const Rule& rule_;
  const Place& place_;
  const Alphabet& alphabet_;
  Budget& budget_;
};

uint64_t hash_of(const LaidCell& cell) {
  uint64_t becomes[2];
  static_assert(sizeof(becomes) == sizeof(cell.becomes));
  std::memcpy(becomes, cell.becomes.data(), sizeof(becomes));
  uint64_t hash = (cell.cell ^ uint64_t{cell.reads} << 32) * 0xFF51AFD7ED558CCD;
  hash += becomes[0] * 0x9E3779B97F4A7C15 + becomes[1] * 0xC2B2AE3D27D4EB4F;
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93;
  return hash ^ hash >> 32;
}

/// A placement and the sum of its cells' hashes.
struct Hashed {
  LaidMove move;
  uint64_t sum = 0;
  friend bool operator==(const Hashed& a, const Hashed& b) {
    return a.sum == b.sum && a.move == b.move;
  }
};

/// Where placements stand at the front of a list, by their hash.
class PlacesOfHashed {
 public:
  explicit PlacesOfHashed(size_t most) : slots_(std::bit_ceil(2 * most + 1), 0) {}
  /// The index of one like it among those noted; `next` where there is none, and it is to be put
  /// there.
  size_t find_or_note(const Hashed& one, const std::vector<Hashed>& list, size_t next) {
    for (size_t slot = one.sum & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == 0) {
        slots_[slot] = static_cast<uint32_t>(next) + 1;
        return next;
      }
      if (list[slots_[slot] - 1] == one) return slots_[slot] - 1;
    }
  }

 private:
  std::vector<uint32_t> slots_;  // 1 and an index
};

/// The letters of each class of a partition, by its least letter.
class WholeClasses {
 public:
  WholeClasses(const LetterClasses& partition, const Alphabet& alphabet)
      : classes_(alphabet.size()) {
    for (size_t i = 0; i < alphabet.size(); ++i) classes_[partition[i]] |= LetterSet{1} << i;
  }
  bool has_parts_in(LetterSet letters) const {
    return std::any_of(classes_.begin(), classes_.end(), [&](LetterSet one) {
      return (letters & one) != 0 && (letters & one) != one;
    });
  }

 private:
  std::vector<LetterSet> classes_;
};

/// What a letter becomes, as far as classes go; false where letters of one class become different
/// ones.
bool map_to_classes(LaidCell& cell, const LetterClasses& partition, size_t letters) {
  std::array<uint8_t, kMostLetters + 1> image;  // by class
  image.fill(UINT8_MAX);
  for (size_t i = 0; i < letters; ++i) {
    if ((cell.reads >> i & 1) == 0) continue;
    uint8_t& to = image[partition[i]];
    const uint8_t become = partition[cell.becomes[i]];
    if (to != UINT8_MAX && to != become) return false;
    to = become;
  }
  for (size_t i = 0; i < letters; ++i)
    cell.becomes[i] = image[partition[i]] == UINT8_MAX ? partition[i] : image[partition[i]];
  return true;
}

/// Whether every cell of the placements takes whole classes as it stands.
bool are_in_classes(const std::vector<LaidMove>& placements, const LetterClasses& partition,
                    const Alphabet& alphabet) {
  const WholeClasses whole(partition, alphabet);
  return std::all_of(placements.begin(), placements.end(), [&](const LaidMove& placement) {
    return std::all_of(placement.cells.begin(), placement.cells.end(), [&](LaidCell cell) {
      return !whole.has_parts_in(cell.reads) && map_to_classes(cell, partition, alphabet.size());
    });
  });
}

/// Placements with the letters of a partition: those that differ in what one cell has are joined,
/// until every cell takes whole classes. Nothing where some never do, and where the budget is
/// spent.
std::optional<std::vector<LaidMove>> in_classes(std::vector<LaidMove> placements,
                                                const LetterClasses& partition,
                                                const Alphabet& alphabet, const Budget& budget) {
  constexpr size_t kBetweenLooks = 4096;  // placements
  size_t steps = 0;
  const WholeClasses whole(partition, alphabet);
  std::vector<Hashed> hashed;
  hashed.reserve(placements.size());
  for (LaidMove& placement : placements) {
    uint64_t sum = 0;
    for (LaidCell& cell : placement.cells) {
      if (!map_to_classes(cell, partition, alphabet.size())) return std::nullopt;
      sum += hash_of(cell);
    }
    hashed.push_back({std::move(placement), sum});
  }
  std::vector<LetterSet> has;  // by placement: all that the cell at `position` has, if there is one
  for (size_t position = 0;; ++position) {
    has.clear();
    PlacesOfHashed places(hashed.size());
    bool longer = false;
    // Those that are left stand before the others, without what the cell at `position` has.
    for (Hashed& one : hashed) {
      if (++steps % kBetweenLooks == 0 && budget.spent()) return std::nullopt;
      size_t at = has.size();
      LetterSet had = 0;
      if (one.move.cells.size() > position) {
        longer = true;
        LaidCell& cell = one.move.cells[position];
        one.sum -= hash_of(cell);
        had = std::exchange(cell.reads, 0);
        at = places.find_or_note(one, hashed, has.size());
      }
      if (at == has.size()) {
        if (&one != &hashed[at]) hashed[at] = std::move(one);
        has.push_back(0);
      }
      has[at] |= had;
    }
    hashed.resize(has.size());
    if (!longer) break;
    for (size_t i = 0; i < hashed.size(); ++i) {
      if (has[i] == 0) continue;
      if (whole.has_parts_in(has[i])) return std::nullopt;
      LaidCell& cell = hashed[i].move.cells[position];
      cell.reads = has[i];
      hashed[i].sum += hash_of(cell);
    }
  }
  placements.clear();
  for (Hashed& one : hashed) placements.push_back(std::move(one.move));
  std::sort(placements.begin(), placements.end());
  placements.erase(std::unique(placements.begin(), placements.end()), placements.end());
  return placements;
}

/// Whether a few placements show that the letters are no class: one takes a where no other on the
/// same cells takes b instead.
bool are_told_apart(const std::vector<LaidMove>& placements, size_t a, size_t b) {
  const LetterSet both = LetterSet{1} << a | LetterSet{1} << b;
  for (size_t at = 0; at < placements.size(); at += 1 + placements.size() / kProbes) {
    const LaidMove& one = placements[at];
    for (size_t i = 0; i < one.cells.size(); ++i) {
      const LetterSet has = one.cells[i].reads & both;
      if (has == 0 || has == both) continue;
      const auto takes_other = [&](const LaidMove& other) {
        if (other.cells.size() != one.cells.size()) return false;
        for (size_t k = 0; k < one.cells.size(); ++k) {
          const LetterSet reads = k == i ? both & ~has : one.cells[k].reads & -one.cells[k].reads;
          if (other.cells[k].cell != one.cells[k].cell || (other.cells[k].reads & reads) == 0)
            return false;
        }
        return true;
      };
      if (std::none_of(placements.begin(), placements.end(), takes_other)) return true;
      break;
    }
  }
  return false;
}

CodedPlacement coded(const LaidMove& placement, const std::vector<uint8_t>& class_of,
                     size_t classes, const Alphabet& alphabet) {
  CodedPlacement result;
  for (const LaidCell& cell : placement.cells) {
    CodedCell one{cell.cell, 0, {}};
    for (size_t k = 0; k < one.becomes.size(); ++k) one.becomes[k] = static_cast<uint8_t>(k);
    for (size_t i = 0; i < alphabet.size(); ++i) {
      if ((cell.reads >> i & 1) == 0) continue;
      one.reads = static_cast<ClassSet>(one.reads | 1u << class_of[i]);
      one.becomes[class_of[i]] = class_of[cell.becomes[i]];
    }
    const bool all = one.reads == (ClassSet{1} << classes) - 1;
    bool stays = true;
    for (size_t k = 0; k < one.becomes.size(); ++k) stays = stays && one.becomes[k] == k;
    if (!all || !stays) result.push_back(one);
  }
  return result;
}

/// A class for cells that can't be filled any more. Where moves fill single targets of walks, and
/// no target ever comes to be, what is forbidden now stays forbidden: on a later board each walk
/// that makes the move legal would, on the board of now, end at the first of its cells that has
/// been filled since, or at the same cell.
void add_settled(BoardCode& code) {
  if (code.classes >= kMostClasses || code.reaches.empty() || !code.never.empty() ||
      !code.over.empty())
    return;
  const ClassSet open = code.reaches.front().target;
  if (!std::has_single_bit(open)) return;
  ClassSet others = open | 1;
  for (const CodedReach& reach : code.reaches) {
    if (reach.target != open || reach.from != reach.through || (reach.from & others) != 0) return;
    others |= reach.from;
  }
  const std::set<std::pair<uint32_t, uint32_t>> steps(code.steps.begin(), code.steps.end());
  if (std::any_of(steps.begin(), steps.end(), [&](const auto& step) {
        return !steps.contains({step.second, step.first});
      }))
    return;
  const auto k = static_cast<size_t>(std::countr_zero(open));
  for (const CodedPlacement& move : code.moves) {
    if (move.size() != 1 || move.front().reads != open || move.front().becomes[k] == k) return;
  }
  code.open = k;
  code.settled = code.classes++;
  for (CodedReach& reach : code.reaches)
    reach.target = static_cast<ClassSet>(reach.target | 1u << code.settled);
}

}  // namespace

Attempt<BoardCode> board_code(const Rule& rule, const PlacePointer& place, const Alphabet& alphabet,
                              Budget& budget) {
  const BoardRule& board = *rule.board;
  if (board.space.numbers || board.space.kind == SpaceKind::word || !board.has_board())
    return Error::declined("cells that hold numbers, and words, have no places of letters");
  if (rule.arity() > 0) return Error::declined("coordinates beside the board");
  if (alphabet.size() > kMostLetters) return Error::declined("more than 14 letters");
  BoardCode code;
  code.place = place;
  std::vector<LaidMove> moves;
  for (const BoardLine& line : board.lines) {
    auto laid = lay_line(line, board, *place, alphabet, rule.arity(), budget);
    if (!laid) return std::move(laid).error();
    moves.insert(moves.end(), laid->begin(), laid->end());
    if (moves.size() > kMostPlacements)
      return Error::declined("its patterns can be laid in too many ways");
  }
  Conditions conditions;
  ClauseReader reader(rule, *place, alphabet, budget);
  for (const BoardClause& clause : board.always) {
    if (auto read = reader.always(clause, conditions); !read) return std::move(read).error();
  }
  for (const BoardClause& clause : board.over) {
    if (auto read = reader.over(clause, conditions); !read) return std::move(read).error();
  }
  constexpr size_t kLists = 3;
  const std::array<std::vector<LaidMove>*, kLists> lists = {&moves, &conditions.never,
                                                            &conditions.over};
  for (auto* list : lists) {
    for (LaidMove& one : *list) {
      code.asks_for_ends = code.asks_for_ends || !one.is_free;
      one.is_free = true;
    }
  }
  code.is_free = !code.asks_for_ends && !place->is_graph() && !is_cyclic(place->kind);

  // Letters that no placement tells apart, pair by pair; the last letter, kNothing, stands for
  // those that are joined to it.
  LetterClasses partition(alphabet.size());
  std::iota(partition.begin(), partition.end(), uint8_t{0});
  // In these classes, where that is known.
  std::array<std::optional<std::vector<LaidMove>>, kLists> joined;
  for (size_t a = alphabet.size(); a-- > 0;) {
    for (size_t b = 0; b < a; ++b) {
      if (partition[a] != a || partition[b] != b) continue;
      if (budget.spent()) return budget.why();
      if (are_told_apart(moves, a, b) || are_told_apart(conditions.never, a, b) ||
          are_told_apart(conditions.over, a, b))
        continue;
      LetterClasses trial = partition;
      std::replace(trial.begin(), trial.end(), static_cast<uint8_t>(b), static_cast<uint8_t>(a));
      bool same = true;
      for (const Conditions::CellReach& reach : conditions.reaches) {
        for (const LetterSet set : {reach.from, reach.target, reach.through})
          same = same && (set >> a & 1) == (set >> b & 1);
      }
      std::array<std::optional<std::vector<LaidMove>>, kLists> tried;
      for (size_t i = 0; i < kLists && same; ++i) {
        if (are_in_classes(*lists[i], trial, alphabet)) continue;
        tried[i] = in_classes(*lists[i], trial, alphabet, budget);
        same = tried[i].has_value();
      }
      if (budget.spent()) return budget.why();
      if (!same) continue;
      partition = std::move(trial);
      joined = std::move(tried);
    }
  }
  code.class_of_letter.assign(alphabet.size(), 0);
  for (size_t i = 0; i < alphabet.size(); ++i) {
    if (partition[i] == i && i != partition[alphabet.nothing()])
      code.class_of_letter[i] = static_cast<uint8_t>(code.classes++);
  }
  for (size_t i = 0; i < alphabet.size(); ++i)
    code.class_of_letter[i] = code.class_of_letter[partition[i]];

  const std::array<std::vector<CodedPlacement>*, kLists> encoded = {&code.moves, &code.never,
                                                                    &code.over};
  for (size_t i = 0; i < kLists; ++i) {
    if (!joined[i]) joined[i] = in_classes(std::move(*lists[i]), partition, alphabet, budget);
    if (!joined[i]) return budget.why();
    for (const LaidMove& one : *joined[i])
      encoded[i]->push_back(coded(one, code.class_of_letter, code.classes, alphabet));
    std::sort(encoded[i]->begin(), encoded[i]->end());
    encoded[i]->erase(std::unique(encoded[i]->begin(), encoded[i]->end()), encoded[i]->end());
  }
  const auto classes_of = [&](LetterSet letters) {
    ClassSet result = 0;
    for (size_t i = 0; i < alphabet.size(); ++i) {
      if ((letters >> i & 1) != 0)
        result = static_cast<ClassSet>(result | 1u << code.class_of_letter[i]);
    }
    return result;
  };
  for (const Conditions::CellReach& reach : conditions.reaches)
    code.reaches.push_back(
        {classes_of(reach.from), classes_of(reach.target), classes_of(reach.through)});
  if (!code.reaches.empty()) {
    for (uint32_t cell = 0; cell < place->cells(); ++cell) {
      if (place->is_graph()) {
        for (const size_t next : place->neighbours(cell))
          code.steps.emplace_back(cell, static_cast<uint32_t>(next));
        continue;
      }
      for (const Direction& direction : board.space.directions) {
        if (const auto next = place->step(cell, direction))
          code.steps.emplace_back(cell, static_cast<uint32_t>(*next));
      }
    }
  }
  add_settled(code);
  return code;
}

}  // namespace grundy
