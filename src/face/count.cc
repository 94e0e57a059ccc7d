// Counts of positions by value, and of tuples by nim-sum.
#include "session/count.h"

#include <fmt/format.h>

#include "face/inside.h"

namespace grundy::face {

Result<Counts> Session::count(std::string_view game, const Box& box, std::string_view where) {
  return guarded([&]() -> Result<Counts> {
    Call call(*home_);
    const Attempt<TabledGame> tabled = tabled_game(home_->session, game, call.budget);
    if (!tabled) return Inside::error(tabled.error());
    const auto ranges = Inside::ranges(*tabled, box);
    if (!ranges) return Inside::error(ranges.error());
    std::optional<PositionCondition> condition;
    if (!where.empty()) {
      Attempt<PositionCondition> read =
          PositionCondition::read(where, *tabled, tabled->outcomes_only);
      if (!read) return Inside::error(read.error());
      condition = *std::move(read);
    }
    const Attempt<Histogram> histogram = count_values(
        home_->session, *tabled, *ranges, condition ? &*condition : nullptr, call.budget);
    if (!histogram) return Inside::error(histogram.error());
    Counts result{tabled->rule->full_name, tabled->outcomes_only, {}};
    for (const auto& [value, count] : histogram->counts)
      result.counts.emplace(Inside::value(value), Inside::value(count));
    return result;
  });
}

Value Counts::positions() const {
  Natural sum;
  for (const auto& [value, count] : counts) sum = sum + Inside::natural(count);
  return Inside::value(sum);
}

std::string Counts::text(const Value& value) const {
  return outcomes_only ? std::string(1, outcome_letter(Inside::value(value))) : value.text();
}

Value Counts::of(const Value& value) const {
  const auto place = counts.find(value);
  return place == counts.end() ? Value() : place->second;
}

Result<Value> Session::count_tuples(const Counts& counts, const Value& size, uint64_t nim_sum,
                                    const std::optional<Value>& modulus) {
  return guarded([&]() -> Result<Value> {
    if (counts.outcomes_only)
      return Inside::error(grundy::Error::declined(
          fmt::format("'{}' has no values, so that it is not played in a sum", counts.game)));
    Histogram histogram;
    for (const auto& [value, count] : counts.counts) {
      if (!count.is_finite())
        return Inside::input("a count of positions is a natural number, not " + count.text());
      histogram.counts.emplace(Inside::value(value), Inside::natural(count));
    }
    if (!size.is_finite())
      return Inside::input("a tuple has a natural number of positions, not " + size.text());
    if (modulus && (!modulus->is_finite() || modulus->is_zero()))
      return Inside::input("a modulus is a natural number of at least 1, not " + modulus->text());
    Call call(*home_);
    const std::optional<Natural> inner =
        modulus ? std::optional(Inside::natural(*modulus)) : std::nullopt;
    return Inside::result(
        grundy::count_tuples(histogram, Inside::natural(size), nim_sum, inner, call.budget),
        [](const Natural& count) { return Inside::value(count); });
  });
}

}  // namespace grundy::face
