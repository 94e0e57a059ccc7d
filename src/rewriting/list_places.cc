#include "rewriting/list_places.h"

#include <algorithm>
#include <optional>
#include <set>

#include "rewriting/list_parts.h"
#include "rewriting/mapped_terms.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr int64_t kMostPutDown = 8;                 // pieces at one place
constexpr int64_t kUnbounded = -1'000'000'000'000;  // as a bound: none is known

/// Thrown where a term asks for more than it may.
struct NotApart {};

/// Terms of a line of a list as those of the game of one place.
class OfPlace : public MappedTerms<OfPlace> {
 public:
  /// `place` is the slot of the place in the line; `has_number`: the game knows what stands there.
  OfPlace(size_t place, bool has_number) : place_(place), base_(has_number ? 3 : 2) {}

  Expr place() const { return slot(base_ - 2); }
  Expr length() const { return slot(base_ - 1); }

  Expr term(const Expr& expr) const {
    if (is_length(expr)) return length();
    const bool is_number = is_number_at(expr, place_);
    if (is_number && base_ == 3) return slot(0);
    if (is_number || (expr.over_cells && !expr.quantifier)) throw NotApart();
    return mapped_inside(expr);
  }
  size_t number(size_t number) const {
    if (number == 0) throw NotApart();  // the list itself
    if (number == place_) return base_ - 2;
    return base_ + number - (number < place_ ? 1 : 2);
  }

  static bool is_length(const Expr& expr) { return asks(expr, CellCondition::Kind::length); }
  /// Whether the term is the number at a place.
  static bool is_number(const Expr& expr) { return asks(expr, CellCondition::Kind::element); }
  /// … at this slot's place.
  static bool is_number_at(const Expr& expr, size_t place) {
    return is_number(expr) && is_slot(expr.args[1], place);
  }

 private:
  size_t place_;
  size_t base_;  // coordinates
};

/// T + m or T - m, where T is the number at the place `at`.
std::optional<int64_t> difference(const Expr& number, const Expr& at) {
  if ((number.op != Op::add && number.op != Op::sub) || !is_constant(number.args[1]))
    return std::nullopt;
  const Expr& before = number.args[0];
  if (!before.over_cells || before.over_cells->kind != CellCondition::Kind::element ||
      before.over_cells->from != 0 || !same(before.args[1], at))
    return std::nullopt;
  return number.op == Op::add ? number.args[1].value : -number.args[1].value;
}

/// c[i] >= 1, c[i] > 0, c[i] != 0: that there is a piece to take.
bool says_there_is_one(const Expr& condition, size_t place) {
  const auto is = [](const Expr& one, int64_t value) {
    return is_constant(one) && one.value == value;
  };
  if (condition.args.size() != 2) return false;
  const Expr &left = condition.args[0], &right = condition.args[1];
  if (condition.op == Op::ne) return OfPlace::is_number_at(left, place) && is(right, 0);
  return (condition.op == Op::lt && is(left, 0) && OfPlace::is_number_at(right, place)) ||
         (condition.op == Op::le && is(left, 1) && OfPlace::is_number_at(right, place));
}

/// The changes of the list where a line makes no others; null where it does more.
const std::vector<ListPiece::Change>* changes_of(const Rule& rule, const BoardLine& line) {
  const BoardPart* part = only_part(rule, line);
  if (part == nullptr || part->sets.size() != 1) return nullptr;
  const ListTerm& list = part->sets[0].list;
  if (list.size() != 1 || list[0].from != 0 || list[0].taken || !list[0].slice.empty())
    return nullptr;
  for (const ListPiece::Change& change : list[0].changes) {
    if (!same(change.first, change.last) || change.number.size() != 1) return nullptr;
  }
  return &list[0].changes;
}

bool is_plain_list(const Rule& rule) {
  return is_list_alone(rule) && rule.board->kinds[0] == CoordinateKind::list &&
         !rule.board->lines.empty();
}

/// The game without moves, of these coordinates.
std::unique_ptr<Rule> game_of(const Rule& rule, std::vector<std::string> coordinates) {
  auto result = std::make_unique<Rule>();
  result->name = rule.name;
  result->full_name = rule.full_name;
  result->coordinates = std::move(coordinates);
  result->source = rule.source;
  return result;
}

