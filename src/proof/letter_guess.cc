#include "proof/letter_guess.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

namespace grundy {
namespace {

constexpr size_t kLearnedPoints = 2048;
constexpr size_t kMostLearnedCases = 8;
constexpr size_t kMostPeriods = 4;

using Bits = std::vector<uint64_t>;

/// constant + Σ coefficients·letters.
struct LetterSum {
  std::vector<int64_t> coefficients;
  int64_t constant = 0;

  int64_t at(const std::vector<int64_t>& point) const {
    int64_t result = constant;
    for (size_t i = 0; i < coefficients.size(); ++i) result += coefficients[i] * point[i];
    return result;
  }
  int64_t weight() const {
    int64_t result = std::abs(constant);
    for (const int64_t c : coefficients) result += 2 * std::abs(c) - (c > 0 ? 1 : 0);
    return result;
  }
  std::string text(const std::vector<std::string>& names) const {
    std::string result;
    const auto add = [&](int64_t number, const std::string& name) {
      if (number == 0) return;
      const int64_t size = std::abs(number);
      result += result.empty() ? (number < 0 ? "-" : "") : number < 0 ? " - " : " + ";
      result += name.empty() ? std::to_string(size)
                : size == 1  ? name
                             : fmt::format("{}*{}", size, name);
    };
    for (size_t i = 0; i < coefficients.size(); ++i) add(coefficients[i], names[i]);
    add(constant, "");
    return result.empty() ? "0" : result;
  }
  bool is_atom() const {
    const auto used =
        std::count_if(coefficients.begin(), coefficients.end(), [](int64_t c) { return c != 0; });
    return used == 0 || (used == 1 && constant == 0 &&
                         *std::max_element(coefficients.begin(), coefficients.end()) == 1);
  }
};

/// All sums with coefficients and a constant in these ranges, the simplest first.
std::vector<LetterSum> letter_sums(size_t letters, int64_t least, int64_t most, int64_t low,
                                   int64_t high) {
  std::vector<LetterSum> result;
  LetterSum one{std::vector<int64_t>(letters, least), low};
  while (true) {
    result.push_back(one);
    if (++one.constant <= high) continue;
    one.constant = low;
    size_t i = 0;
    while (i < letters && ++one.coefficients[i] > most) one.coefficients[i++] = least;
    if (i == letters) break;
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const LetterSum& a, const LetterSum& b) { return a.weight() < b.weight(); });
  return result;
}

/// A quotient or a remainder, or the number itself, at each point.
struct Feature {
  std::string text;
  std::vector<int64_t> at;
};

struct Learned {
  std::string text;
  Bits bits;
};

class LawGuess {
 public:
  LawGuess(const LetterTable& table, const Budget& budget)
      : table_(table), budget_(budget), letters_(table.names.size() - 1), n_(table.names.back()) {}

  void go(const std::function<bool(const std::string&)>& visit) {
    choose_points();
    std::vector<std::pair<LetterSum, bool>> periods;
    for (const LetterSum& sum :
         letter_sums(letters_, 0, letters_ == 1 ? 4 : 3, -1, letters_ == 1 ? 8 : 4)) {
      if (periods.size() == kMostPeriods || budget_.spent()) break;
      bool late = false;
      if (is_period(sum, late)) periods.emplace_back(sum, late);
    }
    // Of one letter, as of {2, k}, the other numbers stand where a second letter would.
    std::vector<LetterSum> inner =
        letters_ == 1 ? letter_sums(1, 0, 4, 0, 6) : letter_sums(letters_, 0, 2, 0, 3);
    for (size_t with = 0; with <= inner.size(); ++with) {
      for (const auto& [period, late] : periods) {
        if (budget_.spent()) return;
        const LetterSum* second = with == 0 ? nullptr : &inner[with - 1];
        const auto law = learn(period, second, late);
        if (law && tried_.insert(*law).second && !visit(*law)) return;
      }
    }
  }

 private:
  bool is_positive(const LetterSum& sum) const {
    return std::all_of(table_.points.begin(), table_.points.end(),
                       [&](const auto& p) { return sum.at(p) >= 1; });
  }

