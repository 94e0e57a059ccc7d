#include "rewriting/copies.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "rewriting/products.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr size_t kMostSplitLines = 9;  // that one line becomes

/// A part without the binders that only count it, these, and how many of it there are.
struct Counted {
  Part part;
  std::vector<Binder> counting;
  std::vector<Binder> binders = {};  // all, in their order
  Expr count = constant(1);

  bool is_plain() const { return part.binders.empty() && part.condition.empty(); }
  bool has_number() const { return is_plain() && is_constant(count); }
  bool is_counting(const Binder& binder) const {
    return std::any_of(counting.begin(), counting.end(),
                       [&](const Binder& one) { return one.slots == binder.slots; });
  }
  /// Whether these are worth another way to write them.
  bool are_many(int64_t more_than) const { return !is_constant(count) || count.value > more_than; }
};

bool mention_slot(const std::vector<Expr>& terms, size_t slot) {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const Expr& term) { return mentions(term, slot); });
}
bool only_counts(const Binder& binder, const Part& part) {
  if (binder.kind != Binder::Kind::range || binder.high.empty()) return false;
  // Beside other binders, which may have no values, a bound is not always looked at.
  const auto fails = [](const std::vector<Expr>& bound) {
    return !bound.empty() && may_fail(bound[0]);
  };
  if (part.binders.size() > 1 && (fails(binder.low) || fails(binder.high))) return false;
  const size_t slot = binder.slots[0];
  return !mention_slot(part.coordinates, slot) && !mention_slot(part.condition, slot) &&
         std::none_of(part.binders.begin(), part.binders.end(),
                      [&](const Binder& other) { return mentions(other, slot); });
}

Expr natural_part(Expr term) {
  return is_natural(term) ? std::move(term)
                          : simplified(apply(Op::max, {constant(0), std::move(term)}));
}

/// How many values a range has.
Expr count_of(const Binder& binder) {
  const Expr& high = binder.high[0];
  const bool below = high.op == Op::sub && is_constant(high.args[1]) && high.args[1].value == 1;
  Expr count = below ? high.args[0] : simplified(apply(Op::add, {high, constant(1)}));
  if (!binder.low.empty())
    count = simplified(apply(Op::sub, {std::move(count), natural_part(binder.low[0])}));
  count = natural_part(std::move(count));
  count.span = binder.span;
  return count;
}

/// The parts with their numbers; those that are written as the same are one.
std::vector<Counted> counted_parts(const std::vector<Part>& parts) {
  std::vector<Counted> result;
  for (const Part& part : parts) {
    Counted one{part, {}, part.binders};
    for (const Binder& binder : part.binders) {
      if (!only_counts(binder, part)) continue;
      one.count = simplified(apply(Op::mul, {std::move(one.count), count_of(binder)}));
      one.counting.push_back(binder);
    }
    std::erase_if(one.part.binders,
                  [&](const Binder& binder) { return only_counts(binder, part); });
    if (one.has_number()) {
      const auto known = std::find_if(result.begin(), result.end(), [&](const Counted& other) {
        return other.has_number() && other.part.game == part.game &&
               std::equal(other.part.coordinates.begin(), other.part.coordinates.end(),
                          part.coordinates.begin(), part.coordinates.end(), same);
      });
      int64_t sum = 0;
      if (known != result.end() &&
          !__builtin_add_overflow(known->count.value, one.count.value, &sum)) {
        known->count = constant(sum);
        known->counting.insert(known->counting.end(), one.counting.begin(), one.counting.end());
        continue;
      }
    }
    result.push_back(std::move(one));
  }
  return result;
}

bool has_many(const std::vector<Part>& parts, int64_t more_than) {
  const std::vector<Counted> counted = counted_parts(parts);
  return std::any_of(counted.begin(), counted.end(),
                     [&](const Counted& one) { return one.are_many(more_than); });
}

/// Whether the number is at least 1 in all choices of the line.
bool is_positive(const MoveLine& line, const Expr& number) {
  if (is_constant(number)) return number.value >= 1;
  return std::any_of(line.binders.begin(), line.binders.end(), [&](const Binder& binder) {
    return binder.kind == Binder::Kind::range && is_slot(number, binder.slots[0]) &&
           !binder.low.empty() && is_constant(binder.low[0]) && binder.low[0].value >= 1;
  });
}

