// Counts of positions by value, and of tuples by nim-sum.
#include "session/count.h"

#include "face/inside.h"

namespace grundy::face {

Result<Counts> Session::count(std::string_view game, const Box& box, std::string_view where) {
  return guarded([&]() -> Result<Counts> {
    Call call(*home_);
    const Attempt<const Rule*> rule = home_->session.game(game, call.budget);
    if (!rule) return Inside::error(rule.error());
    const auto ranges = Inside::ranges(**rule, box);
    if (!ranges) return Inside::error(ranges.error());
    std::optional<TermText> condition;
    if (!where.empty()) {
      Attempt<TermText> read = TermText::read(TermText::Kind::condition, "where", std::string(where),
                                              names_of_positions(**rule), (*rule)->number_parameters);
      if (!read) return Inside::error(read.error());
      condition = *std::move(read);
    }
    const Attempt<Histogram> histogram =
        count_values(home_->session, **rule, *ranges, condition ? &*condition : nullptr, call.budget);
    if (!histogram) return Inside::error(histogram.error());
    Counts result{(*rule)->full_name, {}};
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

Value Counts::of(const Value& value) const {
  const auto place = counts.find(value);
  return place == counts.end() ? Value() : place->second;
}

Result<Value> Session::count_tuples(const Counts& counts, const Value& size, uint64_t nim_sum,
                                    const std::optional<Value>& modulus) {
  return guarded([&]() -> Result<Value> {
    Histogram histogram;
    for (const auto& [value, count] : counts.counts) {
      if (!count.is_finite()) return Inside::input("a count of positions is a natural number, not " + count.text());
      histogram.counts.emplace(Inside::value(value), Inside::natural(count));
    }
    if (!size.is_finite()) return Inside::input("a tuple has a natural number of positions, not " + size.text());
    if (modulus && (!modulus->is_finite() || modulus->is_zero()))
      return Inside::input("a modulus is a natural number of at least 1, not " + modulus->text());
    Call call(*home_);
    const std::optional<Natural> inner = modulus ? std::optional(Inside::natural(*modulus)) : std::nullopt;
    return Inside::result(grundy::count_tuples(histogram, Inside::natural(size), nim_sum, inner, call.budget),
                          [](const Natural& count) { return Inside::value(count); });
  });
}

}  // namespace grundy::face
