#include "value/ordinal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace grundy {
namespace {

/// Another representation, by definition: the ordinal ω^e1 + ω^e2 + … + ω^en as the list e1 >= e2
/// >= … >= en.
struct Powers {
  std::vector<Powers> exponents;

  friend bool operator==(const Powers& a, const Powers& b) = default;
};

bool less(const Powers& a, const Powers& b) {
  return std::lexicographical_compare(a.exponents.begin(), a.exponents.end(), b.exponents.begin(),
                                      b.exponents.end(), less);
}

/// One after the other; ω^a + ω^b = ω^b for a < b.
Powers sum(Powers a, const Powers& b) {
  for (const Powers& e : b.exponents) {
    while (!a.exponents.empty() && less(a.exponents.back(), e)) a.exponents.pop_back();
    a.exponents.push_back(e);
  }
  return a;
}

/// a·(b + ω^e) = a·b + a·ω^e, where a·ω^0 = a and a·ω^e = ω^(degree of a + e) for e > 0.
Powers product(const Powers& a, const Powers& b) {
  Powers result;
  if (a.exponents.empty()) return result;
  for (const Powers& e : b.exponents) {
    result = sum(result, e.exponents.empty() ? a : Powers{{sum(a.exponents.front(), e)}});
  }
  return result;
}

Ordinal ordinal(const Powers& a) {
  std::vector<Ordinal::Term> terms;
  for (const Powers& e : a.exponents) terms.push_back({ordinal(e), 1});
  return Ordinal::from_terms(std::move(terms));
}

/// All with at most two summands of an exponent, the exponents among `exponents` (falling).
std::vector<Powers> world(const std::vector<Powers>& exponents) {
  std::vector<Powers> all{{}};
  for (const Powers& e : exponents) {
    std::vector<Powers> longer;
    for (const Powers& a : all) {
      for (Powers next = a; next.exponents.size() <= a.exponents.size() + 2;
           next.exponents.push_back(e)) {
        longer.push_back(next);
      }
    }
    all = longer;
  }
  return all;
}

std::vector<Powers> small_world() {
  const Powers zero, one{{zero}}, two{{zero, zero}}, omega{{one}}, omega_and_one{{one, zero}};
  return world({omega_and_one, omega, two, one, zero});
}

/// Natural sum or nim-sum, exponent by exponent.
template <class Join>
Ordinal joined(const Powers& a, const Powers& b, Join join) {
  std::vector<Powers> exponents = a.exponents;
  exponents.insert(exponents.end(), b.exponents.begin(), b.exponents.end());
  std::sort(exponents.begin(), exponents.end(), less);
  exponents.erase(std::unique(exponents.begin(), exponents.end()), exponents.end());
  std::vector<Ordinal::Term> terms;
  for (const Powers& e : exponents) {
    const auto m = std::count(a.exponents.begin(), a.exponents.end(), e);
    const auto n = std::count(b.exponents.begin(), b.exponents.end(), e);
    terms.push_back({ordinal(e), static_cast<uint64_t>(join(m, n))});
  }
  return Ordinal::from_terms(std::move(terms));
}

Ordinal read(std::string_view text) {
  Attempt<Ordinal> result = Ordinal::parse(text);
  EXPECT_TRUE(result.ok()) << text;
  return result.ok() ? *result : Ordinal();
}

TEST(OrdinalTest, ASmallWorldAgreesWithSumsOfPowers) {
  const std::vector<Powers> all = small_world();
  ASSERT_EQ(all.size(), 243u);
  std::vector<Ordinal> ordinals;
  for (const Powers& a : all) ordinals.push_back(ordinal(a));
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t j = 0; j < all.size(); ++j) {
      const Powers &a = all[i], &b = all[j];
      const Ordinal &x = ordinals[i], &y = ordinals[j];
      ASSERT_EQ(x < y, less(a, b)) << x.to_string() << " " << y.to_string();
      ASSERT_EQ(x == y, a == b);
      ASSERT_EQ(x + y, ordinal(sum(a, b))) << x.to_string() << " " << y.to_string();
      ASSERT_EQ(x * y, ordinal(product(a, b))) << x.to_string() << " " << y.to_string();
      ASSERT_EQ(natural_sum(x, y), joined(a, b, [](auto m, auto n) { return m + n; }));
      ASSERT_EQ(nim_sum(x, y), joined(a, b, [](auto m, auto n) { return m ^ n; }));
    }
  }
}

