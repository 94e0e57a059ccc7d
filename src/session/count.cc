#include "session/count.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/text.h"
#include "proof/prove.h"
#include "session/pieces.h"
#include "session/tabulate.h"
#include "value/integer.h"

namespace grundy {
namespace {

constexpr uint64_t kMostTransformed = uint64_t{1} << 24;  // values
constexpr uint64_t kMostCountBits = 10'000'000;           // of the number of tuples
constexpr uint64_t kManyHeaps = 1 << 22;        // a proved period is quicker than so many values
constexpr uint64_t kCountedDirectly = 1 << 16;  // values that have a place in an array

bool is_odd(const Natural& n) { return n.bit(0); }

Natural power_modulo(Natural base, const Natural& exponent, const Natural& modulus) {
  Natural result = Natural(1) % modulus;
  base = base % modulus;
  for (uint64_t i = exponent.bit_length(); i-- > 0;) {
    result = result * result % modulus;
    if (exponent.bit(i)) result = result * base % modulus;
  }
  return result;
}

/// How often the values of a law without saltus come in a range of heaps, by one period.
Histogram counted_by(const Law& law, const Range& heaps) {
  Histogram result;
  const auto add = [&](const Natural& n, const Natural& often) {
    if (often.is_zero()) return;
    Natural& count = result.counts[Value(Ordinal(law.at(n)))];
    count = count + often;
  };
  const Natural end = heaps.first + heaps.count;
  Natural n = heaps.first;
  for (; n < end && n < Natural(law.preperiod); n = n + Natural(1)) add(n, Natural(1));
  const Natural left = end - n;
  const Natural rest = left % Natural(law.period);
  for (uint64_t i = 0; i < law.period && n < end; ++i, n = n + Natural(1))
    add(n, left / Natural(law.period) + Natural(Natural(i) < rest ? 1 : 0));
  return result;
}

/// Of very many heaps with a proved period.
Attempt<std::optional<Histogram>> count_by_period(const TabledGame& game,
                                                  const std::vector<Range>& box,
                                                  const PositionCondition* where, Budget& budget) {
  const bool is_for_it = box.size() == 1 && box[0].count > Natural(kManyHeaps) &&
                         !game.outcomes_only && (where == nullptr || where->is_of_cells());
  if (!is_for_it) return std::optional<Histogram>();
  const Attempt<Theorem> theorem = prove(*game.rule, ProveOptions(), budget);
  if (budget.spent()) return budget.why();
  const Law* law = theorem && theorem->is_proved() ? theorem->law() : nullptr;
  if (law == nullptr || law->saltus != 0) return std::optional<Histogram>();
  Histogram result = counted_by(*law, box[0]);
  for (auto at = result.counts.begin(); where != nullptr && at != result.counts.end();) {
    const Attempt<bool> holds = where->holds({Natural(0)}, at->first);
    if (!holds) return holds.error();
    at = *holds ? std::next(at) : result.counts.erase(at);
  }
  return std::optional(std::move(result));
}

/// The counts, when all of them are natural numbers.
Attempt<Histogram> histogram_of(const std::map<Value, Integer>& counts) {
  Histogram result;
  for (const auto& [value, count] : counts) {
    if (count.is_negative())
      return Error::declined(fmt::format("the weights of the value {} sum up to -{}",
                                         value.to_string(), count.size().to_string()));
    result.counts.emplace(value, count.size());
  }
  return result;
}

/// Of one coordinate, where an engine knows in which pieces the values stand.
Attempt<std::optional<Histogram>> count_by_pieces(Session& session, const TabledGame& game,
                                                  const std::vector<Range>& box,
                                                  const PositionCondition* where,
                                                  const PositionTerm* weight, Budget& budget) {
  if (box.size() != 1 || box[0].count <= Natural(kManyHeaps) ||
      (where != nullptr && !where->is_of_cells()))
    return std::optional<Histogram>();
  auto pieces = known_pieces(session, game, box[0], budget);
  if (!pieces) return std::move(pieces).error();
  if (!*pieces) return std::optional<Histogram>();
  std::map<Value, Integer> counts;
  for (const ValuePiece& piece : **pieces) {
    if (where != nullptr) {
      const Attempt<bool> holds = where->holds({piece.first}, piece.value);
      if (!holds) return holds.error();
      if (!*holds) continue;
    }
    const Natural length = piece.last - piece.first + Natural(1);
    Integer times(length);
    if (weight != nullptr) {
      const auto sum = weight->sum_over(piece.first, length, piece.value);
      if (!sum) return sum.error();
      if (!*sum) return std::optional<Histogram>();
      times = **sum;
    }
    Integer& count = counts[piece.value];
    count = count + times;
  }
  auto result = histogram_of(counts);
  if (!result) return std::move(result).error();
  return std::optional(*std::move(result));
}

bool is_small(const Value& value) { return value.is_finite() && value.ordinal().is_small(); }

}  // namespace

Natural Histogram::positions() const {
  Natural total;
  for (const auto& [value, count] : counts) total = total + count;
  return total;
}

Attempt<Histogram> count_values(Session& session, const TabledGame& game,
                                const std::vector<Range>& box, const PositionCondition* where,
                                const PositionTerm* weight, Budget& budget) {
  auto by_pieces = count_by_pieces(session, game, box, where, weight, budget);
  if (!by_pieces) return std::move(by_pieces).error();
  if (*by_pieces) return **std::move(by_pieces);
  if (weight == nullptr) {
    auto by_period = count_by_period(game, box, where, budget);
    if (!by_period) return std::move(by_period).error();
    if (*by_period) return **std::move(by_period);
  }
  BoxWalk walk(box);
  std::vector<uint64_t> counts;
  std::map<Value, Integer> others;
  const auto visit = [&](const ValueList& values) -> Attempt<void> {
    if (budget.spent()) return budget.why();
    for (size_t i = 0; i < values.size(); ++i) {
      std::optional<int64_t> weighed;
      if (where != nullptr || weight != nullptr) {
        bool counts_here = true;
        if (where != nullptr) {
          const Attempt<bool> holds = where->holds(walk.position(), values[i]);
          if (!holds) return holds.error();
          counts_here = *holds;
        }
        if (counts_here && weight != nullptr) {
          const Attempt<int64_t> here = weight->at(walk.position(), values[i]);
          if (!here) return here.error();
          weighed = *here;
        }
        walk.next();
        if (!counts_here) continue;
      }
      if (const uint32_t number = values.number(i); number < kCountedDirectly && !weighed) {
        if (number >= counts.size()) counts.resize(number + 1);
        ++counts[number];
      } else {
        Integer& count = others[values[i]];
        count = count + Integer(weighed.value_or(1));
      }
    }
    return {};
  };
  auto done = game.outcomes_only ? tabulate_outcomes(session, game, box, budget, visit)
                                 : tabulate(session, *game.rule, box, 0, budget, visit);
  if (!done) return std::move(done).error();
  for (uint64_t value = 0; value < counts.size(); ++value) {
    if (counts[value] > 0) others[value] = Integer(Natural(counts[value]));
  }
  return histogram_of(others);
}

Attempt<Natural> count_tuples(const Histogram& histogram, const Natural& size, uint64_t nim_sum,
                              const std::optional<Natural>& modulus, Budget& budget) {
  uint64_t most = nim_sum;
  for (const auto& [value, count] : histogram.counts) {
    if (!is_small(value))
      return Error::declined(fmt::format(
          "tuples are counted where all values are finite; one is {}", value.to_string()));
    most = std::max(most, value.ordinal().small());
  }
  if (most >= kMostTransformed)
    return Error::declined(
        fmt::format("tuples are counted for values below 2^24, and {} is one", most));
  const uint64_t length = std::bit_ceil(most + 1);
  const Natural positions = histogram.positions();
  const auto exponent = size.to_uint64();
  if (!modulus &&
      (!exponent || (positions > Natural(1) &&
                     (size * Natural(positions.bit_length())) > Natural(kMostCountBits)))) {
    return Error::declined(
        "the number of tuples has millions of digits; --mod M counts them modulo M");
  }
  const uint64_t bytes = length * sizeof(Integer);
  if (!budget.take_memory(bytes)) return budget.too_large("a transform of the values", bytes);
  std::vector<Integer> h(length);
  for (const auto& [value, count] : histogram.counts) h[value.ordinal().small()] = Integer(count);
  for (uint64_t half = 1; half < length; half *= 2) {
    if (budget.spent()) return budget.why();
    for (uint64_t block = 0; block < length; block += 2 * half) {
      for (uint64_t i = block; i < block + half; ++i) {
        const Integer sum = h[i] + h[i + half];
        h[i + half] = h[i] - h[i + half];
        h[i] = sum;
      }
    }
  }
  // Modulo M the sum is needed modulo M·length, before the division.
  const Natural ring = modulus ? *modulus * Natural(length) : Natural(0);
  Integer total;
  for (uint64_t x = 0; x < length; ++x) {
    if ((x & 255) == 0 && budget.spent()) return budget.why();
    Natural power =
        modulus ? power_modulo(h[x].size(), size, ring) : Natural::pow(h[x].size(), *exponent);
    const bool negative =
        (h[x].is_negative() && is_odd(size)) != (std::popcount(x & nim_sum) % 2 == 1);
    total = total + Integer(std::move(power), negative);
  }
  budget.give_back_memory(bytes);
  if (modulus) total = nonnegative_remainder(total, Integer(ring));
  return total.size() / Natural(length);
}

}  // namespace grundy