/// The line for one place: its binder is gone, and what it said is a condition.
MoveLine line_for(const Rule& made, const BoardLine& line, size_t place, const OfPlace& told) {
  MoveLine move;
  move.slot_names = made.coordinates;
  for (size_t s = 1; s < line.slot_names.size(); ++s) {
    if (s != place) move.slot_names.push_back(line.slot_names[s]);
  }
  move.span = line.span;
  std::vector<Binder> others;
  for (const Binder& binder : line.binders) {
    if (binder.slots != std::vector<size_t>{place}) {
      others.push_back(binder);
      continue;
    }
    if (binder.kind != Binder::Kind::range) throw NotApart();
    for (const Expr& low : binder.low)
      move.conditions.push_back(simplified(apply(Op::le, {told.term(low), told.place()})));
    for (const Expr& high : binder.high)
      move.conditions.push_back(simplified(apply(Op::le, {told.place(), told.term(high)})));
  }
  if (others.size() + 1 != line.binders.size()) throw NotApart();
  move.binders = told.binders(others);
  return move;
}

/// The range of a variable of the line; null for other terms.
const Binder* range_of(const BoardLine& line, const Expr& term) {
  if (term.op != Op::slot) return nullptr;
  for (const Binder& binder : line.binders) {
    if (binder.kind == Binder::Kind::range && is_slot(term, binder.slots[0])) return &binder;
  }
  return nullptr;
}

/// A slot and what is added to it.
struct Shifted {
  const Expr* slot = nullptr;
  int64_t by = 0;
};
Shifted shifted(const Expr& term) {
  if (term.op == Op::slot) return {&term, 0};
  if ((term.op != Op::add && term.op != Op::sub) || !is_constant(term.args[1])) return {};
  Shifted inner = shifted(term.args[0]);
  inner.by += term.op == Op::add ? term.args[1].value : -term.args[1].value;
  return inner;
}

/// Of a - d or a - c*d, where d goes to (a + b)/c at most: -b, which it is never less than.
std::optional<int64_t> least_of_rest(const BoardLine& line, const Expr& term) {
  const Expr& taken = term.args[1];
  const bool is_multiple = taken.op == Op::mul && is_constant(taken.args[0]);
  const Binder* range = range_of(line, is_multiple ? taken.args[1] : taken);
  const int64_t times = is_multiple ? taken.args[0].value : 1;
  if (range == nullptr || range->high.empty() || times < 1) return std::nullopt;
  const Expr* high = &range->high[0];
  if (high->op == Op::div) {
    if (!is_constant(high->args[1]) || high->args[1].value < times) return std::nullopt;
    high = &high->args[0];
  } else if (times != 1) {
    return std::nullopt;
  }
  const Shifted from = shifted(term.args[0]), most = shifted(*high);
  if (from.slot == nullptr || most.slot == nullptr || !same(*from.slot, *most.slot))
    return std::nullopt;
  return from.by - most.by;
}

/// A number that the term is never less than.
int64_t least_of(const BoardLine& line, const Expr& term) {
  if (is_constant(term)) return term.value;
  if (const Binder* range = range_of(line, term); range != nullptr)
    return range->low.empty() ? 0 : std::max<int64_t>(0, least_of(line, range->low[0]));
  if (term.op == Op::add) return least_of(line, term.args[0]) + least_of(line, term.args[1]);
  if (term.op == Op::mul && is_constant(term.args[0]) && term.args[0].value >= 0) {
    const int64_t least = least_of(line, term.args[1]);
    constexpr int64_t kMost = 1'000'000;
    const int64_t times = term.args[0].value;
    return least < 0 || least > kMost || times > kMost ? kUnbounded : times * least;
  }
  if (term.op == Op::max)
    return std::max(least_of(line, term.args[0]), least_of(line, term.args[1]));
  if (term.op == Op::sub && is_constant(term.args[1]))
    return least_of(line, term.args[0]) - term.args[1].value;
  if (term.op == Op::sub) return least_of_rest(line, term).value_or(kUnbounded);
  return kUnbounded;
}

/// A number of which the term is never more beyond the length of the list.
int64_t most_beyond(const BoardLine& line, const Expr& term) {
  if (OfPlace::is_length(term)) return 0;
  if (const Binder* range = range_of(line, term); range != nullptr)
    return range->high.empty() ? -kUnbounded : most_beyond(line, range->high[0]);
  if (term.op == Op::add && is_constant(term.args[1]))
    return most_beyond(line, term.args[0]) + term.args[1].value;
  if (term.op == Op::min)
    return std::min(most_beyond(line, term.args[0]), most_beyond(line, term.args[1]));
  if (term.op == Op::sub)
    return most_beyond(line, term.args[0]) - std::max(least_of(line, term.args[1]), kUnbounded);
  return -kUnbounded;
}

