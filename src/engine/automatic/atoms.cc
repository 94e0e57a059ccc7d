// Atoms: relations whose automata are written down at once.
//
// A linear term Σ c·x + e is read digit by digit: the digits read so far are worth s(1)·U(r+d-1) +
// … + s(d)·U(r) when r digits are still to come, and a further digit multiplies the vector s by the
// recurrence's matrix. The vector is the state. Where everything that may still come cannot change
// the sign, the state is a sink; the numbers still to come are below U(r), and g(r) = value(s, r) -
// C·U(r) obeys the recurrence, whose factors are natural: once d neighbours are beyond the
// threshold, all that follow are. The states are finitely many where the root is a Pisot number.
#include <array>
#include <unordered_map>

#include "engine/automatic/relation.h"

namespace grundy::automatic {
namespace {

constexpr size_t kOrder = 3;
using Partial = std::array<int64_t, kOrder>;

struct PartialHash {
  size_t operator()(const Partial& s) const {
    uint64_t h = 0;
    for (const int64_t x : s) h = (h ^ static_cast<uint64_t>(x)) * 0x9E3779B97F4A7C15u;
    return static_cast<size_t>(h ^ h >> 29);
  }
};

}  // namespace

Relation Workshop::linear(const Linear& term, bool equality) {
  if (failed()) return {};
  if (term.factors.empty()) return truth(equality ? term.constant == 0 : term.constant <= 0);
  const auto& recurrence = numeration_.recurrence();
  const size_t order = recurrence.size();
  std::vector<Track> tracks;
  std::vector<int64_t> factors;
  int64_t positive = 0, negative = 0;
  for (const auto& [track, factor] : term.factors) {
    tracks.push_back(track);
    factors.push_back(factor);
    (factor > 0 ? positive : negative) += factor > 0 ? factor : -factor;
  }
  constexpr int64_t kMostFactor = 1 << 20;
  if (positive > kMostFactor || negative > kMostFactor || term.constant > int64_t{1} << 40 ||
      term.constant < -(int64_t{1} << 40)) {
    fail("a factor or a constant is too large");
    return {};
  }
  const uint32_t count = letters(tracks.size());
  if (failed()) return {};
  const auto digits = static_cast<uint32_t>(numeration_.digits());
  std::vector<int64_t> sum_of(count, 0);
  for (uint32_t letter = 0; letter < count; ++letter) {
    uint32_t left = letter;
    for (const int64_t factor : factors) {
      sum_of[letter] += factor * static_cast<int64_t>(left % digits);
      left /= digits;
    }
  }
  const auto value = [&](const Partial& s, size_t r) {
    Wide sum = 0;
    for (size_t i = 0; i < order; ++i) sum += s[i] * terms_[r + order - 1 - i];
    return sum;
  };
  /// Whether sign·(value(s, r) + constant) > threshold whatever comes, for all r.
  const auto beyond = [&](const Partial& s, int sign, Wide threshold) {
    const int64_t against = sign > 0 ? negative : positive;
    const Wide least = threshold - sign * static_cast<Wide>(term.constant) - against;
    size_t in_row = 0;
    for (size_t r = 0; r + order <= terms_.size(); ++r) {
      const Wide g = sign * value(s, r) - against * terms_[r];
      if (g <= least) return false;
      in_row = g >= 0 && g > least ? in_row + 1 : 0;
      if (in_row == order) return true;
    }
    return false;
  };
  constexpr uint32_t kNo = 0, kYes = 1;  // sinks
  std::unordered_map<Partial, uint32_t, PartialHash> number;
  std::vector<Partial> states(2);
  Automaton a{count, 2, std::vector<uint32_t>(count, kNo), {0, 1}};
  a.target.insert(a.target.end(), count, kYes);
  const auto number_of = [&](const Partial& s) -> uint32_t {
    const auto found = number.find(s);
    if (found != number.end()) return found->second;
    uint32_t at = static_cast<uint32_t>(states.size());
    if (beyond(s, 1, 0)) {
      at = kNo;
    } else if (beyond(s, -1, equality ? 0 : -1)) {
      at = equality ? kNo : kYes;
    } else {
      states.push_back(s);
    }
    number.emplace(s, at);
    return at;
  };
  a.start = number_of(Partial{});
  for (size_t i = 2; i < states.size(); ++i) {
    if (!fits(states.size(), count)) return {};
    const Partial s = states[i];
    const Wide end = value(s, 0) + term.constant;
    a.accepting.push_back(static_cast<char>((equality ? end == 0 : end <= 0) ? 1 : 0));
    for (uint32_t letter = 0; letter < count; ++letter) {
      Partial to{};
      for (size_t j = 0; j < order; ++j)
        to[j] = recurrence[j] * s[0] + (j + 1 < order ? s[j + 1] : sum_of[letter]);
      a.target.push_back(number_of(to));
    }
  }
  Relation result{tracks, minimal(a)};
  return numeration_.is_base() ? result : both(result, greedy(tracks));
}

Relation Workshop::is_zero(const Linear& term) { return linear(term, true); }
Relation Workshop::at_most_zero(const Linear& term) { return linear(term, false); }

Relation Workshop::nim_sum(Track x, Track y, Track z) {
  const int digits = numeration_.digits();
  if (!numeration_.is_base() || (digits & (digits - 1)) != 0) {
    fail("exclusive-or needs base 2");
    return {};
  }
  const auto d = static_cast<uint32_t>(digits);
  Automaton a{d * d * d, 0, {}, {1, 0}};
  for (uint32_t letter = 0; letter < a.letters; ++letter)
    a.target.push_back((letter % d ^ letter / d % d) == letter / d / d ? 0 : 1);
  a.target.insert(a.target.end(), a.letters, 1);
  return instance(a, {x, y, z});
}

Relation Workshop::power(Track x, int64_t k) {
  const int digits = numeration_.digits();
  int period = 0;
  for (int64_t rest = k; rest > 1 && rest % digits == 0; rest /= digits) ++period;
  int64_t whole = 1;
  for (int i = 0; i < period; ++i) whole *= digits;
  if (!numeration_.is_base() || period == 0 || whole != k) {
    fail("powers of a number need it as the base");
    return {};
  }
  // State 0: zeros; 1 + i: a one and then zeros, i of them modulo the period; the last one:
  // anything else.
  const auto sink = static_cast<uint32_t>(period) + 1;
  Automaton a{static_cast<uint32_t>(digits), 0,
              std::vector<uint32_t>(size_t{sink + 1} * static_cast<uint32_t>(digits), sink),
              std::vector<char>(sink + 1, 0)};
  a.target[0] = 0;
  a.target[1] = 1;
  a.accepting[1] = 1;
  for (uint32_t i = 0; i < static_cast<uint32_t>(period); ++i)
    a.target[size_t{1 + i} * a.letters] = 1 + (i + 1) % static_cast<uint32_t>(period);
  return instance(a, {x});
}

Relation Workshop::fibonacci(Track x) {
  if (numeration_.recurrence() != std::vector<int64_t>{1, 1}) {
    fail("Fibonacci numbers need Zeckendorf's numeration");
    return {};
  }
  // Zeros; a one and then zeros; anything else.
  return instance({2, 0, {0, 1, 1, 2, 2, 2}, {1, 1, 0}}, {x});
}

Relation Workshop::shifted(Track x, Track y) {
  // The state is the digit that y has shown and x has to show next; the last one is the sink.
  const auto digits = static_cast<uint32_t>(numeration_.digits());
  Automaton a{digits * digits, 0, {}, std::vector<char>(digits + 1, 0)};
  a.accepting[0] = 1;
  for (uint32_t promised = 0; promised <= digits; ++promised) {
    for (uint32_t letter = 0; letter < a.letters; ++letter)
      a.target.push_back(letter % digits == promised ? letter / digits : digits);
  }
  return both(instance(a, {x, y}), anything({x, y}));
}

}  // namespace grundy::automatic
