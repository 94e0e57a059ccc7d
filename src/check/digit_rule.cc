#include "check/digit_rule.h"

#include <algorithm>
#include <map>
#include <set>

#include "rule/fibonacci.h"

namespace grundy::digits {
namespace {

constexpr size_t kMostSetElements = 256;
constexpr int64_t kMostNumber = int64_t{1} << 30;

class LineReader {
 public:
  LineReader(Machine& machine, size_t slots, std::string& reason)
      : machine_(machine), next_(static_cast<int>(slots)), reason_(reason) {}
  /// Coordinates are on other tracks than their numbers.
  LineReader(Machine& machine, size_t slots, std::string& reason, std::vector<int> coordinates)
      : LineReader(machine, slots, reason) {
    coordinates_ = std::move(coordinates);
  }

  Sum term(const Expr& e) {
    switch (e.op) {
      case Op::constant:
        return e.value > kMostNumber || e.value < -kMostNumber ? refuse("a constant is too large")
                                                               : number(e.value);
      case Op::slot:
        return slot(static_cast<int>(e.value));
      case Op::neg:
        return -1 * term(e.args[0]);
      case Op::add:
        return term(e.args[0]) + term(e.args[1]);
      case Op::sub:
        return term(e.args[0]) + -1 * term(e.args[1]);
      case Op::mul: {
        const Sum a = term(e.args[0]), b = term(e.args[1]);
        if (a.factors.empty() && std::abs(a.constant) <= kMostNumber) return a.constant * b;
        if (b.factors.empty() && std::abs(b.constant) <= kMostNumber) return b.constant * a;
        return refuse("it multiplies variables");
      }
      case Op::div:
      case Op::mod: {
        const Sum t = term(e.args[0]), d = term(e.args[1]);
        if (!d.factors.empty() || d.constant < 1 || d.constant > kMostNumber)
          return refuse("it divides by something that is no positive constant");
        const Sum q = quotient(e.args[0], t);
        const Sum rest = t + -d.constant * q;
        definitions_.push_back(machine_.at_most_zero(-1 * rest));
        definitions_.push_back(machine_.at_most_zero(rest + number(1 - d.constant)));
        return e.op == Op::div ? q : rest;
      }
      case Op::min:
      case Op::max: {
        std::vector<Sum> terms;
        for (const Expr& arg : e.args) terms.push_back(term(arg));
        const int u = fresh_for(terms);
        const int64_t sign = e.op == Op::min ? 1 : -1;
        std::vector<Node> some;
        for (const Sum& t : terms) {
          definitions_.push_back(machine_.at_most_zero(sign * (track(u) + -1 * t)));
          some.push_back(machine_.zero(track(u) + -1 * t));
        }
        definitions_.push_back(any(std::move(some)));
        return track(u);
      }
      case Op::abs: {
        const Sum t = term(e.args[0]);
        const int u = next_++;  // natural whatever the sign of t
        definitions_.push_back(machine_.at_most_zero(t + -1 * track(u)));
        definitions_.push_back(machine_.at_most_zero(-1 * t + -1 * track(u)));
        definitions_.push_back(
            any({machine_.zero(track(u) + -1 * t), machine_.zero(track(u) + t)}));
        return track(u);
      }
      case Op::bit_xor:
      case Op::bit_and:
      case Op::bit_or: {
        const int digits = machine_.system().digits;
        if (machine_.system().recurrence.size() != 1 || (digits & (digits - 1)) != 0)
          return refuse("it takes exclusive-ors outside base 2");
        int of[2];
        for (size_t i = 0; i < 2; ++i) {
          const Sum t = term(e.args[i]);
          of[i] = fresh_for({t});
          definitions_.push_back(machine_.zero(track(of[i]) + -1 * t));
        }
        const int z = next_++;
        definitions_.push_back(machine_.nim_sum(of[0], of[1], z));
        if (e.op == Op::bit_xor) return track(z);
        // 2·(a & b) = a + b - (a ^^ b), and 2·(a | b) = a + b + (a ^^ b).
        const int u = next_++;
        const int64_t sign = e.op == Op::bit_and ? -1 : 1;
        definitions_.push_back(
            machine_.zero(track(of[0]) + track(of[1]) + sign * track(z) + -2 * track(u)));
        return track(u);
      }
      default:
        return refuse("it has a term beyond linear ones, min, max, abs, ^^, & and |");
    }
  }

