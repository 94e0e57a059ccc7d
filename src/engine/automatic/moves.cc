#include "engine/automatic/moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "rule/evaluate.h"
#include "rule/fibonacci.h"

namespace grundy::automatic {
namespace {

/// A term: in each case its guard holds, and exactly one case does.
struct TermCase {
  Relation guard;
  Linear term;
};
using Cases = std::vector<TermCase>;

bool never_negative(const Linear& term) {
  return term.constant >= 0 && std::all_of(term.factors.begin(), term.factors.end(),
                                           [](const auto& f) { return f.second > 0; });
}

constexpr size_t kMostElements = 256;  // of a set
constexpr size_t kMostCases = 16;
constexpr size_t kMostDomainSlots = 64;  // coordinates, and the names of quantifiers

class LineCompiler {
 public:
  explicit LineCompiler(Workshop& shop, Track first_free) : shop_(shop), next_(first_free) {}

  const std::string& refusal() const { return refusal_; }
  std::vector<Relation>& parts() { return parts_; }
  std::vector<Track>& made() { return made_; }

  Track fresh() {
    made_.push_back(next_);
    return next_++;
  }

  /// Refuses the first time; automata made from then on mean nothing.
  void refuse(std::string why) {
    if (refusal_.empty()) refusal_ = std::move(why);
  }

  Cases term(const Expr& e) {
    if (!refusal_.empty()) return plain({});
    switch (e.op) {
      case Op::constant:
        return plain(constant_term(e.value));
      case Op::slot:
        return plain(track_term(static_cast<Track>(e.value)));
      case Op::neg:
        return mapped(term(e.args[0]), [](const Linear& t) { return (-1) * t; });
      case Op::add:
        return combined(term(e.args[0]), term(e.args[1]),
                        [](const Linear& a, const Linear& b) { return a + b; });
      case Op::sub:
        return combined(term(e.args[0]), term(e.args[1]),
                        [](const Linear& a, const Linear& b) { return a - b; });
      case Op::mul:
        return combined(term(e.args[0]), term(e.args[1]), [&](const Linear& a, const Linear& b) {
          if (a.factors.empty()) return a.constant * b;
          if (b.factors.empty()) return b.constant * a;
          refuse("it multiplies variables");
          return Linear{};
        });
      case Op::div:
        return quotient(term(e.args[0]), e.args[1], false);
      case Op::mod:
        return quotient(term(e.args[0]), e.args[1], true);
      case Op::min:
      case Op::max: {
        Cases best = term(e.args[0]);
        for (size_t i = 1; i < e.args.size(); ++i)
          best = chosen(best, term(e.args[i]), e.op == Op::min);
        return best;
      }
      case Op::abs:
        return magnitude(term(e.args[0]));
      case Op::bit_xor:
        return nim_sum(term(e.args[0]), term(e.args[1]));
      case Op::bit_and:
      case Op::bit_or: {
        // a + b counts a common bit twice, a ^^ b not at all: 2·(a & b) = a + b - (a ^^ b), 2·(a |
        // b) = a + b + (a ^^ b).
        const Op sign = e.op == Op::bit_and ? Op::sub : Op::add;
        const Expr twice = apply(sign, {apply(Op::add, e.args), apply(Op::bit_xor, e.args)});
        return term(apply(Op::div, {twice, constant(2)}));
      }
      default:
        refuse(fmt::format("its term '{}' is beyond automata", info(e.op).text));
        return plain({});
    }
  }