  /// Whether values rise by one and the same number from n to n + period, from some n on for each
  /// choice of letters.
  bool is_period(const LetterSum& period, bool& late) const {
    if (!is_positive(period)) return false;
    std::optional<int64_t> saltus;
    size_t seen = 0;
    for (size_t begin = 0; begin < table_.points.size();) {
      size_t end = begin;
      const auto letters_end = [&](size_t i) { return table_.points[i].end() - 1; };
      while (end < table_.points.size() &&
             std::equal(table_.points[end].begin(), letters_end(end), table_.points[begin].begin()))
        ++end;
      const auto p = static_cast<size_t>(period.at(table_.points[begin]));
      const size_t count = end - begin;
      for (size_t n = count / 3; n + p < count; ++n) {
        const int64_t rise = table_.values[begin + n + p] - table_.values[begin + n];
        if (!saltus) saltus = rise;
        if (*saltus != rise) return false;
        ++seen;
      }
      for (size_t n = 0; saltus && n + p < count; ++n) {
        if (table_.values[begin + n + p] - table_.values[begin + n] != *saltus) late = true;
      }
      begin = end;
    }
    late = late || saltus.value_or(0) != 0;
    return 4 * seen > table_.points.size();
  }

  void choose_points() {
    uint64_t state = 1;
    const size_t all = table_.points.size();
    for (size_t i = 0; i < all; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      if (all <= kLearnedPoints || (state >> 33) % all < kLearnedPoints) chosen_.push_back(i);
    }
  }

  std::vector<Feature> features(const LetterSum& period, const LetterSum* second, bool late) const {
    const std::string by = bracketed(period);
    const std::string inner = second == nullptr ? "" : bracketed(*second);
    std::vector<Feature> result(second == nullptr ? 1 : 3);
    result[0].text = fmt::format("{} % {}", n_, by);
    if (second != nullptr) {
      result[1].text = fmt::format("{} % {} % {}", n_, by, inner);
      result[2].text = fmt::format("{} % {} / {}", n_, by, inner);
    }
    const bool is_divided = late && by != "1";  // n / 1 is n
    if (is_divided) result.push_back({fmt::format("{} / {}", n_, by), {}});
    if (late) result.push_back({n_, {}});
    for (const size_t i : chosen_) {
      const std::vector<int64_t>& point = table_.points[i];
      const int64_t n = point.back();
      const int64_t p = period.at(point);
      size_t at = 0;
      result[at++].at.push_back(n % p);
      if (second != nullptr) {
        const int64_t d = second->at(point);
        result[at++].at.push_back(n % p % d);
        result[at++].at.push_back(n % p / d);
      }
      if (is_divided) result[at++].at.push_back(n / p);
      if (late) result[at++].at.push_back(n);
    }
    return result;
  }

  std::string bracketed(const LetterSum& sum) const {
    const std::string text = sum.text(table_.names);
    return sum.is_atom() ? text : "(" + text + ")";
  }

  template <class Holds>
  Bits bits(Holds&& holds) const {
    Bits result((chosen_.size() + 63) / 64, 0);
    for (size_t i = 0; i < chosen_.size(); ++i) {
      if (holds(i)) result[i / 64] |= uint64_t{1} << (i % 64);
    }
    return result;
  }

  static size_t count(const Bits& bits) {
    size_t result = 0;
    for (const uint64_t word : bits) result += static_cast<size_t>(std::popcount(word));
    return result;
  }

  /// Adds a condition that holds somewhere, unless one with the same bits is in the list.
  static void add(std::vector<Learned>& list, std::set<Bits>& known, std::string text, Bits bits) {
    if (count(bits) == 0 || !known.insert(bits).second) return;
    list.push_back({std::move(text), std::move(bits)});
  }

  std::vector<Learned> conditions(const std::vector<Feature>& features) const {
    std::vector<Learned> result;
    std::set<Bits> known;
    add(result, known, "", bits([](size_t) { return true; }));
    for (size_t letter = 0; letter < letters_; ++letter) {
      for (int64_t residue = 0; residue < 2; ++residue) {
        add(result, known, fmt::format("{} % 2 = {}", table_.names[letter], residue),
            bits([&](size_t i) { return table_.points[chosen_[i]][letter] % 2 == residue; }));
      }
    }
    for (const LetterSum& bound : letter_sums(letters_, -1, 2, -1, letters_ == 1 ? 3 : 2)) {
      const std::string text = bound.text(table_.names);
      for (const Feature& feature : features) {
        const auto below = [&](size_t i) {
          return feature.at[i] < bound.at(table_.points[chosen_[i]]);
        };
        add(result, known, fmt::format("{} < {}", feature.text, text), bits(below));
        add(result, known, fmt::format("{} >= {}", feature.text, text),
            bits([&](size_t i) { return !below(i); }));
      }
    }
    return result;
  }