  Node condition(const Expr& e) {
    const auto difference = [&] { return term(e.args[0]) + -1 * term(e.args[1]); };
    if (const Expr* asked = asked_for_fibonacci(e)) return is_fibonacci(*asked);
    switch (e.op) {
      case Op::constant:
        return e.value != 0 ? all({}) : any({});
      case Op::eq:
        return machine_.zero(difference());
      case Op::ne:
        return no(machine_.zero(difference()));
      case Op::lt:
        return machine_.at_most_zero(difference() + number(1));
      case Op::le:
        return machine_.at_most_zero(difference());
      case Op::logical_and:
      case Op::logical_or: {
        std::vector<Node> both{condition(e.args[0]), condition(e.args[1])};
        return e.op == Op::logical_and ? all(std::move(both)) : any(std::move(both));
      }
      case Op::logical_not:
        return no(condition(e.args[0]));
      case Op::in_set: {
        std::vector<Sum> tuple;
        for (const Expr& arg : e.args) tuple.push_back(term(arg));
        return member(tuple, *e.set);
      }
      case Op::ispower: {
        const Sum base = term(e.args[1]);
        int64_t rest = base.factors.empty() ? base.constant : 0;
        while (rest > 1 && rest % machine_.system().digits == 0) rest /= machine_.system().digits;
        const Sum t = term(e.args[0]);
        if (rest != 1 || base.constant < 2 || machine_.system().recurrence.size() != 1) {
          refuse("it asks for powers of another number than the base's");
          return any({});
        }
        const int x = fresh_for({t});
        definitions_.push_back(machine_.zero(track(x) + -1 * t));
        return machine_.power(x, base.constant);
      }
      default:
        refuse("it has a condition beyond comparisons, sets, powers and Fibonacci numbers");
        return any({});
    }
  }

  Node is_fibonacci(const Expr& e) {
    const Sum t = term(e);
    if (machine_.system().recurrence != std::vector<int64_t>{1, 1}) {
      refuse("it asks for Fibonacci numbers outside Zeckendorf's system");
      return any({});
    }
    const int x = fresh_for({t});
    definitions_.push_back(machine_.zero(track(x) + -1 * t));
    return machine_.fibonacci(x);
  }

  Node range(const Binder& binder) {
    std::vector<Sum> tuple;
    for (const size_t s : binder.slots) tuple.push_back(slot(static_cast<int>(s)));
    std::vector<Node> parts;
    switch (binder.kind) {
      case Binder::Kind::range:
        for (const Expr& low : binder.low)
          parts.push_back(machine_.at_most_zero(term(low) + -1 * tuple[0]));
        for (const Expr& high : binder.high)
          parts.push_back(machine_.at_most_zero(tuple[0] + -1 * term(high)));
        return all(std::move(parts));
      case Binder::Kind::equal:
        return machine_.zero(tuple[0] + -1 * term(binder.low[0]));
      case Binder::Kind::in_set:
        return member(tuple, *binder.set);
      case Binder::Kind::values:
        for (const Expr& value : binder.values)
          parts.push_back(machine_.zero(tuple[0] + -1 * term(value)));
        return any(std::move(parts));
    }
    return any({});
  }