  Relation condition(const Expr& e) {
    if (!refusal_.empty()) return shop_.truth(true);
    if (const Expr* n = asked_for_fibonacci(e))
      return among(magnitude(term(*n)), [&](Track x) { return shop_.fibonacci(x); });
    switch (e.op) {
      case Op::constant:
        return shop_.truth(e.value != 0);
      case Op::eq:
        return compared(e, [&](const Linear& d) { return shop_.is_zero(d); });
      case Op::ne:
        return shop_.negation(compared(e, [&](const Linear& d) { return shop_.is_zero(d); }));
      case Op::lt:
        return compared(e,
                        [&](const Linear& d) { return shop_.at_most_zero(d + constant_term(1)); });
      case Op::le:
        return compared(e, [&](const Linear& d) { return shop_.at_most_zero(d); });
      case Op::logical_and:
        return shop_.both(condition(e.args[0]), condition(e.args[1]));
      case Op::logical_or:
        return shop_.either(condition(e.args[0]), condition(e.args[1]));
      case Op::logical_not:
        return shop_.negation(condition(e.args[0]));
      case Op::in_set: {
        std::vector<Cases> tuple;
        for (const Expr& arg : e.args) tuple.push_back(term(arg));
        return member(tuple, *e.set);
      }
      case Op::quantifier:
        return quantifier(*e.quantifier, e.value != 0);
      case Op::ispower:
        if (e.args[1].op != Op::constant) {
          refuse("it asks for powers of a variable");
          return shop_.truth(true);
        }
        return among(term(e.args[0]), [&](Track x) { return shop_.power(x, e.args[1].value); });
      default:
        refuse(fmt::format("its condition '{}' is beyond automata", info(e.op).text));
        return shop_.truth(true);
    }
  }

  Relation range(const Binder& binder) {
    std::vector<Cases> tuple;
    for (const size_t s : binder.slots) tuple.push_back(plain(track_term(static_cast<Track>(s))));
    Relation result = shop_.truth(true);
    switch (binder.kind) {
      case Binder::Kind::range:
        for (const Expr& low : binder.low)
          result = shop_.both(result, related(term(low), tuple[0], [&](const Linear& d) {
                                return shop_.at_most_zero(d);
                              }));
        for (const Expr& high : binder.high)
          result = shop_.both(result, related(tuple[0], term(high), [&](const Linear& d) {
                                return shop_.at_most_zero(d);
                              }));
        return result;
      case Binder::Kind::equal:
        return related(tuple[0], term(binder.low[0]),
                       [&](const Linear& d) { return shop_.is_zero(d); });
      case Binder::Kind::in_set:
        return member(tuple, *binder.set);
      case Binder::Kind::values: {
        Relation any = shop_.truth(false);
        for (const Expr& value : binder.values)
          any = shop_.either(any, related(tuple[0], term(value),
                                          [&](const Linear& d) { return shop_.is_zero(d); }));
        return any;
      }
    }
    return result;
  }

  /// The track is the term.
  Relation defined_as(Track track, const Cases& cases) {
    return related(plain(track_term(track)), cases,
                   [&](const Linear& d) { return shop_.is_zero(d); });
  }

 private:
  /// The term is one of the numbers that numbers(x) are.
  template <class Numbers>
  Relation among(const Cases& cases, const Numbers& numbers) {
    Relation result = shop_.truth(false);
    for (const TermCase& c : cases) {
      const Track x = fresh();
      // Where the term is negative there is no such x: the track is projected here.
      const Relation here = shop_.both(numbers(x), shop_.is_zero(track_term(x) - c.term));
      result = shop_.either(result, shop_.both(c.guard, shop_.exists(here, {x})));
    }
    return result;
  }

  Cases plain(Linear term) { return {{shop_.truth(true), std::move(term)}}; }

  template <class Map>
  Cases mapped(Cases cases, const Map& map) {
    for (TermCase& c : cases) c.term = map(c.term);
    return cases;
  }

  template <class Combine>
  Cases combined(const Cases& a, const Cases& b, const Combine& combine) {
    Cases result;
    for (const TermCase& x : a) {
      for (const TermCase& y : b) {
        Relation guard = shop_.both(x.guard, y.guard);
        if (!guard.empty()) result.push_back({std::move(guard), combine(x.term, y.term)});
      }
    }
    if (result.size() > kMostCases) {
      refuse("a term has too many cases");
      return plain({});
    }
    return result;
  }

  Cases magnitude(const Cases& t) {
    return chosen(t, mapped(t, [](const Linear& a) { return (-1) * a; }), false);
  }

