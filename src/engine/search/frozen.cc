#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analysis/order.h"
#include "engine/search/rewriting.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

/// The coordinates that no move changes or, where these may end, that moves keep or set to one and
/// the same number. None if the rule is not of this kind.
std::vector<size_t> frozen_coordinates(const Rule& rule, bool may_end) {
  if (rule.arity() < 2) return {};
  std::vector<std::optional<int64_t>> last(rule.arity());
  std::vector<char> frozen(rule.arity(), 1);
  for (const MoveLine& line : rule.moves) {
    for (const Part& part : line.parts) {
      if (!part.binders.empty()) return {};
      if (part.game != &rule) {
        const std::vector<const Rule*> behind = reachable_games({part.game});
        if (std::find(behind.begin(), behind.end(), &rule) != behind.end()) return {};
        continue;
      }
      for (size_t i = 0; i < frozen.size(); ++i) {
        const Expr& to = part.coordinates[i];
        if (same(to, slot(i))) continue;
        if (!may_end || !is_constant(to) || last[i].value_or(to.value) != to.value) frozen[i] = 0;
        if (is_constant(to)) last[i] = to.value;
      }
    }
  }
  std::vector<size_t> result;
  for (size_t i = 0; i < frozen.size(); ++i) {
    if (frozen[i] != 0) result.push_back(i);
  }
  return result.size() < rule.arity() ? result : std::vector<size_t>{};
}

/// Whether the line has no move, as a condition on frozen coordinates does not hold.
bool is_for_others(const MoveLine& line) {
  return std::none_of(line.conditions.begin(), line.conditions.end(), may_fail) &&
         std::any_of(line.conditions.begin(), line.conditions.end(), [](const Expr& condition) {
           return is_constant(condition) && condition.value == 0;
         });
}

class FrozenRewriting final : public Rewriting {
 public:
  FrozenRewriting(const Rule& rule, std::vector<size_t> frozen)
      : rule_(rule), frozen_(std::move(frozen)) {}

  std::string knows() const override {
    std::vector<std::string> names;
    for (const size_t i : frozen_) names.push_back(rule_.coordinates[i]);
    return fmt::format("{}: no move changes {}", fmt::join(names, ", "),
                       frozen_.size() == 1 ? "it" : "them");
  }

  std::optional<std::vector<int64_t>> key(const Coordinates& position) const override {
    std::vector<int64_t> values;
    for (const size_t i : frozen_) {
      const auto value = position[i].to_uint64();
      if (!value || *value > uint64_t{INT64_MAX} / 2) return std::nullopt;
      values.push_back(static_cast<int64_t>(*value));
    }
    return values;
  }

  std::unique_ptr<const Rule> rule(const std::vector<int64_t>& key) const override {
    auto result = std::make_unique<Rule>(rule_);
    result->coordinates.clear();
    std::vector<Expr> coordinates;
    for (size_t i = 0, next = 0, taken = 0; i < rule_.arity(); ++i) {
      if (is_frozen(i)) {
        coordinates.push_back(constant(key[taken++]));
        continue;
      }
      coordinates.push_back(slot(next++));
      result->coordinates.push_back(rule_.coordinates[i]);
    }
    for (MoveLine& line : result->moves) {
      std::vector<Expr> terms = coordinates;
      for (size_t s = rule_.arity(); s < line.slot_names.size(); ++s)
        terms.push_back(slot(s - frozen_.size()));
      put_other_slots(line, terms);
      for (Part& part : line.parts) {
        if (part.game != &rule_ || !keeps(part, key)) continue;
        part.game = result.get();
        erase_frozen(part.coordinates);
      }
      erase_frozen(line.slot_names);
    }
    std::erase_if(result->moves, is_for_others);
    return result;
  }

  Coordinates there(const Coordinates& position) const override {
    Coordinates result;
    for (size_t i = 0; i < position.size(); ++i) {
      if (!is_frozen(i)) result.push_back(position[i]);
    }
    return result;
  }

  std::pair<const Rule*, Coordinates> back(const Coordinates& there,
                                           const Coordinates& from) const override {
    Coordinates whole;
    for (size_t i = 0, next = 0; i < from.size(); ++i)
      whole.push_back(is_frozen(i) ? from[i] : there[next++]);
    return {&rule_, std::move(whole)};
  }

 private:
  /// Whether the frozen coordinates have these values after the move: where they have others, it
  /// leads to another game, this one with those.
  bool keeps(const Part& part, const std::vector<int64_t>& key) const {
    for (size_t i = 0; i < frozen_.size(); ++i) {
      if (!same(part.coordinates[frozen_[i]], constant(key[i]))) return false;
    }
    return true;
  }
  bool is_frozen(size_t i) const {
    return std::find(frozen_.begin(), frozen_.end(), i) != frozen_.end();
  }
  template <class T>
  void erase_frozen(std::vector<T>& list) const {
    for (size_t i = frozen_.size(); i > 0; --i)
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(frozen_[i - 1]));
  }

  const Rule& rule_;
  std::vector<size_t> frozen_;  // ascending
};

}  // namespace

std::unique_ptr<Rewriting> without_frozen_coordinates(const Rule& rule) {
  std::vector<size_t> frozen = frozen_coordinates(rule, false);
  return frozen.empty() ? nullptr : std::make_unique<FrozenRewriting>(rule, std::move(frozen));
}

std::unique_ptr<Rewriting> with_last_phase(const Rule& rule) {
  std::vector<size_t> frozen = frozen_coordinates(rule, true);
  return frozen.empty() ? nullptr : std::make_unique<FrozenRewriting>(rule, std::move(frozen));
}

}  // namespace grundy
