#include "engine/family/closed_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/family/families.h"

namespace grundy {
namespace {

constexpr size_t kMaxCoordinates = 8;
constexpr size_t kMaxShuffled = 4;                    // coordinates that are tried in every order
constexpr unsigned long kRecognitionSteps = 200'000;  // of isl, for recognising one game

struct Recognised {
  std::unique_ptr<ClosedForm> form;
  std::vector<size_t> order;  // coordinate i of the closed form is coordinate order[i] of the rule
};

isl::Map reordered(const isl::Map& moves, const std::vector<size_t>& order) {
  isl_ctx* context = isl_map_get_ctx(moves.keep());
  const auto size = static_cast<unsigned>(order.size());
  isl_map* change = isl_map_universe(isl_space_alloc(context, 0, size, size));
  for (unsigned i = 0; i < size; ++i)
    change = isl_map_equate(change, isl_dim_in, static_cast<int>(order[i]), isl_dim_out,
                            static_cast<int>(i));
  isl_map* result = isl_map_apply_domain(moves.copy(), isl_map_copy(change));
  return isl::Map(isl_map_apply_range(result, change));
}

Recognised recognise(const Facts& facts) {
  const Rule& rule = facts.rule();
  const size_t arity = rule.arity();
  if (rule.is_alias || arity < 2 || arity > kMaxCoordinates) return {};
  // In each of these families some position has infinitely many moves.
  if (!facts.has_open_binder()) return {};
  const auto& moves = facts.relation(Effort::quick);
  if (!moves) return {};
  facts.context(kRecognitionSteps);
  std::vector<size_t> order(arity);
  std::iota(order.begin(), order.end(), size_t{0});
  do {
    const isl::Map here = reordered(*moves, order);
    if (!here) return {};
    if (auto form = recognise_cascade(here)) return {std::move(form), order};
    if (arity != 2) continue;
    if (auto form = recognise_increases(here)) return {std::move(form), order};
    if (auto form = recognise_stones(here)) return {std::move(form), order};
  } while (arity <= kMaxShuffled && std::next_permutation(order.begin(), order.end()));
  return {};
}

class ClosedFormSolver final : public RuleSolver {
 public:
  ClosedFormSolver(const RuleGame& game, Recognised recognised)
      : RuleSolver(game), form_(std::move(recognised.form)), order_(std::move(recognised.order)) {}
  std::string_view engine() const override { return form_->name(); }
  std::string knows() const override { return "a theorem: " + theorem(); }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::vector<Ordinal> result;
    result.reserve(positions.size());
    for (size_t i = 0; i < positions.size(); ++i) {
      if ((i & 1023) == 0 && budget.spent()) return budget.why();
      result.push_back(form_->value(to_form(positions[i])));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget&) override {
    MoveSet result;
    for (const Naturals& to : form_->moves_to(to_form(position), value)) {
      if (result.moves.size() == limit) {
        result.all = false;
        break;
      }
      result.moves.push_back({{this->game().at(from_form(to))}, ""});
    }
    return result;
  }

  std::string explanation(const Position&) override { return "The value of " + theorem() + ".\n"; }

 private:
  /// "forced(m, n) is n - m if n >= m, and ω + (m - 1 - n) if n < m".
  std::string theorem() const {
    std::vector<std::string> names;
    for (const size_t i : order_) names.push_back(rule().coordinates[i]);
    return fmt::format("{}({}) is {}", rule().full_name, fmt::join(rule().coordinates, ", "),
                       form_->theorem(names));
  }
  Naturals to_form(const Coordinates& position) const {
    Naturals result;
    for (const size_t i : order_) result.push_back(position[i]);
    return result;
  }
  Coordinates from_form(const Naturals& position) const {
    Coordinates result(position.size());
    for (size_t i = 0; i < order_.size(); ++i) result[order_[i]] = position[i];
    return result;
  }

  std::unique_ptr<ClosedForm> form_;
  std::vector<size_t> order_;
};

class ClosedFormEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "closed form"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    Recognised recognised = recognise(game.facts());
    if (recognised.form == nullptr) return nullptr;
    return std::make_unique<ClosedFormSolver>(game, std::move(recognised));
  }
};

}  // namespace

bool same_relation(const isl::Map& moves, const std::string& text) {
  const isl::Map other(isl_map_read_from_str(isl_map_get_ctx(moves.keep()), text.c_str()));
  return isl_map_is_equal(moves.keep(), other.keep()) == isl_bool_true;
}

const Engine* closed_form_engine() {
  static const ClosedFormEngine engine;
  return &engine;
}

}  // namespace grundy