  Cases chosen(const Cases& a, const Cases& b, bool least) {
    Cases result;
    for (const TermCase& x : a) {
      for (const TermCase& y : b) {
        const Relation guard = shop_.both(x.guard, y.guard);
        const Relation first =
            least ? shop_.at_most(x.term, y.term) : shop_.at_most(y.term, x.term);
        Relation here = shop_.both(guard, first), other = shop_.without(guard, first);
        if (!here.empty()) result.push_back({std::move(here), x.term});
        if (!other.empty()) result.push_back({std::move(other), y.term});
      }
    }
    if (result.size() > kMostCases) {
      refuse("a term has too many cases");
      return plain({});
    }
    return result;
  }

  /// ⌊t/d⌋, or the remainder, of each case: a track q with 0 <= t - d·q < d, or with 0 <= t + d·q <
  /// d where t < 0.
  Cases quotient(const Cases& cases, const Expr& by, bool remainder) {
    if (by.op != Op::constant || by.value < 1 || by.value > 1 << 16) {
      refuse("it divides by something that is no positive constant");
      return plain({});
    }
    const int64_t d = by.value;
    Cases result;
    for (const TermCase& c : cases) {
      const Track q = fresh();
      const auto within = [&](const Linear& rest) {
        return shop_.both(shop_.at_most_zero((-1) * rest),
                          shop_.at_most_zero(rest - constant_term(d - 1)));
      };
      const Linear below = c.term - d * track_term(q), above = c.term + d * track_term(q);
      if (never_negative(c.term)) {
        parts_.push_back(within(below));
        result.push_back({c.guard, remainder ? below : track_term(q)});
        continue;
      }
      const Relation negative = shop_.at_most_zero(c.term + constant_term(1));
      parts_.push_back(shop_.either(shop_.without(within(below), negative),
                                    shop_.both(within(above), negative)));
      result.push_back({shop_.without(c.guard, negative), remainder ? below : track_term(q)});
      result.push_back({shop_.both(c.guard, negative), remainder ? above : (-1) * track_term(q)});
    }
    return result;
  }

  /// A track for the term, or for -1 - t where it is negative; the cases tell which.
  struct Magnitude {
    Relation guard;
    Track track;
    bool inverted;
  };
  std::vector<Magnitude> magnitudes(const Cases& cases) {
    std::vector<Magnitude> result;
    for (const TermCase& c : cases) {
      if (c.term.constant == 0 && c.term.factors.size() == 1 &&
          c.term.factors.begin()->second == 1) {
        result.push_back({c.guard, c.term.factors.begin()->first, false});
        continue;
      }
      const Track u = fresh();
      const Relation same = shop_.is_zero(track_term(u) - c.term);
      if (never_negative(c.term)) {
        parts_.push_back(same);
        result.push_back({c.guard, u, false});
        continue;
      }
      const Relation negative = shop_.at_most_zero(c.term + constant_term(1));
      const Relation inverse = shop_.is_zero(track_term(u) + c.term + constant_term(1));
      parts_.push_back(shop_.either(same, inverse));  // at most one of them has a natural u
      result.push_back({shop_.without(c.guard, negative), u, false});
      result.push_back({shop_.both(c.guard, negative), u, true});
    }
    return result;
  }

  Cases nim_sum(const Cases& a, const Cases& b) {
    Cases result;
    const auto left = magnitudes(a), right = magnitudes(b);
    for (const Magnitude& x : left) {
      for (const Magnitude& y : right) {
        const Track z = fresh();
        parts_.push_back(shop_.nim_sum(x.track, y.track, z));
        Relation guard = shop_.both(x.guard, y.guard);
        result.push_back({std::move(guard), x.inverted == y.inverted
                                                ? track_term(z)
                                                : constant_term(-1) - track_term(z)});
      }
    }
    if (result.size() > kMostCases) refuse("a term has too many cases");
    return result;
  }

  template <class Atom>
  Relation related(const Cases& a, const Cases& b, const Atom& atom) {
    Relation result = shop_.truth(false);
    for (const TermCase& c : combined(a, b, [](const Linear&x, const Linear&y) { return x - y; }))
      result = shop_.either(result, shop_.both(c.guard, atom(c.term)));
    return result;
  }
  template <class Atom>
  Relation compared(const Expr& e, const Atom& atom) {
    return related(term(e.args[0]), term(e.args[1]), atom);
  }

