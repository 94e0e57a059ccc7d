#include "engine/law/tested.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/table/finite.h"

namespace grundy {
namespace {

constexpr int64_t kTestedTo = 1 << 14;
constexpr int64_t kMostBeside = 64;  // of the other coordinates
constexpr int64_t kPeriodsSeen = 3;

/// v(n + period) = v(n) + rise for n >= from, as far as was tested.
struct TestedLaw {
  std::vector<int64_t> values;
  int64_t from = 0;
  int64_t period = 1;
  int64_t rise = 0;

  Natural value(const Natural& n) const {
    if (n < Natural(values.size())) return Natural(static_cast<uint64_t>(values[n.small()]));
    const Natural far = n - Natural(static_cast<uint64_t>(from));
    const Natural length(static_cast<uint64_t>(period));
    const Natural first(
        static_cast<uint64_t>(values[static_cast<size_t>(from) + (far % length).small()]));
    return first + far / length * Natural(static_cast<uint64_t>(rise));
  }
};

std::optional<TestedLaw> tested_law(std::vector<int64_t> values) {
  const auto size = static_cast<int64_t>(values.size());
  for (int64_t period = 1; period <= size / (kPeriodsSeen + 1); ++period) {
    const auto step = [&](int64_t n) { return values[n] - values[n - period]; };
    const int64_t rise = step(size - 1);
    if (rise < 0) continue;
    int64_t from = size - period;
    while (from > 0 && step(from + period - 1) == rise) --from;
    if (size - from < std::max(size / 2, (kPeriodsSeen + 1) * period)) continue;
    return TestedLaw{std::move(values), from, period, rise};
  }
  return std::nullopt;
}

class TestedSolver final : public RuleSolver {
 public:
  explicit TestedSolver(const RuleGame& game) : RuleSolver(game) {}

  std::string_view engine() const override { return "conjecture"; }
  std::string knows() const override {
    return said_.empty() ? "far out a period is looked for, and tested" : said_;
  }

  double cost(std::span<const Position> positions) const override {
    const bool are_far = std::all_of(positions.begin(), positions.end(), [&](const Position& one) {
      const Coordinates coordinates = game().coordinates(one);
      size_t far = 0;
      for (const Natural& c : coordinates) {
        if (c >= Natural(static_cast<uint64_t>(kTestedTo))) {
          ++far;
        } else if (c > Natural(static_cast<uint64_t>(kMostBeside))) {
          return false;
        }
      }
      return far == 1;
    });
    return are_far ? cost::kTested : cost::kNever;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::vector<Ordinal> result;
    for (const Coordinates& position : positions) {
      const auto far = static_cast<size_t>(std::max_element(position.begin(), position.end()) -
                                           position.begin());
      Coordinates beside = position;
      beside[far] = Natural(0);
      auto [at, fresh] = laws_.try_emplace({far, beside});
      if (fresh) {
        auto found = find(far, beside, budget);
        if (!found) {
          laws_.erase(at);
          return std::move(found).error();
        }
        at->second = *std::move(found);
      }
      if (!at->second) return Error::declined("no period shows");
      result.emplace_back(at->second->value(position[far]));
      say(*at->second, far, position);
    }
    return result;
  }

 private:
  Attempt<std::optional<TestedLaw>> find(size_t far, Coordinates at, Budget& budget) const {
    std::vector<Position> row;
    for (int64_t n = 0; n < kTestedTo; ++n) {
      at[far] = Natural(static_cast<uint64_t>(n));
      row.push_back(game().at(at));
    }
    const std::unique_ptr<Solver> table = finite_engine()->open(game());
    if (!table) return Error::declined("no table holds the values");
    const auto values = table->values(row, budget);
    if (!values) return values.error();
    std::vector<int64_t> numbers;
    for (const Value& value : *values)
      numbers.push_back(static_cast<int64_t>(value.ordinal().finite().small()));
    return tested_law(std::move(numbers));
  }

  void say(const TestedLaw& law, size_t far, const Coordinates& position) {
    const std::string& n = rule().coordinates[far];
    std::string where;
    for (size_t i = 0; i < position.size(); ++i)
      where += (i == 0 ? "" : ", ") + (i == far ? n : position[i].to_string());
    const std::string grows =
        law.rise == 0 ? "" : fmt::format(", each with values greater by {}", law.rise);
    said_ = fmt::format("the values of {}({}) have period {} from {} = {} on{}, seen up to {} = {}",
                        rule().full_name, where, law.period, n, law.from, grows, n, kTestedTo - 1);
  }

  std::map<std::pair<size_t, Coordinates>, std::optional<TestedLaw>> laws_;
  std::string said_;  // of the law used last
};

class TestedEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "conjecture"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.is_alias || rule.moves_by_code || rule.arity() == 0 || game.is_endless())
      return nullptr;
    return std::make_unique<TestedSolver>(game);
  }
};

}  // namespace

const Engine* tested_engine() {
  static const TestedEngine engine;
  return &engine;
}

}  // namespace grundy
