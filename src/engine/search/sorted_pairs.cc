// Pairs whose order says nothing, kept in order by the rule: `g(max(a - k*b, b), min(a - k*b, b))`.
//
// Problem: laws and theorems are about terms without max and min, and about both orders of the
// pair.
// Idea: let (a, b) and (b, a) be one position. The lines are then said of a pair in one order, and
// once more with the places changed for a pair in the other, and no part has to be put in order. Of
// two equal numbers both are said.
// Example: `g(max(a - k, b), min(a - k, b)) for k in 1..a` for a >= b becomes g(a - k, b) if a >=
// b, and g(a, b - k) if a <= b.
// Cost: reading the rule once.
#include <algorithm>

#include "engine/search/rewriting.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

/// A part put in order: its two terms, and whether the greater one comes first.
struct OrderedPart {
  std::vector<Expr> terms;
  bool falls = true;
};

std::optional<OrderedPart> ordered_part(const Part& part) {
  const Expr& first = part.coordinates[0];
  const Expr& second = part.coordinates[1];
  const bool falls = first.op == Op::max && second.op == Op::min;
  const bool rises = first.op == Op::min && second.op == Op::max;
  if ((!falls && !rises) || first.args.size() != 2 || second.args.size() != 2) return std::nullopt;
  const bool same_order =
      same(first.args[0], second.args[0]) && same(first.args[1], second.args[1]);
  const bool turned = same(first.args[0], second.args[1]) && same(first.args[1], second.args[0]);
  if (!same_order && !turned) return std::nullopt;
  return OrderedPart{first.args, falls};
}

class SortedPairs final : public Rewriting {
 public:
  SortedPairs(const Rule& rule, bool falls) : rule_(rule), falls_(falls) {}

  std::string knows() const override { return "the order of the pair says nothing"; }
  std::optional<std::vector<int64_t>> key(const Coordinates& position) const override {
    const bool in_order = falls_ ? position[1] <= position[0] : position[0] <= position[1];
    return in_order ? std::optional(std::vector<int64_t>()) : std::nullopt;
  }

  std::unique_ptr<const Rule> rule(const std::vector<int64_t>&) const override {
    auto result = std::make_unique<Rule>(rule_);
    result->moves.clear();
    for (const bool mirrored : {false, true}) {
      for (MoveLine line : rule_.moves) {
        for (Part& part : line.parts) {
          part.coordinates = ordered_part(part)->terms;
          if (mirrored) std::swap(part.coordinates[0], part.coordinates[1]);
        }
        std::vector<Expr> terms;
        for (size_t s = 0; s < line.slot_names.size(); ++s) terms.push_back(slot(s));
        if (mirrored) std::swap(terms[0], terms[1]);
        put_other_slots(line, terms);
        const bool first_is_greater = falls_ != mirrored;
        const Expr less = slot(first_is_greater ? 1 : 0);
        const Expr greater = slot(first_is_greater ? 0 : 1);
        line.conditions.insert(line.conditions.begin(), apply(Op::le, {less, greater}));
        for (Part& part : line.parts) part.game = result.get();
        result->moves.push_back(std::move(line));
      }
    }
    return result;
  }

  std::pair<const Rule*, Coordinates> back(const Coordinates& there,
                                           const Coordinates&) const override {
    Coordinates sorted = there;
    std::sort(sorted.begin(), sorted.end());
    if (falls_) std::reverse(sorted.begin(), sorted.end());
    return {&rule_, std::move(sorted)};
  }

 private:
  const Rule& rule_;
  bool falls_;  // the greater number comes first
};

}  // namespace

std::unique_ptr<Rewriting> with_pairs_in_any_order(const Rule& rule) {
  if (rule.arity() != 2) return nullptr;
  std::optional<bool> falls;
  for (const MoveLine& line : rule.moves) {
    for (const Part& part : line.parts) {
      const auto ordered =
          part.game == &rule && part.binders.empty() ? ordered_part(part) : std::nullopt;
      if (!ordered || falls.value_or(ordered->falls) != ordered->falls) return nullptr;
      falls = ordered->falls;
    }
  }
  return falls ? std::make_unique<SortedPairs>(rule, *falls) : nullptr;
}

}  // namespace grundy
