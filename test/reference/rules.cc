#include "reference/rules.h"

#include <algorithm>

namespace grundy::reference {
namespace {

bool has_fault(const Fault& fault) { return fault.kind != Fault::Kind::none; }

/// One line in which every operation without a value is taken to give `trial`, as far as its kind
/// allows.
class GentleLine {
 public:
  GentleLine(const MoveLine& line, int64_t limit, int64_t trial, Moves& result)
      : line_(line), limit_(limit), trial_(trial), result_(result) {}

  void list(Environment& slots, size_t depth = 0) {
    if (depth == line_.binders.size()) return choice(slots);
    const Doubt before = doubt_;
    Binder binder = line_.binders[depth];
    for (auto* terms : {&binder.low, &binder.high, &binder.values}) {
      for (Expr& term : *terms) term = constant(value(term, slots));
    }
    Fault fault;
    for_each_choice(std::span<const Binder>(&binder, 1), slots, limit_, fault, [&] {
      list(slots, depth + 1);
      return true;
    });
    doubt_ = before;
  }

 private:
  struct Doubt {
    Fault fault;        // the first one met
    bool open = false;  // what has no value can't be replaced by a trial
  };

  int64_t value(const Expr& expr, Environment& slots) {
    Fault fault;
    const int64_t result = evaluate(expr, slots, fault);
    if (!has_fault(fault)) return result;
    if (!has_fault(doubt_.fault)) doubt_.fault = fault;
    Fault again;
    const int64_t tried = evaluate(repaired(expr, slots), slots, again);
    doubt_.open = doubt_.open || has_fault(again);
    return tried;
  }

  Expr repaired(const Expr& expr, Environment& slots) const {
    Expr result = expr;
    for (Expr& arg : result.args) arg = repaired(arg, slots);
    if (!info(expr.op).may_fail) return result;
    Fault fault;
    evaluate(result, slots, fault);
    if (fault.kind != Fault::Kind::division_by_zero && fault.kind != Fault::Kind::negative_root)
      return result;
    if (expr.op == Op::isqrt) return constant(trial_);
    Fault none;
    const int64_t dividend = evaluate(result.args[0], slots, none);
    const int64_t size = std::min(trial_, dividend < 0 ? -dividend : dividend);
    return constant(dividend < 0 && expr.op == Op::div ? -size : size);
  }

  void choice(Environment& slots) {
    const Doubt before = doubt_;
    attempt(slots);
    doubt_ = before;
  }

  void attempt(Environment& slots) {
    for (const Expr& condition : line_.conditions) {
      if (value(condition, slots) == 0 && !doubt_.open) return;
    }
    RuleSum sum;
    for (Part part : line_.parts) {
      if (part.binders.empty()) {
        for (Expr& coordinate : part.coordinates) {
          coordinate = constant(value(coordinate, slots));
          if (coordinate.value < 0 && !doubt_.open) return;
        }
      }
      Fault fault;
      bool natural = true;
      sum_of_parts({part}, slots, sum, natural, fault);
      if (!natural) return;
      if (has_fault(fault)) doubt_ = {fault, true};
    }
    if (doubt_.open) return;
    if (has_fault(doubt_.fault)) {
      result_.fault = doubt_.fault;
      return;
    }
    ++result_.choices;
    result_.results.insert(std::move(sum));
  }