  Relation member(const std::vector<Cases>& tuple, const NumberSet& set) {
    if (set.size() > kMostElements)
      refuse(fmt::format("a set has more than {} elements", kMostElements));
    Relation inside = shop_.truth(false);
    for (size_t i = 0; i < set.size() && refusal_.empty(); ++i) {
      Relation here = shop_.truth(true);
      for (size_t j = 0; j < tuple.size(); ++j) {
        here = shop_.both(here, related(tuple[j], plain(constant_term(set.flat[i * set.arity + j])),
                                        [&](const Linear& d) { return shop_.is_zero(d); }));
      }
      inside = shop_.either(inside, here);
    }
    if (!set.complement) return inside;
    Relation natural = shop_.truth(true);
    for (const Cases& one : tuple)
      natural = shop_.both(
          natural, related(plain({}), one, [&](const Linear& d) { return shop_.at_most_zero(d); }));
    return shop_.without(natural, inside);
  }

  Relation quantifier(const Quantifier& q, bool all) {
    LineCompiler inner(shop_, next_);
    std::vector<Relation> parts;
    for (const Binder& binder : q.binders) {
      for (const size_t s : binder.slots) inner.made_.push_back(static_cast<Track>(s));
      parts.push_back(inner.range(binder));
    }
    for (const Expr& filter : q.filter) parts.push_back(inner.condition(filter));
    const Relation holds = inner.condition(q.condition);
    parts.push_back(all ? shop_.negation(holds) : holds);
    for (Relation& definition : inner.parts_) parts.push_back(std::move(definition));
    next_ = inner.next_;
    if (!inner.refusal_.empty()) refuse(inner.refusal_);
    const Relation exists = shop_.exists_all(std::move(parts), inner.made_);
    return all ? shop_.negation(exists) : exists;
  }