TEST(OrdinalTest, SumAndProductByTransfiniteRecursion) {
  const std::vector<Powers> all = small_world();
  for (const Powers& p : all) {
    const Ordinal a = ordinal(p);
    ASSERT_EQ(a + Ordinal(), a);
    ASSERT_EQ(a * Ordinal(), Ordinal());
    for (const Powers& q : all) {
      const Ordinal b = ordinal(q);
      ASSERT_EQ(a + b.successor(), (a + b).successor());
      ASSERT_EQ(a * b.successor(), a * b + a);
    }
  }
}

TEST(OrdinalTest, SumAndProductAreContinuous) {
  // For a limit λ, a + λ is the least upper bound of the a + b, b < λ, and likewise a·λ: no c below
  // it is an upper bound. In these worlds a witness b for such a c has one finite coefficient more
  // than c.
  const Powers zero, one{{zero}}, two{{zero, zero}};
  std::vector<Ordinal> small, large;
  for (const Powers& p : world({one, zero})) small.push_back(ordinal(p));
  for (const Powers& p : world({two, one, zero})) large.push_back(ordinal(p));
  std::vector<Ordinal> witnesses;
  for (uint64_t i = 0; i < 5; ++i) {
    for (uint64_t j = 0; j < 5; ++j) {
      for (uint64_t k = 0; k < 5; ++k)
        witnesses.push_back(Ordinal::from_terms({{2, i}, {1, j}, {0, k}}));
    }
  }
  for (const Ordinal& a : small) {
    for (const Ordinal& limit : large) {
      if (!limit.is_limit()) continue;
      for (const Ordinal& b : witnesses) {
        if (b >= limit) continue;
        ASSERT_LT(a + b, a + limit);
        ASSERT_TRUE(a.is_zero() || a * b < a * limit);
      }
      for (const Ordinal& c : large) {
        const auto reaches = [&](auto operation) {
          return std::any_of(witnesses.begin(), witnesses.end(),
                             [&](const Ordinal& b) { return b < limit && operation(a, b) > c; });
        };
        ASSERT_EQ(c < a + limit, reaches(std::plus<>()))
            << a.to_string() << " " << limit.to_string() << " " << c.to_string();
        ASSERT_EQ(c < a * limit, reaches(std::multiplies<>()))
            << a.to_string() << " " << limit.to_string() << " " << c.to_string();
      }
    }
  }
}

TEST(OrdinalTest, FiniteOrdinalsAreTheNaturals) {
  const Natural big = Natural::kSmallLimit;
  const Natural numbers[] = {0, 1, 7, big - 1, big, big + 1, big * big, big * big + 1};
  for (const Natural& m : numbers) {
    ASSERT_TRUE(Ordinal(m).is_finite());
    ASSERT_EQ(Ordinal(m).finite(), m);
    ASSERT_EQ(Ordinal(m).is_small(), m < big);
    ASSERT_EQ(Ordinal(m).to_string(), m.to_string());
    ASSERT_EQ(Ordinal(m).is_limit(), false);
    ASSERT_LT(Ordinal(m), Ordinal::omega());
    if (const auto word = m.to_uint64()) {
      ASSERT_EQ(Ordinal(*word), Ordinal(m));
    }
    for (const Natural& n : numbers) {
      ASSERT_EQ(Ordinal(m) + Ordinal(n), Ordinal(m + n));
      ASSERT_EQ(Ordinal(m) * Ordinal(n), Ordinal(m * n));
      ASSERT_EQ(natural_sum(m, n), Ordinal(m + n));
      ASSERT_EQ(nim_sum(m, n), Ordinal(m ^ n));
      ASSERT_EQ(Ordinal(m) <=> Ordinal(n), m <=> n);
    }
  }
}