/// Whether the term is a place of the list in all choices of the line: others are errors.
bool is_inside(const BoardLine& line, const Expr& term) {
  return least_of(line, term) >= 1 && most_beyond(line, term) <= 0;
}

/// A place that is changed twice is no move.
void note_changed(MoveLine& move, std::vector<Expr>& changed, const Expr& at) {
  for (const Expr& other : changed)
    move.conditions.push_back(simplified(apply(Op::ne, {at, other})));
  changed.push_back(at);
}

void add_piece_line(Rule& made, const Rule& rule, const BoardLine& line) {
  const auto* changes = changes_of(rule, line);
  if (changes == nullptr) throw NotApart();
  size_t place = 0;
  for (const ListPiece::Change& change : *changes) {
    if (difference(change.number[0], change.first) != -1) continue;
    if (place != 0 || change.first.op != Op::slot) throw NotApart();
    place = static_cast<size_t>(change.first.value);
  }
  if (place == 0 || !is_inside(line, slot(place))) throw NotApart();
  const OfPlace told(place, false);
  MoveLine move = line_for(made, line, place, told);
  for (const Expr& condition : line.conditions) {
    if (!says_there_is_one(condition, place)) move.conditions.push_back(told.term(condition));
  }
  std::vector<Expr> changed = {told.place()};
  for (const ListPiece::Change& change : *changes) {
    if (is_slot(change.first, place)) continue;
    const auto more = difference(change.number[0], change.first);
    if (!is_inside(line, change.first)) throw NotApart();
    if (!more || *more < 1 || *more > kMostPutDown) throw NotApart();
    const Expr at = told.term(change.first);
    note_changed(move, changed, at);
    move.parts.insert(move.parts.end(), static_cast<size_t>(*more),
                      Part{&made, {at, told.length()}, {}, {}, line.span});
  }
  made.moves.push_back(std::move(move));
}

/// Whether T, which is 1 or 0, becomes the other: 1 - T, (T + 1) % 2, T ^^ 1.
template <class Is>
bool turns(const Expr& number, const Is& is_there) {
  const auto is = [](const Expr& one, int64_t value) {
    return is_constant(one) && one.value == value;
  };
  if (number.args.size() != 2) return false;
  const Expr &left = number.args[0], &right = number.args[1];
  if (number.op == Op::sub) return is(left, 1) && is_there(right);
  if (number.op == Op::bit_xor)
    return (is(left, 1) && is_there(right)) || (is_there(left) && is(right, 1));
  return number.op == Op::mod && is(right, 2) && left.op == Op::add &&
         ((is(left.args[0], 1) && is_there(left.args[1])) ||
          (is_there(left.args[0]) && is(left.args[1], 1)));
}
bool is_turned(const Expr& number, const Expr& at) {
  return turns(number,
               [&](const Expr& one) { return OfPlace::is_number(one) && same(one.args[1], at); });
}

/// [1 - x for x in a[first..last]], [1 - a[k] for k in first..last].
bool is_turned_run(const ListTerm& list, const Expr& first, const Expr& last) {
  if (list.size() != 1 || list[0].taken || list[0].from != kNoSlot) return false;
  const SetTerm& listed = list[0].listed;
  if (listed.elements.size() != 1 || !listed.condition.empty()) return false;
  if (listed.binders.empty() || listed.binders.size() > 2) return false;
  const Binder& places = listed.binders[0];
  if (places.kind != Binder::Kind::range || places.low.size() != 1 || places.high.size() != 1 ||
      !same(places.low[0], first) || !same(places.high[0], last))
    return false;
  const Expr at = slot(places.slots[0]);
  if (listed.binders.size() == 1) return is_turned(listed.elements[0], at);
  const Binder& number = listed.binders[1];
  return number.kind == Binder::Kind::equal && OfPlace::is_number(number.low[0]) &&
         same(number.low[0].args[1], at) &&
         turns(listed.elements[0], [&](const Expr& one) { return is_slot(one, number.slots[0]); });
}