  std::vector<Learned> values(const std::vector<Feature>& features) const {
    std::vector<Learned> result;
    std::set<Bits> known;
    for (const LetterSum& more : letter_sums(letters_, -1, 1, -2, letters_ == 1 ? 8 : 4)) {
      const std::string text = more.text(table_.names);
      const auto right = [&](size_t i, int64_t value) {
        return value + more.at(table_.points[chosen_[i]]) == table_.values[chosen_[i]];
      };
      add(result, known, text, bits([&](size_t i) { return right(i, 0); }));
      for (const Feature& feature : features) {
        const std::string sum = text == "0" ? feature.text
                                : text[0] == '-'
                                    ? fmt::format("{} - {}", feature.text, negated(more))
                                    : fmt::format("{} + {}", feature.text, text);
        add(result, known, sum, bits([&](size_t i) { return right(i, feature.at[i]); }));
      }
    }
    return result;
  }

  /// The sum with the other sign, as it stands behind a minus.
  std::string negated(LetterSum sum) const {
    for (int64_t& c : sum.coefficients) c = -c;
    sum.constant = -sum.constant;
    return bracketed(sum);
  }

  std::optional<std::string> learn(const LetterSum& period, const LetterSum* second,
                                   bool late) const {
    if (second != nullptr && (!is_positive(*second) || second->text(table_.names) == "1" ||
                              second->text(table_.names) == period.text(table_.names)))
      return std::nullopt;
    const std::vector<Feature> parts = features(period, second, late);
    const std::vector<Learned> known_values = values(parts);
    Bits open = bits([](size_t) { return true; });
    Bits reachable(open.size(), 0);
    for (const Learned& value : known_values) {
      for (size_t w = 0; w < open.size(); ++w) reachable[w] |= value.bits[w];
    }
    if (reachable != open) return std::nullopt;
    const std::vector<Learned> known_conditions = conditions(parts);
    std::string law;
    for (size_t cases = 0; cases < kMostLearnedCases; ++cases) {
      const Learned* best_condition = nullptr;
      const Learned* best_value = nullptr;
      size_t best = 0;
      for (const Learned& condition : known_conditions) {
        if (budget_.out_of_steps() || budget_.spent()) return std::nullopt;
        budget_.count(known_values.size() * open.size());
        size_t here = 0;
        for (size_t w = 0; w < open.size(); ++w)
          here += static_cast<size_t>(std::popcount(condition.bits[w] & open[w]));
        if (here <= best) continue;
        for (const Learned& value : known_values) {
          bool right = true;
          for (size_t w = 0; w < open.size() && right; ++w)
            right = (condition.bits[w] & open[w] & ~value.bits[w]) == 0;
          if (!right) continue;
          best = here;
          best_condition = &condition;
          best_value = &value;
          break;
        }
      }
      if (best_condition == nullptr) return std::nullopt;
      for (size_t w = 0; w < open.size(); ++w) open[w] &= ~best_condition->bits[w];
      const bool last = count(open) == 0;
      if (!law.empty()) law += "; ";
      law += last || best_condition->text.empty()
                 ? best_value->text
                 : fmt::format("{}: {}", best_condition->text, best_value->text);
      if (last) return law;
    }
    return std::nullopt;
  }

  const LetterTable& table_;
  const Budget& budget_;
  size_t letters_;
  std::string n_;
  std::vector<size_t> chosen_;  // points that cases are learned from
  std::set<std::string> tried_;
};

}  // namespace

void guess_laws(const LetterTable& table, const Budget& budget,
                const std::function<bool(const std::string&)>& visit) {
  if (!table.points.empty()) LawGuess(table, budget).go(visit);
}

}  // namespace grundy