TEST(OrdinalTest, EqualOrdinalsHaveOneForm) {
  const Ordinal w = Ordinal::omega();
  const Natural big = Natural::kSmallLimit;
  EXPECT_TRUE(nim_sum(w + Ordinal(5), w).is_small());
  EXPECT_TRUE(nim_sum(Ordinal(big), Ordinal(big + 5)).is_small());
  EXPECT_TRUE(nim_sum(read("w^w+w+3"), read("w^w+w+3")).is_zero());
  EXPECT_TRUE(Ordinal::from_terms({{0, 2}, {w, 0}, {0, 3}}).is_small());
  EXPECT_TRUE(Ordinal::power_of_omega(w, 0).is_zero());
  EXPECT_EQ(Ordinal::from_terms({{0, 2}, {2, 1}, {w, 4}, {2, 1}}), read("w^w*4 + w^2*2 + 2"));
  for (const char* text :
       {"w", "w^w*3+5", "18446744073709551616", "w^(w^2+w)*99999999999999999999+1"}) {
    EXPECT_EQ(read(text).hash(), (read(text) + Ordinal()).hash());
    EXPECT_EQ(Ordinal::from_terms(read(text).terms()), read(text));
  }
}

TEST(OrdinalTest, Parts) {
  const Ordinal a = read("w^(w+1)*2 + w^3 + w*5 + 7");
  EXPECT_EQ(a.degree(), read("w+1"));
  EXPECT_EQ(a.limit_part(), read("w^(w+1)*2 + w^3 + w*5"));
  EXPECT_EQ(a.coefficient(read("w+1")), 2);
  EXPECT_EQ(a.coefficient(3), 1);
  EXPECT_EQ(a.coefficient(2), 0);
  EXPECT_EQ(a.coefficient(1), 5);
  EXPECT_EQ(a.coefficient(0), 7);
  EXPECT_EQ(a.coefficient(read("w^w")), 0);
  EXPECT_EQ(a.size(), 9u);
  EXPECT_FALSE(a.is_limit());
  EXPECT_TRUE(a.limit_part().is_limit());
  EXPECT_EQ(a.limit_part().limit_part(), a.limit_part());
  EXPECT_EQ(a.successor(), read("w^(w+1)*2 + w^3 + w*5 + 8"));
  EXPECT_EQ(Ordinal(7).coefficient(0), 7);
  EXPECT_EQ(Ordinal(7).coefficient(1), 0);
  EXPECT_EQ(Ordinal(7).limit_part(), Ordinal());
  EXPECT_EQ(Ordinal(Natural::kSmallLimit).limit_part(), Ordinal());
  EXPECT_EQ(Ordinal().terms().size(), 0u);
  EXPECT_EQ(Ordinal().size(), 0u);
  EXPECT_FALSE(Ordinal().is_limit());
  EXPECT_EQ(Ordinal(Natural::kSmallLimit - 1).successor().finite(), Natural::kSmallLimit);
}

TEST(OrdinalTest, Prints) {
  const Ordinal w = Ordinal::omega();
  const Ordinal a = Ordinal::from_terms({{2, 3}, {1, 5}, {0, 2}});
  EXPECT_EQ(a.to_string(), "ω^2·3+ω·5+2");
  EXPECT_EQ(a.to_string(true), "w^2*3+w*5+2");
  EXPECT_EQ(Ordinal().to_string(), "0");
  EXPECT_EQ(w.to_string(), "ω");
  EXPECT_EQ(Ordinal::power_of_omega(w).to_string(), "ω^ω");
  EXPECT_EQ(Ordinal::power_of_omega(w + Ordinal(1), 2).to_string(), "ω^(ω+1)·2");
  EXPECT_EQ(Ordinal::power_of_omega(w * Ordinal(2)).to_string(), "ω^(ω·2)");
  EXPECT_EQ(Ordinal::power_of_omega(Ordinal::power_of_omega(w)).to_string(true), "w^(w^w)");
  EXPECT_EQ(Ordinal::power_of_omega(Natural::pow(10, 20)).to_string(true),
            "w^100000000000000000000");
}

TEST(OrdinalTest, ReadsBackWhatItPrints) {
  for (const Powers& p : small_world()) {
    const Ordinal a = ordinal(p);
    ASSERT_EQ(read(a.to_string()), a);
    ASSERT_EQ(read(a.to_string(true)), a);
  }
}