/// The coins that a line turns.
struct Turned {
  std::vector<std::pair<Expr, Expr>> single;  // a place, and the number that is there then
  std::vector<std::pair<Expr, Expr>> runs;    // the first and the last place
};

/// a[1..i-1] + [1 - x for x in a[i..j]] + a[j+1..len(a)]
std::optional<Turned> run_between(const ListTerm& list) {
  const bool are_slices = list.size() == 3 && list[0].from == 0 && list[2].from == 0 &&
                          list[0].changes.empty() && list[2].changes.empty() && !list[0].taken &&
                          !list[1].taken && !list[2].taken;
  if (!are_slices || list[0].slice.size() != 2 || list[2].slice.size() != 2) return std::nullopt;
  if (list[1].from != kNoSlot || list[1].listed.binders.empty()) return std::nullopt;
  const Binder& places = list[1].listed.binders[0];
  if (places.kind != Binder::Kind::range || places.low.size() != 1 || places.high.size() != 1)
    return std::nullopt;
  const Expr &first = places.low[0], &last = places.high[0];
  if (!is_turned_run({list[1]}, first, last)) return std::nullopt;
  const auto is_next = [](const Expr& one, const Expr& other) {
    const Shifted a = shifted(one), b = shifted(other);
    return a.slot != nullptr && b.slot != nullptr && same(*a.slot, *b.slot) && b.by == a.by + 1;
  };
  const auto& before = list[0].slice;
  const auto& behind = list[2].slice;
  if (!is_constant(before[0]) || before[0].value != 1 || !is_next(before[1], first) ||
      !is_next(last, behind[0]) || !OfPlace::is_length(behind[1]))
    return std::nullopt;
  return Turned{{}, {{first, last}}};
}

std::optional<Turned> turned_by(const Rule& rule, const BoardLine& line) {
  const BoardPart* part = only_part(rule, line);
  if (part == nullptr || part->sets.size() != 1) return std::nullopt;
  const ListTerm& list = part->sets[0].list;
  if (list.size() != 1) return run_between(list);
  if (list[0].from != 0 || list[0].taken || !list[0].slice.empty()) return std::nullopt;
  Turned result;
  for (const ListPiece::Change& change : list[0].changes) {
    const bool is_one = same(change.first, change.last) && change.number.size() == 1;
    if (!is_one && !is_turned_run(change.list, change.first, change.last)) return std::nullopt;
    if (is_one) result.single.emplace_back(change.first, change.number[0]);
    if (!is_one) result.runs.emplace_back(change.first, change.last);
  }
  return result;
}

/// Whether a run is never empty and within the list.
bool is_run(const BoardLine& line, const std::pair<Expr, Expr>& run) {
  const Expr &first = run.first, &last = run.second;
  if (least_of(line, first) < 1 || most_beyond(line, last) > 0) return false;
  const Binder *from = range_of(line, first), *to = range_of(line, last);
  const auto says_order = [&](const Expr& condition) {
    return (condition.op == Op::le || condition.op == Op::lt) && same(condition.args[0], first) &&
           same(condition.args[1], last);
  };
  return std::any_of(line.conditions.begin(), line.conditions.end(), says_order) ||
         same(first, last) ||
         (is_constant(first) && first.value == 1 && least_of(line, last) >= 1) ||
         (OfPlace::is_length(last) && most_beyond(line, first) <= 0) ||
         (from != nullptr && from->high.size() == 1 && same(from->high[0], last)) ||
         (to != nullptr && to->low.size() == 1 && same(to->low[0], first));
}

/// c[i] = 1, or that there is a piece: the coin shows heads.
bool says_is_head(const Expr& condition, size_t place) {
  if (says_there_is_one(condition, place)) return true;
  if (condition.op != Op::eq) return false;
  const Expr &left = condition.args[0], &right = condition.args[1];
  const auto is_one = [](const Expr& one) { return is_constant(one) && one.value == 1; };
  return (OfPlace::is_number_at(left, place) && is_one(right)) ||
         (is_one(left) && OfPlace::is_number_at(right, place));
}

/// The slot of the place whose coin the line turns from heads to tails; 0 where there is none, or
/// more than one.
size_t head_of(const BoardLine& line, const Turned& turned) {
  std::set<size_t> heads;
  const auto look = [&](const Expr& at) {
    if (at.op != Op::slot) return;
    const auto slot = static_cast<size_t>(at.value);
    if (std::any_of(line.conditions.begin(), line.conditions.end(),
                    [&](const Expr& condition) { return says_is_head(condition, slot); }))
      heads.insert(slot);
  };
  for (const auto& [at, number] : turned.single) look(at);
  for (const auto& [first, last] : turned.runs) {
    look(first);
    look(last);
  }
  return heads.size() == 1 ? *heads.begin() : 0;
}