  /// Binders that are told by a coordinate that the move leads to, as k is in a - k: the coordinate
  /// takes the binder's track, and the binder is what it was less that.
  void tell_binders(const MoveLine& line, size_t arity) {
    std::set<int> taken;  // tracks of coordinates
    for (const Part& part : line.parts) {
      for (const Expr& e : part.coordinates) {
        if (e.op == Op::slot) taken.insert(static_cast<int>(e.value));
      }
    }
    for (const Part& part : line.parts) {
      for (const Expr& e : part.coordinates) {
        if (e.op == Op::slot || !is_linear(e)) continue;
        Sum rest = term(e);
        const auto at = std::find_if(rest.factors.begin(), rest.factors.end(), [&](const auto& f) {
          return f.first >= static_cast<int>(arity) && std::abs(f.second) == 1 &&
                 taken.count(f.first) == 0;
        });
        if (at == rest.factors.end()) continue;
        const auto [binder, factor] = *at;
        rest.factors.erase(at);
        const Sum told = factor * (track(binder) + -1 * rest);
        for (auto& [other, sum] : told_) {
          const auto in_sum = sum.factors.find(binder);
          if (in_sum == sum.factors.end()) continue;
          const int64_t times = in_sum->second;
          sum.factors.erase(in_sum);
          sum = sum + times * told;
        }
        told_.emplace(binder, told);
        taken.insert(binder);
        track_of_.emplace(&e, binder);
      }
    }
    for (const auto& [binder, sum] : told_) add(machine_.at_most_zero(-1 * sum), defined());
  }

  /// A conjunct of the line; it is known of all that come after it when it defines nothing.
  void add(Node conjunct, size_t defined_before) {
    if (definitions_.size() == defined_before) known_.push_back(conjunct);
    conjuncts_.push_back(std::move(conjunct));
  }
  size_t defined() const { return definitions_.size(); }
  int next_track() const { return next_; }

  /// The number of a coordinate that a move leads to.
  int coordinate(const Expr& e) {
    if (e.op == Op::slot) return static_cast<int>(e.value);
    if (const auto at = track_of_.find(&e); at != track_of_.end()) return at->second;
    const Sum t = term(e);
    const int y = next_++;
    // Where t is negative there is no such move.
    conjuncts_.push_back(machine_.zero(track(y) + -1 * t));
    return y;
  }

  /// Of conditions alone.
  ConditionReading finish_conditions() {
    if (!negatives_.empty()) refuse("a term may be negative");
    return {all(std::move(conjuncts_)), all(std::move(definitions_))};
  }

  LineReading finish() {
    LineReading result;
    // A term may be negative only where the line is not legal for reasons that define nothing.
    for (Node& negative : negatives_) {
      std::vector<Node> where = known_;
      where.push_back(std::move(negative));
      result.impossible.push_back(all(std::move(where)));
    }
    for (Node& d : definitions_) conjuncts_.push_back(std::move(d));
    result.legal = all(std::move(conjuncts_));
    result.tracks = next_;
    return result;
  }

 private:
  Sum refuse(const char* why) {
    if (reason_.empty()) reason_ = why;
    return {};
  }

  Sum slot(int number) const {
    if (!coordinates_.empty()) return track(coordinates_[static_cast<size_t>(number)]);
    const auto told = told_.find(number);
    return told == told_.end() ? track(number) : told->second;
  }

  /// Whether it is read without a definition.
  static bool is_linear(const Expr& e) {
    const bool sum = e.op == Op::constant || e.op == Op::slot || e.op == Op::neg ||
                     e.op == Op::add || e.op == Op::sub || e.op == Op::mul;
    return sum && std::all_of(e.args.begin(), e.args.end(), is_linear);
  }

  /// Whether no sign or difference in it can make it negative; slots are natural.
  static bool is_natural(const Expr& e) {
    const bool kept = e.op == Op::slot || e.op == Op::add || e.op == Op::mul || e.op == Op::div ||
                      e.op == Op::mod || e.op == Op::min || e.op == Op::max ||
                      e.op == Op::bit_xor || e.op == Op::bit_and || e.op == Op::bit_or;
    return e.op == Op::abs || (e.op == Op::constant && e.value >= 0) ||
           (kept && std::all_of(e.args.begin(), e.args.end(), is_natural));
  }