/// The shares of a pile that is dealt out, `sum(g((n + i)/m) for i < m)`, as those that are one larger
/// and the others: two parts that are counted. None for other parts.
std::vector<Part> shares(const MoveLine& line, const Part& part) {
  if (part.binders.size() != 1 || !part.condition.empty()) return {};
  const Binder& binder = part.binders[0];
  if (binder.kind != Binder::Kind::range || binder.high.empty() ||
      (!binder.low.empty() && !(is_constant(binder.low[0]) && binder.low[0].value <= 0)))
    return {};
  const size_t i = binder.slots[0];
  const Expr number = count_of(binder);
  if (!is_positive(line, number)) return {};
  std::vector<Part> result(2, part);
  bool is_dealt = false;
  for (size_t c = 0; c < part.coordinates.size(); ++c) {
    const Expr& term = part.coordinates[c];
    if (!mentions(term, i)) continue;
    if (is_dealt || term.op != Op::div || !same(term.args[1], number) || term.args[0].op != Op::add)
      return {};
    const size_t at = is_slot(term.args[0].args[0], i) ? 0 : 1;
    const Expr& whole = term.args[0].args[1 - at];
    if (!is_slot(term.args[0].args[at], i) || mentions(whole, i)) return {};
    const Expr least = apply(Op::div, {whole, number}), rest = apply(Op::mod, {whole, number});
    result[0].coordinates[c] = apply(Op::add, {least, constant(1)});
    result[0].binders[0].high = {apply(Op::sub, {rest, constant(1)})};
    result[1].coordinates[c] = least;
    result[1].binders[0].high = {apply(Op::sub, {apply(Op::sub, {number, rest}), constant(1)})};
    is_dealt = true;
  }
  return is_dealt ? result : std::vector<Part>();
}

/// The parts of a line, shares as two of them.
std::vector<Part> written_parts(const MoveLine& line) {
  std::vector<Part> result;
  for (const Part& part : line.parts) {
    const std::vector<Part> dealt = shares(line, part);
    if (dealt.empty()) {
      result.push_back(part);
    } else {
      result.insert(result.end(), dealt.begin(), dealt.end());
    }
  }
  return result;
}

bool has_many(const Rule& rule, int64_t more_than) {
  return has_many(rule.alias, more_than) ||
         std::any_of(rule.moves.begin(), rule.moves.end(), [&](const MoveLine& line) {
           return has_many(written_parts(line), more_than);
         });
}

/// Whether the coordinates surely are those of a position, for every position that the move is made
/// from.
bool surely_stands(const Part& part) {
  const auto is_sure = [](const Expr& term) { return is_natural(term) && !may_fail(term); };
  return std::all_of(part.coordinates.begin(), part.coordinates.end(), is_sure) &&
         (!part.game->is_alias ||
          std::all_of(part.game->alias.begin(), part.game->alias.end(), [](const Part& inner) {
            return inner.binders.empty() && surely_stands(inner);
          }));
}

/// The range cut to one or two values, as many as leave the number of choices even or odd, or to
/// none.
Binder cut(const Binder& binder) {
  const Expr count = count_of(binder);
  const Expr parity = apply(Op::mod, {count, constant(2)});
  const Expr few = simplified(apply(Op::min, {count, apply(Op::sub, {constant(2), parity})}));
  Binder result = binder;
  Expr last = simplified(apply(Op::sub, {few, constant(1)}));
  if (!binder.low.empty())
    last = simplified(apply(Op::add, {natural_part(binder.low[0]), std::move(last)}));
  last.span = binder.span;
  result.high = {std::move(last)};
  return result;
}

/// A line, or another name, while its copies are cancelled.
struct Cancelling {
  std::vector<Expr> conditions;
  std::vector<Part> parts;
};

class Canceller {
 public:
  /// `conditions` of the line; none may be added to another name.
  Canceller(Copies::Remaining kept, bool is_alias, std::vector<Expr> conditions)
      : kept_(kept),
        is_alias_(is_alias),
        fails_(std::any_of(conditions.begin(), conditions.end(), may_fail)) {
    lines_.push_back({std::move(conditions), {}});
  }