void add_coin_line(Rule& made, const Rule& rule, const BoardLine& line) {
  const auto turned = turned_by(rule, line);
  if (!turned) throw NotApart();
  const size_t place = head_of(line, *turned);
  if (place == 0 || !is_inside(line, slot(place))) throw NotApart();
  const OfPlace told(place, false);
  MoveLine move = line_for(made, line, place, told);
  for (const Expr& condition : line.conditions) {
    if (!says_is_head(condition, place)) move.conditions.push_back(told.term(condition));
  }
  std::vector<Expr> changed = {told.place()};
  bool is_single = false;  // the head
  for (const auto& [where, number] : turned->single) {
    const bool is_turn = is_turned(number, where);
    if (is_slot(where, place)) {
      if (!is_turn && !(is_constant(number) && number.value == 0)) throw NotApart();
      is_single = true;
      continue;
    }
    if (!is_turn || !is_inside(line, where)) throw NotApart();
    const Expr at = told.term(where);
    note_changed(move, changed, at);
    move.parts.push_back(Part{&made, {at, told.length()}, {}, {}, line.span});
  }
  if (!is_single) changed.erase(changed.begin());  // the head is at an end of the run
  for (const auto& run : turned->runs) {
    if (!is_run(line, run) || turned->runs.size() > 1) throw NotApart();
    const Expr first = told.term(run.first), last = told.term(run.second);
    for (const Expr& other : changed)
      move.conditions.push_back(
          apply(Op::logical_or, {apply(Op::lt, {other, first}), apply(Op::lt, {last, other})}));
    Binder coins;
    coins.kind = Binder::Kind::range;
    coins.slots = {move.slot_names.size()};
    coins.low = {first};
    coins.high = {last};
    const Expr coin = slot(coins.slots[0]);
    move.slot_names.emplace_back("coin");
    Part part{&made, {coin, told.length()}, {std::move(coins)}, {}, line.span};
    if (!is_single) part.condition.push_back(apply(Op::ne, {coin, told.place()}));
    move.parts.push_back(std::move(part));
  }
  made.moves.push_back(std::move(move));
}

void add_place_line(Rule& made, const Rule& rule, const BoardLine& line) {
  const auto* changes = changes_of(rule, line);
  if (changes == nullptr || changes->size() != 1 || changes->front().first.op != Op::slot)
    throw NotApart();
  const ListPiece::Change& change = changes->front();
  const auto place = static_cast<size_t>(change.first.value);
  if (!is_inside(line, change.first)) throw NotApart();
  const OfPlace told(place, true);
  MoveLine move = line_for(made, line, place, told);
  for (const Expr& condition : line.conditions) move.conditions.push_back(told.term(condition));
  move.parts.push_back(
      Part{&made, {told.term(change.number[0]), told.place(), told.length()}, {}, {}, line.span});
  made.moves.push_back(std::move(move));
}

template <class Add>
std::unique_ptr<const Rule> made_by(const Rule& rule, std::vector<std::string> coordinates,
                                    const Add& add) {
  auto made = game_of(rule, std::move(coordinates));
  try {
    for (const BoardLine& line : rule.board->lines) add(*made, rule, line);
  } catch (const NotApart&) {
    return nullptr;
  }
  for (MoveLine& move : made->moves) {
    std::erase_if(move.conditions,
                  [](const Expr& one) { return is_constant(one) && one.value != 0; });
  }
  return made;
}

}  // namespace

std::unique_ptr<const Rule> piece_rule(const Rule& rule) {
  if (!is_plain_list(rule)) return nullptr;
  return made_by(rule, {"place", "length"}, add_piece_line);
}

std::unique_ptr<const Rule> coin_rule(const Rule& rule) {
  if (!is_plain_list(rule)) return nullptr;
  return made_by(rule, {"place", "length"}, add_coin_line);
}

std::unique_ptr<const Rule> place_rule(const Rule& rule) {
  if (!is_plain_list(rule)) return nullptr;
  return made_by(rule, {rule.coordinates[0], "place", "length"}, add_place_line);
}

}  // namespace grundy
