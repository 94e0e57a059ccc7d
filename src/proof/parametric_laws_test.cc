// The laws with letters that the documents name, and others near them, against plain tables for 50
// values of each letter.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proof/claim_text.h"
#include "proof/parametric.h"
#include "proof/search.h"

namespace grundy {
namespace {

constexpr size_t kLetterValues = 50;
constexpr int64_t kPairsOfEach = 3;  // of each value of one letter, so many of the other

using LetterValues = std::vector<int64_t>;
using IsTaken = std::function<bool(const LetterValues& letters, int64_t number)>;

struct LetterFamily {
  std::string game, letters, where;  // no where: the domain is found
  IsTaken is_taken;
};

std::string family_name(const testing::TestParamInfo<LetterFamily>& info) {
  std::string name;
  for (const char c : info.param.game) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    name += is_plain   ? std::string(1, c)
            : c == ',' ? "_and_"
            : c == '.' ? "_"
            : c == '+' ? "_plus_"
                       : "";
  }
  return name;
}

/// The least number that is no value of n - s, s taken; number by number.
std::vector<int64_t> plain_table(const LetterValues& letters, const IsTaken& is_taken,
                                 int64_t length) {
  std::vector<int64_t> taken;
  for (int64_t s = 1; s < length; ++s) {
    if (is_taken(letters, s)) taken.push_back(s);
  }
  std::vector<int64_t> values;
  for (int64_t n = 0; n < length; ++n) {
    std::vector<bool> seen(static_cast<size_t>(n) + 1, false);
    for (const int64_t s : taken) {
      if (s <= n) seen[static_cast<size_t>(values[static_cast<size_t>(n - s)])] = true;
    }
    values.push_back(std::find(seen.begin(), seen.end(), false) - seen.begin());
  }
  return values;
}

/// The letters of the domain up to 50; where there are several, some for each value of each.
std::vector<LetterValues> letter_values(const Claim& where, size_t letters) {
  std::vector<LetterValues> all;
  for_each_point(std::vector<int64_t>(letters, kLetterValues + 1),
                 [&](size_t /*index*/, const LetterValues& one) {
                   LetterValues point = one;
                   point.push_back(0);
                   if (evaluate(where, point)->front() == 1) all.push_back(one);
                   return true;
                 });
  if (letters == 1) return all;
  std::mt19937 random(50);
  std::shuffle(all.begin(), all.end(), random);
  std::vector<LetterValues> result;
  std::vector<std::vector<int64_t>> taken(letters, std::vector<int64_t>(kLetterValues + 1, 0));
  for (const LetterValues& one : all) {
    bool is_wanted = false;
    for (size_t i = 0; i < letters; ++i)
      is_wanted = taken[i][static_cast<size_t>(one[i])]++ < kPairsOfEach || is_wanted;
    if (is_wanted) result.push_back(one);
  }
  return result;
}

std::string formula_of(const Theorem& theorem) {
  std::string text;
  for (const auto& [condition, value] : theorem.formula()->cases) {
    const bool plain = condition == "always" || condition == "otherwise";
    text += (text.empty() ? "" : "; ") + (plain ? "" : condition + ": ") + value;
  }
  return text;
}

void compare_with_plain_tables(const LetteredGame& game, const Theorem& theorem,
                               const IsTaken& is_taken) {
  const std::string text = formula_of(theorem);
  const Claim law = *read_claim(*game.rule, text);
  const std::string& domain = theorem.letters->domain;
  const Claim where = *read_claim(*game.rule, domain.empty() ? "1" : domain + ": 1; 0");
  std::vector<std::set<int64_t>> seen(game.letters);
  for (const LetterValues& letters : letter_values(where, game.letters)) {
    std::vector<int64_t> point = letters;
    point.push_back(0);
    for (size_t i = 0; i < letters.size(); ++i) seen[i].insert(letters[i]);
    int64_t length = 40;
    for (const int64_t letter : letters) length += 5 * letter;
    const std::vector<int64_t> values = plain_table(letters, is_taken, length);
    for (int64_t n = 0; n < length; ++n) {
      point.back() = n;
      const auto value = evaluate(law, point);
      ASSERT_TRUE(value && value->size() == 1 && value->front() == values[static_cast<size_t>(n)])
          << text << " at " << testing::PrintToString(point);
    }
  }
  for (const std::set<int64_t>& of_letter : seen)
    EXPECT_GE(of_letter.size(), kLetterValues - 2) << domain;
}

class SubtractionLawTest : public testing::TestWithParam<LetterFamily> {};

TEST_P(SubtractionLawTest, IsThatOfPlainTables) {
  const LetterFamily& family = GetParam();
  const Rulebook book;
  Budget budget;
  const LetteredGame game = *lettered_game(book, family.game, *read_letters(family.letters));
  LetterQuestion question;
  if (!family.where.empty()) question.where = family.where;
  const Attempt<Theorem> theorem = prove_for_letters(game, question, ProveOptions(), budget);
  ASSERT_TRUE(theorem && theorem->is_proved());
  compare_with_plain_tables(game, *theorem, family.is_taken);
}

const std::vector<LetterFamily> kLetterFamilies = {
    {"subtract[{1..k}]", "k", "", [](const LetterValues& l, int64_t s) { return s <= l[0]; }},
    {"bounded[K]", "K", "", [](const LetterValues& l, int64_t s) { return s <= l[0]; }},
    {"subtract[not {1..k}]", "k", "", [](const LetterValues& l, int64_t s) { return s > l[0]; }},
    {"subtract[{L..R}]", "L, R", "",
     [](const LetterValues& l, int64_t s) { return l[0] <= s && s <= l[1]; }},
    {"subtract[{1, k}]", "k", "",
     [](const LetterValues& l, int64_t s) { return s == 1 || s == l[0]; }},
    {"subtract[{1, 2*k}]", "k", "",
     [](const LetterValues& l, int64_t s) { return s == 1 || s == 2 * l[0]; }},
    {"subtract[{2, k}]", "k", "",
     [](const LetterValues& l, int64_t s) { return s == 2 || s == l[0]; }},
    {"subtract[{3, k}]", "k", "k >= 3",
     [](const LetterValues& l, int64_t s) { return s == 3 || s == l[0]; }},
    {"subtract[{1, 2*k, 2*k + 1}]", "k", "",
     [](const LetterValues& l, int64_t s) { return s == 1 || s == 2 * l[0] || s == 2 * l[0] + 1; }},
    // By the remainder of k.
    {"subtract[{1, 2, k}]", "k", "",
     [](const LetterValues& l, int64_t s) { return s == 1 || s == 2 || s == l[0]; }},
    {"subtract[{1..4, k}]", "k", "",
     [](const LetterValues& l, int64_t s) { return s <= 4 || s == l[0]; }},
    {"subtract[{1, k, k + 1}]", "k", "",
     [](const LetterValues& l, int64_t s) { return s == 1 || s == l[0] || s == l[0] + 1; }},
    {"subtract[{k, k + 1}]", "k", "",
     [](const LetterValues& l, int64_t s) { return s == l[0] || s == l[0] + 1; }},
    {"subtract[{k, 2*k}]", "k", "",
     [](const LetterValues& l, int64_t s) { return s == l[0] || s == 2 * l[0]; }},
    {"subtract[{a, b}]", "a, b", "",
     [](const LetterValues& l, int64_t s) { return s == l[0] || s == l[1]; }},
    {"subtract[{a, b, a + b}]", "a, b", "1 <= a <= b <= 2*a",
     [](const LetterValues& l, int64_t s) { return s == l[0] || s == l[1] || s == l[0] + l[1]; }},
};
INSTANTIATE_TEST_SUITE_P(Letters, SubtractionLawTest, testing::ValuesIn(kLetterFamilies),
                         family_name);

/// Codes of which a digit stands k times: 0.11…1, 0.22…2, 0.33…31.
TEST(LetterLawTest, RepeatedDigits) {
  Rulebook book;
  Budget budget;
  ASSERT_TRUE(book.load_text("test",
                             "game ones[k = 1](n)\n  -> ones(0) if 1 <= n <= k\n"
                             "game twos[k = 1](n)\n  -> twos(n - s) for s in 1..k if n - s >= 1\n"
                             "game threes[k = 1](n)\n  -> threes(n - s) for s in 1..k\n"
                             "  -> threes(0) if n = k + 1\n"));
  using CanMove = std::function<bool(int64_t k, int64_t from, int64_t to)>;
  const std::vector<std::pair<std::string, CanMove>> games = {
      {"ones[k]", [](int64_t k, int64_t from, int64_t to) { return to == 0 && from <= k; }},
      {"twos[k]", [](int64_t k, int64_t from, int64_t to) { return to >= 1 && from - to <= k; }},
      {"threes[k]", [](int64_t k, int64_t from,
                       int64_t to) { return from - to <= k || (to == 0 && from == k + 1); }},
  };
  for (const auto& [name, can_move] : games) {
    const LetteredGame game = *lettered_game(book, name, *read_letters("k"));
    const Attempt<Theorem> theorem = prove_for_letters(game, {}, ProveOptions(), budget);
    ASSERT_TRUE(theorem && theorem->is_proved()) << name;
    const Claim law = *read_claim(*game.rule, formula_of(*theorem));
    for (int64_t k = 0; k < static_cast<int64_t>(kLetterValues); ++k) {
      std::vector<int64_t> values;
      for (int64_t n = 0; n < 3 * k + 10; ++n) {
        std::vector<bool> seen(static_cast<size_t>(n) + 1, false);
        for (int64_t to = 0; to < n; ++to) {
          if (can_move(k, n, to)) seen[static_cast<size_t>(values[static_cast<size_t>(to)])] = true;
        }
        values.push_back(std::find(seen.begin(), seen.end(), false) - seen.begin());
        const auto value = evaluate(law, std::vector<int64_t>{k, n});
        ASSERT_TRUE(value && value->front() == values.back()) << name << " at " << k << ", " << n;
      }
    }
  }
}

/// A heap is parted into two, one of them of at most k.
TEST(LetterLawTest, SumsOfTwoHeaps) {
  Rulebook book;
  Budget budget;
  ASSERT_TRUE(book.load_text(
      "test", "game split[k = 1](n)\n  -> split(n - a) + split(a) for a in 1..k if a < n\n"));
  const LetteredGame game = *lettered_game(book, "split", *read_letters("k"));
  const Attempt<Theorem> theorem = prove_for_letters(game, {}, ProveOptions(), budget);
  ASSERT_TRUE(theorem && theorem->is_proved());
  const Claim law = *read_claim(*game.rule, formula_of(*theorem));
  for (int64_t k = 0; k < static_cast<int64_t>(kLetterValues); ++k) {
    std::vector<int64_t> values;
    for (int64_t n = 0; n < 3 * k + 10; ++n) {
      std::set<int64_t> seen;
      for (int64_t a = 1; a <= k && a < n; ++a)
        seen.insert(values[static_cast<size_t>(n - a)] ^ values[static_cast<size_t>(a)]);
      int64_t mex = 0;
      while (seen.count(mex) > 0) ++mex;
      values.push_back(mex);
      const auto value = evaluate(law, std::vector<int64_t>{k, n});
      ASSERT_TRUE(value && value->front() == mex) << k << ", " << n;
    }
  }
}

/// From m a move to m and a smaller n, or to m - 1 and any k from n + K on: by definition, where a
/// row of values is kept up to some n, and from there on rises by one.
TEST(LetterLawTest, RowsOfOrdinals) {
  Rulebook book;
  Budget budget;
  constexpr size_t kRow = 100, kCompared = 40;
  ASSERT_TRUE(book.load_text("test",
                             "game capped[K = 1](m, n)\n  -> capped(m, k) for k < n\n"
                             "  -> capped(m - 1, k) for k >= n + K if m > 0\n"));
  const LetteredGame game = *lettered_game(book, "capped[K]", {"K"});
  const Attempt<Theorem> theorem = prove_for_letters(game, {}, ProveOptions(), budget);
  ASSERT_TRUE(theorem && theorem->is_proved());
  const Claim law = *read_claim(*game.rule, formula_of(*theorem));
  using Value = std::pair<int64_t, int64_t>;  // ω·first + second
  for (size_t K = 0; K < kLetterValues; ++K) {
    std::vector<Value> above;  // the row m - 1
    for (int64_t m = 0; m <= 5; ++m) {
      std::vector<Value> row;
      for (size_t n = 0; n < kRow; ++n) {
        std::vector<Value> options = row;
        // Behind the row's end all of ω·first + second, ω·first + second + 1, ….
        std::optional<Value> ray;
        if (m > 0) {
          const size_t from = n + K;
          for (size_t k = from; k < kRow; ++k) options.push_back(above[k]);
          ray = above.back();
          ray->second += 1 + static_cast<int64_t>(from > kRow ? from - kRow : 0);
        }
        std::sort(options.begin(), options.end());
        Value mex = {0, 0};
        const auto is_option = [&] {
          return std::binary_search(options.begin(), options.end(), mex) ||
                 (ray && mex.first == ray->first && mex.second >= ray->second);
        };
        while (is_option()) {
          const bool onto_ray = ray && mex.first == ray->first && mex.second >= ray->second;
          mex = onto_ray ? Value{mex.first + 1, 0} : Value{mex.first, mex.second + 1};
        }
        row.push_back(mex);
      }
      for (size_t n = kCompared; n + 1 < kRow; ++n)
        ASSERT_EQ(row[n + 1], Value(row[n].first, row[n].second + 1)) << "the row does not settle";
      for (size_t n = 0; n < kCompared; ++n) {
        const auto value = evaluate(
            law, std::vector<int64_t>{static_cast<int64_t>(K), m, static_cast<int64_t>(n)});
        ASSERT_TRUE(value);
        const Value claimed = {value->size() == 2 ? value->front() : 0, value->back()};
        ASSERT_EQ(claimed, row[n]) << "K = " << K << ", m = " << m << ", n = " << n;
      }
      above = std::move(row);
    }
  }
}

}  // namespace
}  // namespace grundy