  /// A quotient that is to be defined, of a dividend e that is t: natural, or the difference of two
  /// numbers of which one is 0.
  Sum quotient(const Expr& e, const Sum& t) {
    if (is_natural(e)) return track(fresh_for({t}));
    const Sum positive = track(next_++), negative = track(next_++);
    definitions_.push_back(any({machine_.zero(positive), machine_.zero(negative)}));
    return positive + -1 * negative;
  }

  /// A number that is to be defined by these terms, none of which may be negative.
  int fresh_for(const std::vector<Sum>& terms) {
    for (const Sum& t : terms) {
      const bool natural =
          t.constant >= 0 && std::all_of(t.factors.begin(), t.factors.end(),
                                         [](const auto& f) { return f.second >= 0; });
      if (natural) continue;
      // Where it may be negative its definition has no solution: so this is asked with those before
      // it only.
      std::vector<Node> where = definitions_;
      where.push_back(machine_.at_most_zero(t + number(1)));
      negatives_.push_back(all(std::move(where)));
    }
    return next_++;
  }

  Node member(const std::vector<Sum>& tuple, const NumberSet& set) {
    if (set.size() > kMostSetElements) refuse("it has a large set");
    std::vector<Node> elements;
    for (size_t i = 0; i < set.size() && i < kMostSetElements; ++i) {
      std::vector<Node> here;
      for (size_t j = 0; j < tuple.size(); ++j)
        here.push_back(machine_.zero(tuple[j] + number(-set.flat[i * set.arity + j])));
      elements.push_back(all(std::move(here)));
    }
    if (!set.complement) return any(std::move(elements));
    std::vector<Node> outside{no(any(std::move(elements)))};
    for (const Sum& t : tuple) outside.push_back(machine_.at_most_zero(-1 * t));
    return all(std::move(outside));
  }

  Machine& machine_;
  int next_;
  std::string& reason_;
  std::vector<int> coordinates_;
  std::map<int, Sum> told_;  // the binders that are told by a coordinate, which has their track
  std::map<const Expr*, int> track_of_;  // of such coordinates
  std::vector<Node> conjuncts_, known_, definitions_, negatives_;
};

}  // namespace

std::optional<ConditionReading> read_conditions(Machine& machine, const MoveLine& line,
                                                const std::vector<int>& coordinates, int& tracks,
                                                std::string& reason) {
  if (!line.binders.empty()) reason = "it has a further name";
  LineReader reader(machine, static_cast<size_t>(tracks), reason, coordinates);
  for (const Expr& c : line.conditions) reader.add(reader.condition(c), reader.defined());
  ConditionReading result = reader.finish_conditions();
  tracks = reader.next_track();
  if (!reason.empty()) return std::nullopt;
  return result;
}

std::optional<LineReading> read_line(Machine& machine, const Rule& rule, const MoveLine& line,
                                     std::string& reason) {
  size_t slots = rule.arity();
  for (const Binder& binder : line.binders) slots += binder.slots.size();
  LineReader reader(machine, slots, reason);
  reader.tell_binders(line, rule.arity());
  for (const Binder& binder : line.binders) {
    const size_t before = reader.defined();
    Node range = reader.range(binder);
    reader.add(std::move(range), before);
  }
  for (const Expr& c : line.conditions) {
    const size_t before = reader.defined();
    Node condition = reader.condition(c);
    reader.add(std::move(condition), before);
  }
  std::vector<std::vector<int>> parts;
  for (const Part& part : line.parts) {
    if (part.game != &rule || !part.binders.empty()) {
      reason = "it does not lead to positions of the same game";
      return std::nullopt;
    }
    std::vector<int>& tracks = parts.emplace_back();
    for (const Expr& e : part.coordinates) tracks.push_back(reader.coordinate(e));
  }
  LineReading result = reader.finish();
  result.parts = std::move(parts);
  if (!reason.empty()) return std::nullopt;
  return result;
}

}  // namespace grundy::digits