  void add(const Counted& one) {
    const bool splits =
        one.is_plain() && !one.has_number() && !is_alias_ && 3 * lines_.size() <= kMostSplitLines;
    if (splits) {
      split(one);
    } else if (one.has_number()) {
      add_number(one);
    } else {
      Part part = one.part;
      part.binders.clear();
      for (const Binder& binder : one.binders)
        part.binders.push_back(one.is_counting(binder) ? cut(binder) : binder);
      add(part, 1);
    }
    fails_ =
        fails_ || std::any_of(one.part.coordinates.begin(), one.part.coordinates.end(), may_fail);
  }

  std::vector<Cancelling> take() { return std::move(lines_); }

 private:
  void add(const Part& part, int64_t times) {
    for (Cancelling& line : lines_)
      line.parts.insert(line.parts.end(), static_cast<size_t>(times), part);
  }
  void add_number(const Counted& one) {
    if (one.count.value % 2 == 1) return add(one.part, 1);
    if (one.count.value > 0) add_pair(one.part, lines_);
  }
  /// Two copies, or where these need not be there nothing but the condition that they are
  /// positions.
  void add_pair(const Part& part, std::vector<Cancelling>& lines) const {
    std::optional<std::vector<Expr>> conditions;
    if (kept_ == Copies::Remaining::none) conditions = conditions_of(part);
    for (Cancelling& line : lines) {
      if (conditions) {
        line.conditions.insert(line.conditions.end(), conditions->begin(), conditions->end());
      } else {
        line.parts.insert(line.parts.end(), 2, part);
      }
    }
  }
  /// When the part is a position; nothing where that can't be told by conditions that come after
  /// all others.
  std::optional<std::vector<Expr>> conditions_of(const Part& part) const {
    if (surely_stands(part)) return std::vector<Expr>{};
    if (is_alias_ || fails_ || part.game->is_alias || !part.binders.empty()) return std::nullopt;
    std::vector<Expr> result;
    for (const Expr& term : part.coordinates) {
      if (may_fail(term)) return std::nullopt;
      if (is_natural(term)) continue;
      result.push_back(apply(Op::le, {constant(0), term}));
      result.back().span = term.span;
    }
    return result;
  }
  /// Lines for an odd number, for an even one and for none; for the last two one line, where they
  /// leave the same.
  void split(const Counted& one) {
    const auto with = [&](const Expr& condition) {
      std::vector<Cancelling> lines = lines_;
      for (Cancelling& line : lines) {
        line.conditions.push_back(condition);
        line.conditions.back().span = one.count.span;
      }
      return lines;
    };
    const Expr parity = apply(Op::mod, {one.count, constant(2)});
    std::vector<Cancelling> odd = with(apply(Op::eq, {parity, constant(1)}));
    for (Cancelling& line : odd) line.parts.push_back(one.part);
    if (kept_ == Copies::Remaining::none && surely_stands(one.part)) {
      std::vector<Cancelling> others = with(apply(Op::eq, {parity, constant(0)}));
      lines_ = std::move(odd);
      lines_.insert(lines_.end(), others.begin(), others.end());
      return;
    }
    std::vector<Cancelling> none = with(apply(Op::eq, {one.count, constant(0)}));
    std::vector<Cancelling> even = with(apply(Op::eq, {parity, constant(0)}));
    for (Cancelling& line : even) {
      line.conditions.push_back(apply(Op::lt, {constant(0), one.count}));
      line.conditions.back().span = one.count.span;
    }
    add_pair(one.part, even);
    lines_ = std::move(odd);
    lines_.insert(lines_.end(), even.begin(), even.end());
    lines_.insert(lines_.end(), none.begin(), none.end());
  }

  Copies::Remaining kept_;
  bool is_alias_;
  bool fails_;  // a condition, or a term of a part before, may fail
  std::vector<Cancelling> lines_;
};

}  // namespace

bool has_repeated_parts(const Rule& rule) {
  return std::any_of(rule.moves.begin(), rule.moves.end(), [](const MoveLine& line) {
    return std::any_of(line.parts.begin(), line.parts.end(),
                       [](const Part& part) { return !part.binders.empty(); });
  });
}

bool Copies::has_copies(const Rule& rule) {
  if (const auto known = has_copies_.find(&rule); known != has_copies_.end()) return known->second;
  std::set<const Rule*> reached{&rule};
  std::vector<const Rule*> open{&rule};
  bool found = false;
  while (!open.empty() && !found) {
    const Rule& here = *open.back();
    open.pop_back();
    found = here.code == nullptr && has_many(here, 2);
    const auto reach = [&](const std::vector<Part>& parts) {
      for (const Part& part : parts) {
        if (reached.insert(part.game).second) open.push_back(part.game);
      }
    };
    reach(here.alias);
    for (const MoveLine& line : here.moves) reach(line.parts);
  }
  return has_copies_[&rule] = found;
}