  const MoveLine& line_;
  int64_t limit_;
  int64_t trial_;
  Moves& result_;
  Doubt doubt_;
};

}  // namespace

Moves moves(const Rule& rule, const std::vector<int64_t>& coordinates, int64_t limit) {
  Moves result;
  result.fault = moves_by_definition(rule, coordinates, limit, [&](RuleSum sum) {
    ++result.choices;
    result.results.insert(std::move(sum));
  });
  return result;
}

Moves moves_gently(const Rule& rule, const std::vector<int64_t>& coordinates, int64_t limit) {
  if (rule.moves_by_code) return moves(rule, coordinates, limit);
  Moves result;
  for (const MoveLine& line : rule.moves) {
    Environment slots = coordinates;
    slots.resize(line.slot_names.size());
    const uint64_t before = result.choices;
    for (int64_t trial : {0, 1, 2, 3, 5, 8, 20}) {
      result.choices = before;
      GentleLine(line, limit, trial, result).list(slots);
    }
  }
  return result;
}

const Values::Entry& Values::find(const RulePosition& start) {
  if (const auto known = known_.find(start); known != known_.end()) return known->second;
  struct Frame {
    RulePosition position;
    std::set<RuleSum> options;
  };
  std::vector<Frame> stack;
  auto push = [&](const RulePosition& position) {
    Moves found;
    const bool small = std::all_of(position.coordinates.begin(), position.coordinates.end(),
                                   [&](int64_t c) { return c <= largest_; });
    if (known_.size() < most_ && small)
      found = lister_(*position.game, position.coordinates, limit_);
    Entry& entry = known_[position];
    if (known_.size() > most_ || !small) entry.trouble = Trouble::large;
    if (has_fault(found.fault)) {
      entry.trouble = found.fault.kind == Fault::Kind::out_of_patience ||
                              found.fault.kind == Fault::Kind::too_many_parts
                          ? Trouble::large
                          : Trouble::fault;
    }
    if (entry.trouble == Trouble::none) {
      stack.push_back({position, std::move(found.results)});
    } else {
      entry.open = false;
    }
  };
  push(start);
  while (!stack.empty()) {
    const Frame& frame = stack.back();
    Entry& own = known_.at(frame.position);
    std::set<uint64_t> values;
    const RulePosition* unknown = nullptr;
    for (const RuleSum& option : frame.options) {
      uint64_t value = 0;
      for (const RulePosition& part : option) {
        const auto known = known_.find(part);
        if (known == known_.end()) {
          unknown = &part;
          break;
        }
        if (known->second.open) own.trouble = Trouble::never_ends;
        if (known->second.trouble != Trouble::none && own.trouble == Trouble::none)
          own.trouble = known->second.trouble;
        value ^= known->second.value;
      }
      if (unknown != nullptr) break;
      values.insert(value);
    }
    if (unknown != nullptr && own.trouble == Trouble::none) {
      push(RulePosition(*unknown));
      continue;
    }
    own.open = false;
    for (own.value = 0; values.contains(own.value); ++own.value) {
    }
    stack.pop_back();
  }
  return known_.at(start);
}

std::optional<uint64_t> Values::value(const RulePosition& position) {
  const Entry& entry = find(position);
  trouble_ = entry.trouble;
  if (trouble_ != Trouble::none) return std::nullopt;
  return entry.value;
}

std::optional<uint64_t> Values::value(const RuleSum& sum) {
  uint64_t result = 0;
  for (const RulePosition& part : sum) {
    const std::optional<uint64_t> one = value(part);
    if (!one) return std::nullopt;
    result ^= *one;
  }
  return result;
}

const std::set<RuleSum>& WholeSum::options(const RulePosition& part) {
  if (const auto known = options_.find(part); known != options_.end()) return known->second;
  std::set<RuleSum>& result = options_[part];
  if (part.game == nullptr) {
    for (int64_t k = 0; k < part.coordinates[0]; ++k) result.insert({{nullptr, {k}}});
    return result;
  }
  Moves found = moves(*part.game, part.coordinates, limit_);
  failed_ = failed_ || has_fault(found.fault);
  result = std::move(found.results);
  return result;
}

std::optional<bool> WholeSum::mover_wins(RuleSum sum) {
  heaps_ += sum.size() + 1;
  std::sort(sum.begin(), sum.end());
  if (const auto known = known_.find(sum); known != known_.end()) {
    if (!known->second) failed_ = true;  // the position comes again
    return failed_ ? std::nullopt : known->second;
  }
  if (known_.size() >= most_ || heaps_ >= 32 * most_) failed_ = true;
  if (failed_) return std::nullopt;
  known_[sum] = std::nullopt;
  bool any = false;
  bool wins = false;
  for (size_t i = 0; i < sum.size(); ++i) {
    for (const RuleSum& option : options(sum[i])) {
      any = true;
      RuleSum next = sum;
      next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
      next.insert(next.end(), option.begin(), option.end());
      const std::optional<bool> other = mover_wins(std::move(next));
      if (!other) return std::nullopt;
      wins = wins || !*other;
    }
  }
  if (!any) wins = misere_;  // nobody can move: in misère play the player to move has won
  known_[sum] = wins;
  return wins;
}

}  // namespace grundy::reference
