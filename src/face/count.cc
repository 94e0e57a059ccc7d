// Counts of positions by value, and of tuples by nim-sum.
#include "session/count.h"

#include <fmt/format.h>

#include "face/inside.h"
#include "session/pieces.h"

namespace grundy::face {

Result<Counts> Session::count(std::string_view game, const Box& box, std::string_view where,
                              std::string_view weight) {
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
    std::optional<PositionTerm> term;
    if (!weight.empty()) {
      Attempt<PositionTerm> read = PositionTerm::read(TermText::Kind::term, "weight", weight,
                                                      *tabled, tabled->outcomes_only);
      if (!read) return Inside::error(read.error());
      term = *std::move(read);
    }
    const Attempt<Histogram> histogram =
        count_values(home_->session, *tabled, *ranges, condition ? &*condition : nullptr,
                     term ? &*term : nullptr, call.budget);
    if (!histogram) return Inside::error(histogram.error());
    Counts result{tabled->rule->full_name, tabled->outcomes_only, {}};
    for (const auto& [value, count] : histogram->counts)
      result.counts.emplace(Inside::value(value), Inside::value(count));
    return result;
  });
}

Result<std::vector<Piece>> Session::pieces(std::string_view game, const Range& range) {
  return guarded([&]() -> Result<std::vector<Piece>> {
    Call call(*home_);
    const Attempt<TabledGame> tabled = tabled_game(home_->session, game, call.budget);
    if (!tabled) return Inside::error(tabled.error());
    const auto ranges = Inside::ranges(*tabled, Box(tabled->coordinates().size(), range));
    if (!ranges) return Inside::error(ranges.error());
    const auto pieces = value_pieces(home_->session, *tabled, ranges->at(0), call.budget);
    if (!pieces) return Inside::error(pieces.error());
    std::vector<Piece> result;
    for (const ValuePiece& one : *pieces) {
      const Value value = Inside::value(one.value);
      result.push_back({Inside::value(one.first), Inside::value(one.last), value,
                        Counts{{}, tabled->outcomes_only, {}}.text(value)});
    }
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