const Rule& Copies::cancelled(const Rule& rule, Remaining kept) {
  return has_copies(rule) ? made_of(rule, kept) : rule;
}

const Rule& Copies::made_of(const Rule& rule, Remaining kept) {
  const Rule*& known = cancelled_[static_cast<size_t>(kept)][&rule];
  if (known != nullptr) return *known;
  Rule& made = rules_.emplace_back(rule);
  known = &made;
  has_copies_[&made] = false;
  const auto of_game = [&](Counted one) {
    one.part.game = &cancelled(*one.part.game, kept);
    return one;
  };
  made.moves.clear();
  for (const MoveLine& written : rule.moves) {
    MoveLine line = written;
    solve_products(line);
    line = without_told_variables(std::move(line));
    line.parts = written_parts(line);
    Canceller canceller(kept, false, line.conditions);
    const bool many = rule.code == nullptr && has_many(line.parts, 2);
    for (const Part& part : many ? std::vector<Part>() : line.parts)
      canceller.add(of_game({part, {}, part.binders}));
    for (const Counted& one : many ? counted_parts(line.parts) : std::vector<Counted>())
      canceller.add(of_game(one));
    for (Cancelling& cancelling : canceller.take()) {
      MoveLine& result = made.moves.emplace_back(line);
      result.conditions = std::move(cancelling.conditions);
      result.parts = std::move(cancelling.parts);
    }
  }
  Canceller canceller(kept, true, {});
  for (const Counted& one : counted_parts(rule.alias)) canceller.add(of_game(one));
  made.alias = std::move(canceller.take()[0].parts);
  return made;
}

const Rule& Copies::counted(const Rule& rule) {
  const Rule*& known = counted_[&rule];
  if (known != nullptr) return *known;
  known = &rule;
  const auto leads_to_counted = [&](const Part& part) {
    return part.game->is_alias && &counted(*part.game) != part.game;
  };
  const auto changes = [&](const std::vector<Part>& parts) {
    return has_many(parts, kMostListedCopies) ||
           std::any_of(parts.begin(), parts.end(), leads_to_counted);
  };
  if (!changes(rule.alias) &&
      std::none_of(rule.moves.begin(), rule.moves.end(),
                   [&](const MoveLine& line) { return changes(line.parts); }))
    return rule;
  Rule& made = rules_.emplace_back(rule);
  counted_[&rule] = &made;
  const auto rewrite = [&](std::vector<Part>& parts) {
    std::vector<Part> result;
    for (Counted& one : counted_parts(parts)) {
      Part& part = one.part;
      if (part.game->is_alias) part.game = &counted(*part.game);
      if (!one.are_many(kMostListedCopies)) {
        result.insert(result.end(), static_cast<size_t>(one.count.value), part);
        continue;
      }
      part.game = &counts_of(*part.game);
      part.coordinates.insert(part.coordinates.begin(), one.count);
      if (!is_constant(one.count)) {  // where there are none, the coordinates do not count
        Binder some = one.counting[0];
        some.low.clear();
        some.high = {apply(Op::sub, {apply(Op::min, {one.count, constant(1)}), constant(1)})};
        part.binders.push_back(std::move(some));
      }
      result.push_back(std::move(part));
    }
    parts = std::move(result);
  };
  rewrite(made.alias);
  for (MoveLine& line : made.moves) {
    rewrite(line.parts);
    solve_products(line);
  }
  return made;
}

const Rule& Copies::counts_of(const Rule& rule) {
  const Rule*& known = counts_[&rule];
  if (known != nullptr) return *known;
  Rule& made = rules_.emplace_back();
  known = &made;
  made.name = rule.name;
  made.full_name = "copies of " + rule.full_name;
  made.coordinates = rule.coordinates;
  made.coordinates.insert(made.coordinates.begin(), "");
  made.source = rule.source;
  copied_[&made] = &rule;
  return made;
}

const Rule* Copies::copied(const Rule& rule) const {
  const auto known = copied_.find(&rule);
  return known == copied_.end() ? nullptr : known->second;
}

}  // namespace grundy