TEST(OrdinalTest, ReadsSumsAndProducts) {
  const std::pair<const char*, const char*> cases[] = {
      {"5 + w", "ω"},
      {"w+5", "ω+5"},
      {" w ^ 2 * 3\t+ w·5 +2 ", "ω^2·3+ω·5+2"},
      {"(w+1)*2", "ω·2+1"},
      {"2*(w+1)", "ω+2"},
      {"(w+1)*w", "ω^2"},
      {"(w+1)*(w+1)", "ω^2+ω+1"},
      {"w*0+3", "3"},
      {"0*w", "0"},
      {"w^0", "1"},
      {"w^1", "ω"},
      {"w^w^2", "ω^(ω^2)"},
      {"w^w*2", "ω^ω·2"},
      {"(w)^(2)", "ω^2"},
      {"ω^(1+w)", "ω^ω"},
      {"w*w*w", "ω^3"},
      {"2*3*4", "24"},
      {"w^2+w^3", "ω^3"},
      {"w+w+w^2*2+w+w+3+4", "ω^2·2+ω·2+7"},
      {"007", "7"},
      {"((((3))))", "3"},
  };
  for (const auto& [text, value] : cases) EXPECT_EQ(read(text).to_string(), value) << text;
}

TEST(OrdinalTest, ErrorsNameTheColumn) {
  struct Case {
    const char* text;
    size_t column;
    const char* message;
  };
  const Case cases[] = {
      {"", 1, "expected a number, w or '('"},
      {"  ", 3, "expected a number, w or '('"},
      {"w+", 3, "expected a number, w or '('"},
      {"ω+x", 3, "expected a number, w or '('"},
      {"5 5", 3, "expected '+', '*' or the end of the ordinal"},
      {"w2", 2, "expected '+', '*' or the end of the ordinal"},
      {"ω·ω)", 4, "expected '+', '*' or the end of the ordinal"},
      {"(w+1", 5, "expected '+', '*' or ')'"},
      {"(w 1)", 4, "expected '+', '*' or ')'"},
      {"3 + 2^3", 5, "only ω can be raised to a power"},
      {"(w+1)^2", 1, "only ω can be raised to a power"},
      {"w-1", 2, "expected '+', '*' or the end of the ordinal"},
  };
  for (const Case& c : cases) {
    const Attempt<Ordinal> result = Ordinal::parse(c.text);
    ASSERT_FALSE(result.ok()) << c.text;
    const Diagnostic& diagnostic = result.error().diagnostics.front();
    EXPECT_EQ(diagnostic.column, c.column) << c.text;
    EXPECT_EQ(diagnostic.message, c.message) << c.text;
    EXPECT_EQ(result.error().kind, Error::Kind::input);
  }
  EXPECT_FALSE(Ordinal::parse(std::string_view("w\0", 2)).ok());
  EXPECT_FALSE(Ordinal::parse("\xCF").ok());
}

std::string repeated(std::string_view text, size_t times) {
  std::string result;
  while (times-- > 0) result += text;
  return result;
}

TEST(OrdinalTest, NestingIsLimited) {
  EXPECT_EQ(read(repeated("(", 100) + "1" + repeated(")", 100)), Ordinal(1));
  EXPECT_TRUE(Ordinal::parse(repeated("w^", 100) + "2").ok());
  for (const char* open : {"(", "w^", "w^(", "w+(", "w*w^(2+"}) {
    const Attempt<Ordinal> result = Ordinal::parse(repeated(open, 1'000'000));
    ASSERT_FALSE(result.ok()) << open;
    EXPECT_EQ(result.error().message(), "parentheses and exponents may be nested 100 deep at most");
  }
}

TEST(OrdinalTest, LongTextsAreReadOrRefusedSoon) {
  EXPECT_EQ(read(std::string(100'000, '7')).finite(), (Natural::pow(10, 100'000) - 1) / 9 * 7);
  EXPECT_EQ(read("w*" + std::string(100'000, '7')).coefficient(1),
            (Natural::pow(10, 100'000) - 1) / 9 * 7);
  EXPECT_EQ(read(repeated("1+", 100'000) + "1"), Ordinal(100'001));
  EXPECT_EQ(read(repeated("w*", 100'000) + "2"), Ordinal::power_of_omega(100'000, 2));
  EXPECT_EQ(read(repeated("2*", 10'000) + "1").finite(), Natural(1) << 10'000);
  // Each level of exponents repeats the one above it five times.
  std::string growing = "1";
  for (int i = 0; i < 40; ++i) growing = "w^(" + growing + ")*(w^5+w^4+w^3+w^2+w)";
  for (const std::string& text :
       {growing, repeated("2*", 5'000'000) + "1", repeated("w+", 5'000'000) + "1"}) {
    const Attempt<Ordinal> result = Ordinal::parse(text);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().message(), "this ordinal has too many terms to be worked out");
  }
}

}  // namespace
}  // namespace grundy