  Workshop& shop_;
  Track next_;
  std::vector<Relation> parts_;  // definitions
  std::vector<Track> made_;
  std::string refusal_;
};

constexpr Track kFirstMadeTrack = 100;

/// Calls visit(term) for every term of the rule, from the outside in.
void visit_terms(const Expr& e, const std::function<void(const Expr&)>& visit) {
  visit(e);
  for (const Expr& arg : e.args) visit_terms(arg, visit);
  if (e.quantifier == nullptr) return;
  for (const Expr& f : e.quantifier->filter) visit_terms(f, visit);
  visit_terms(e.quantifier->condition, visit);
}
void visit_terms(const Rule& rule, const std::function<void(const Expr&)>& visit) {
  for (const MoveLine& line : rule.moves) {
    for (const Binder& binder : line.binders) {
      for (const auto* list : {&binder.low, &binder.high, &binder.values}) {
        for (const Expr& e : *list) visit_terms(e, visit);
      }
    }
    for (const Expr& e : line.conditions) visit_terms(e, visit);
    for (const Part& part : line.parts) {
      for (const Expr& e : part.coordinates) visit_terms(e, visit);
    }
  }
}

Error not_made(const Workshop& workshop, const LineCompiler& compiler) {
  return Error::declined(compiler.refusal().empty() ? workshop.failure() : compiler.refusal());
}

}  // namespace

Attempt<std::vector<LineMoves>> line_moves(Workshop& workshop, const Rule& rule) {
  if (rule.is_alias || rule.moves_by_code || rule.board || rule.arity() == 0)
    return Error::declined("it has no move lines of numbers");
  std::vector<LineMoves> result;
  for (const MoveLine& line : rule.moves) {
    LineCompiler compiler(workshop, kFirstMadeTrack);
    LineMoves made;
    std::vector<Relation> all;
    std::set<Track> gone, kept;
    for (const Binder& binder : line.binders) {
      for (const size_t s : binder.slots) gone.insert(static_cast<Track>(s));
      all.push_back(compiler.range(binder));
    }
    for (const Expr& c : line.conditions) all.push_back(compiler.condition(c));
    for (const Part& part : line.parts) {
      if (part.game != &rule) return Error::declined("it leads to other games");
      if (!part.binders.empty()) return Error::declined("a move leads to a sum of many parts");
      std::vector<Track>& tracks = made.parts.emplace_back();
      for (const Expr& coordinate : part.coordinates) {
        if (coordinate.op == Op::slot) {
          tracks.push_back(static_cast<Track>(coordinate.value));
        } else {
          tracks.push_back(compiler.fresh());
          all.push_back(compiler.defined_as(tracks.back(), compiler.term(coordinate)));
        }
        kept.insert(tracks.back());
      }
    }
    if (!compiler.refusal().empty()) return not_made(workshop, compiler);
    for (Relation& definition : compiler.parts()) all.push_back(std::move(definition));
    for (const Track track : compiler.made()) gone.insert(track);
    std::vector<Track> projected;
    std::set_difference(gone.begin(), gone.end(), kept.begin(), kept.end(),
                        std::back_inserter(projected));
    // Every track that is kept is read, so that the tuples are of natural numbers.
    std::vector<Track> read(kept.begin(), kept.end());
    for (size_t i = 0; i < rule.arity(); ++i) read.push_back(static_cast<Track>(i));
    std::sort(read.begin(), read.end());
    read.erase(std::unique(read.begin(), read.end()), read.end());
    made.moves =
        workshop.both(workshop.exists_all(std::move(all), projected), workshop.anything(read));
    if (workshop.failed()) return not_made(workshop, compiler);
    result.push_back(std::move(made));
  }
  return result;
}

bool is_inside(const Domain& domain, std::vector<int64_t> position) {
  Fault fault;
  position.resize(kMostDomainSlots, 0);
  Environment slots(std::move(position));
  return std::all_of(domain.conditions.begin(), domain.conditions.end(), [&](const Expr& c) {
    return evaluate(c, slots, fault) != 0 && fault.kind == Fault::Kind::none;
  });
}

Attempt<Relation> positions_where(Workshop& workshop, const Expr& condition) {
  LineCompiler compiler(workshop, kFirstMadeTrack);
  std::vector<Relation> parts{compiler.condition(condition)};
  for (Relation& definition : compiler.parts()) parts.push_back(std::move(definition));
  Relation result = workshop.exists_all(std::move(parts), compiler.made());
  if (workshop.failed() || !compiler.refusal().empty()) return not_made(workshop, compiler);
  return result;
}

Attempt<Relation> graph_of_term(Workshop& workshop, const Expr& term, Track value) {
  LineCompiler compiler(workshop, kFirstMadeTrack);
  std::vector<Relation> parts{compiler.defined_as(value, compiler.term(term))};
  for (Relation& definition : compiler.parts()) parts.push_back(std::move(definition));
  Relation result = workshop.exists_all(std::move(parts), compiler.made());
  if (workshop.failed() || !compiler.refusal().empty()) return not_made(workshop, compiler);
  return result;
}

std::vector<int64_t> constant_divisors(const Rule& rule) {
  std::set<int64_t> found;
  visit_terms(rule, [&](const Expr& e) {
    if ((e.op == Op::div || e.op == Op::mod || e.op == Op::ispower) &&
        e.args[1].op == Op::constant && e.args[1].value >= 2)
      found.insert(e.args[1].value);
    // 3*k <= n < 3*k + 3 is another way to write k = n/3.
    if (e.op == Op::mul && e.args[0].op == Op::constant && e.args[0].value >= 2 &&
        e.args[1].op == Op::slot && e.args[1].value >= static_cast<int64_t>(rule.arity()))
      found.insert(e.args[0].value);
  });
  return {found.begin(), found.end()};
}

std::optional<int> asked_powers(const Rule& rule) {
  std::optional<int> found;
  visit_terms(rule, [&](const Expr& e) {
    if (e.op == Op::ispower && e.args[1].op == Op::constant && e.args[1].value >= 2 &&
        e.args[1].value <= 12)
      found = static_cast<int>(e.args[1].value);
  });
  return found;
}

bool takes_nim_sums(const Rule& rule) {
  bool found = false;
  visit_terms(rule, [&](const Expr& e) {
    found = found || e.op == Op::bit_xor || e.op == Op::bit_and || e.op == Op::bit_or;
  });
  return found;
}

bool asks_for_fibonacci_numbers(const Rule& rule) {
  bool found = false;
  visit_terms(rule, [&](const Expr& e) { found = found || asked_for_fibonacci(e) != nullptr; });
  return found;
}

}  // namespace grundy::automatic
