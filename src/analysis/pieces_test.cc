// The pieces of random lines against the definition of their moves, and rules that are the same in
// other words.
#include "analysis/pieces.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>

#include "analysis/written_pieces.h"
#include "generate/environment.h"
#include "language/rulebook.h"
#include "rule/evaluate.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

constexpr unsigned long kTestSteps = 5'000'000;

int64_t value_at(const LinearForm& form, const std::vector<int64_t>& point) {
  int64_t result = form.constant;
  for (size_t i = 0; i < form.coefficients.size(); ++i)
    result += form.coefficients[i] * (i < point.size() ? point[i] : 0);
  return result;
}

bool is_true(const Atom& atom, const std::vector<int64_t>& point) {
  const int64_t first = value_at(atom.terms[0], point);
  switch (atom.kind) {
    case Atom::Kind::divides:
      return first != 0 && value_at(atom.terms[1], point) % first == 0;
    case Atom::Kind::coprime:
      return std::gcd(first, value_at(atom.terms[1], point)) == 1;
    case Atom::Kind::prime:
      return is_prime(first);
    case Atom::Kind::square:
      return is_square(first);
    case Atom::Kind::power:
      return first > 0 && first % atom.factor == 0 && is_power(first / atom.factor, atom.base);
    case Atom::Kind::power_of: {
      const int64_t power = value_at(atom.terms[1], point);
      return first >= 1 && power >= first && is_power(power, first);
    }
    case Atom::Kind::within: {
      const int64_t all = value_at(atom.terms[1], point);
      return first >= 0 && all >= 0 && (first & all) == first;
    }
  }
  return false;
}

bool contains(isl_ctx* context, const isl::Set& set, const std::vector<int64_t>& point) {
  isl::allow(context, kTestSteps);
  isl_point* here = isl_point_zero(isl_set_get_space(set.keep()));
  for (size_t i = 0; i < point.size(); ++i) {
    here = isl_point_set_coordinate_val(here, isl_dim_set, static_cast<int>(i),
                                        isl_val_int_from_si(context, point[i]));
  }
  const isl::Set one(isl_set_from_point(here));
  return isl_set_is_subset(one.keep(), set.keep()) == isl_bool_true;
}

/// One of these, at random.
template <class T>
const T& any_of(const std::vector<T>& list, std::mt19937& random) {
  return list[random() % list.size()];
}

/// A line of g(n) or g(a, b) with conditions that are not affine.
std::string random_line(size_t arity, std::mt19937& random) {
  const std::vector<std::string> coordinates =
      arity == 1 ? std::vector<std::string>{"n"} : std::vector<std::string>{"a", "b"};
  const std::string x = any_of(coordinates, random);
  const std::string other = any_of(coordinates, random);
  const std::vector<std::string> taken = {"k",
                                          "2*k",
                                          "k*k",
                                          "2**k",
                                          "1 << k",
                                          x + "/k",
                                          "3*2**k",
                                          "k + 1",
                                          x + " % 3",
                                          "k*" + other,
                                          "k/2",
                                          "min(k, 4)",
                                          other + "**k",
                                          x + " - " + x + " % k",
                                          x + " - " + x + " % " + other,
                                          "(k - 1)*" + other};
  const std::vector<std::string> ranges = {"k >= 1",
                                           "k in 1.." + x,
                                           "k in 2.." + x + " - 1",
                                           "k < " + x,
                                           "k in 1..6",
                                           "k in 1.." + x + "/2",
                                           "k in {1, 3, 4}",
                                           fmt::format("k in 1..{}/max({}, 1)", x, other)};
  const std::vector<std::string> conditions = {x + " % k = 0",
                                               "k % 2 = 1",
                                               fmt::format("gcd({}, k) = 1", x),
                                               fmt::format("not gcd(k, {}) > 1", x),
                                               "isprime(k)",
                                               fmt::format("k*{} = 4", other),
                                               fmt::format("(k - 1)*({} - k) = 2", x),
                                               fmt::format("ispower(k, {})", other),
                                               "not isprime(k)",
                                               "issquare(k)",
                                               "ispower(k, 2)",
                                               fmt::format("{} % k != 0", x),
                                               "k != 2",
                                               other + " >= 1",
                                               fmt::format("k*k <= {}", x),
                                               "k & (k - 1) = 0",
                                               fmt::format("({} - k) % 3 != 1 or k > 2", x),
                                               "all(k % d != 0 for d in 2..k-1)",
                                               "all(k % d != 0 for d in 2..k if d*d <= k)",
                                               "all(k % d != 0 for d in 2..k/2 if d*d <= k/2)",
                                               fmt::format("any(d*k = {} for d in 1..{})", x, x),
                                               fmt::format("gcd({0}, k) = k", x),
                                               fmt::format("{0} & k = k", x),
                                               fmt::format("k & {0} != k", other),
                                               fmt::format("{0} | k = {0}", x),
                                               fmt::format("({0} ^^ k) = {0} - k", x),
                                               fmt::format("{0} & 2**k > 0", x),
                                               fmt::format("({0} >> k) % 2 = 0", x),
                                               fmt::format("ispower({0} ^^ k, 2)", x),
                                               fmt::format("({0} ^^ k) + k = {0}", x),
                                               fmt::format("ispower(k, 2) and {} & k != 0", x),
                                               fmt::format("{} & k = 0", other),
                                               fmt::format("k < {0} and {0} % ({0} - k) != 0", x),
                                               fmt::format("all(k*d != {0} for d in 1..{0})", x),
                                               fmt::format("all(d*k != {0} for d in 2..{0})", x),
                                               "any(j*j = k for j in 1..k)",
                                               fmt::format("k*{} % 2 = 0", other),
                                               fmt::format("(k + 1)*({} - k) % 3 != 1", x),
                                               "k**2 % 5 = 4",
                                               fmt::format("{0} % k = {1} % k", x, other)};
  std::string target = fmt::format("{} - {}", x, any_of(taken, random));
  if (random() % 4 == 0) target = "k";
  if (random() % 8 == 0) target = x + " ^^ k";
  std::string to = target;
  if (arity == 2) to = x == "a" ? target + ", b" : "a, " + target;
  const std::string range =
      target == "k" ? (random() % 2 == 0 ? "k < " + x : fmt::format("k in 1..{} - 1", x))
                    : any_of(ranges, random);
  std::string line = fmt::format("  -> g({})  for {}", to, range);
  for (size_t i = random() % 3; i > 0; --i)
    line += fmt::format(" {} {}", line.find(" if ") == line.npos ? "if" : "and",
                        any_of(conditions, random));
  return line + "\n";
}

using Options = std::set<std::vector<int64_t>>;
Options options_of(const Rule& rule, const std::vector<int64_t>& point, Fault& fault) {
  Options options;
  fault = moves_by_definition(rule, point, 60,
                              [&](const RuleSum& sum) { options.insert(sum.at(0).coordinates); });
  return options;
}

TEST(Pieces, RandomLinesByDefinition) {
  const uint64_t seed = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rounds = generate::from_environment("GRUNDY_RULES", 300);
  size_t compared = 0, written = 0;
  for (uint64_t round = 0; round < rounds; ++round) {
    std::mt19937 random(static_cast<uint32_t>(seed + round));
    const size_t arity = 1 + random() % 2;
    const std::string text =
        fmt::format("game g({})\n{}", arity == 1 ? "n" : "a, b", random_line(arity, random));
    Rulebook book;
    if (!book.load_text("random", text)) continue;
    const auto rule = book.rule("g");
    if (!rule) continue;
    const isl::Context context = isl::make_context(kTestSteps);
    const auto moves = pieces_of(context.get(), **rule);
    if (!moves) continue;
    const std::vector<Piece> pieces = moves->empty() ? std::vector<Piece>() : moves->front().pieces;
    ++compared;
    const auto lines = written_lines(context.get(), **rule, (*rule)->moves[0]);
    Rule rewritten = **rule;
    if (lines) rewritten.moves = *lines;
    written += lines ? 1 : 0;
    const int64_t side = arity == 1 ? 26 : 9;
    for (int64_t p = 0; p < (arity == 1 ? side : side * side); ++p) {
      std::vector<int64_t> point = {p % side};
      if (arity == 2) point.push_back(p / side);
      Fault fault;
      const Options options = options_of(**rule, point, fault);
      if (fault.kind == Fault::Kind::overflow) continue;  // n**k, which leads below 0
      // A line with such a position has no pieces, unless the position is no move's anyway.
      ASSERT_EQ(fault.kind, Fault::Kind::none) << "GRUNDY_SEED=" << seed + round << "\n" << text;
      Fault rewritten_fault;
      EXPECT_EQ(options_of(rewritten, point, rewritten_fault), options)
          << "GRUNDY_SEED=" << seed + round << " at " << fmt::format("{}", fmt::join(point, ", "))
          << "\n"
          << text;
      EXPECT_EQ(rewritten_fault.kind, Fault::Kind::none) << text;
      for (int64_t q = 0; q < (arity == 1 ? side : side * side); ++q) {
        std::vector<int64_t> to = {q % side};
        if (arity == 2) to.push_back(q / side);
        std::vector<int64_t> pair = point;
        pair.insert(pair.end(), to.begin(), to.end());
        const bool is_move = std::any_of(pieces.begin(), pieces.end(), [&](const Piece& one) {
          return std::all_of(one.literals.begin(), one.literals.end(),
                             [&](const Literal& literal) {
                               return is_true(literal.atom, pair) == literal.holds;
                             }) &&
                 contains(context.get(), one.pairs, pair);
        });
        ASSERT_EQ(is_move, options.contains(to)) << "GRUNDY_SEED=" << seed + round << " "
                                                 << fmt::format("{}", fmt::join(pair, ", ")) << "\n"
                                                 << text;
      }
    }
  }
  EXPECT_GT(compared, rounds / 3);
  EXPECT_GT(written, rounds / 6);
}

bool are_same(const std::string& first, const std::string& second,
              const std::vector<size_t>& order) {
  Rulebook a, b;
  EXPECT_TRUE(a.load_text("a", first).ok()) << first;
  EXPECT_TRUE(b.load_text("b", second).ok()) << second;
  const isl::Context context = isl::make_context(kTestSteps);
  unsigned most_bits = 0;
  const Rule &one = **a.rule("g"), &other = **b.rule("g");
  const bool same = order.empty() ? same_up_to_exchange(context.get(), one, other, most_bits)
                                  : same_game(context.get(), one, other, order, most_bits);
  return same && most_bits == 0;
}

TEST(Pieces, TheSameGameInOtherWords) {
  const std::vector<std::vector<std::string>> games = {
      {"-> g(n - d) for d in 1..n-1 if n % d = 0",
       "-> g(n - d) for d in 1..n if n % d = 0 and d != n",
       "-> g(k) for k in 1..n-1 if n % (n - k) = 0", "-> g(n - n/e) for e in 2..n if n % e = 0",
       "-> g(n - d) for d in 1..n, q in 2..n if d*q = n",
       "-> g(n - d) for d in 1..n/2 if gcd(n, d) = d",
       "-> g(d*(q - 1)) for d in 1..n, q in 2..n if d*q = n"},
      {"-> g(n - d) for d in 1..n if n % d = 0", "-> g(n - d) for d in 1..n, q in 1..n if q*d = n"},
      {"-> g(d) for d in 1..n-1 if n % d = 0", "-> g(n/k) for k in 2..n if n % k = 0"},
      {"-> g(k) for k in 1..n-1 if gcd(k, n) = 1", "-> g(n - k) for k in 1..n-1 if gcd(n, k) = 1",
       "-> g(k) for k in 1..n if k < n and not gcd(n, k) > 1",
       "-> g(k) for k in 1..n-1 if all(n % d != 0 or k % d != 0 for d in 2..n)"},
      {"-> g(n - 2**i) for i <= n", "-> g(k) for k < n if ispower(n - k, 2)",
       "-> g(n - k) for k in 1..n if k & (k - 1) = 0",
       "-> g(n - (1 << i)) for i in 0..n if (1 << i) <= n"},
      {"-> g(n - k*k) for k >= 1", "-> g(k) for k < n if issquare(n - k)",
       "-> g(n - k) for k in 1..n if isqrt(k)**2 = k", "-> g(n - k*k) for k in 1..n if k*k <= n"},
      {"-> g(n - p) for p in 2..n if isprime(p)", "-> g(k) for k < n if isprime(n - k)",
       "-> g(n - p) for p in 2..n if all(p % d != 0 for d in 2..p-1)",
       "-> g(n - p) for p in 2..n if all(p % d != 0 for d in 2..p if d*d <= p)",
       "-> g(n - 2)\n  -> g(n - p) for p in 3..n if p % 2 = 1 and isprime(p)"},
      {"-> g(n - k) for k in 1..n if n & k = k", "-> g(m) for m < n if m & n = m",
       "-> g(n - k) for k in 1..n if (n ^^ k) = n - k", "-> g(m) for m < n if (n | m) = n",
       "-> g(n ^^ k) for k in 1..n if (n ^^ k) + k = n",
       "-> g(m) for k in 1..n, m <= n if m + k = n and m & k = 0"},
      {"-> g(n - 2**i) for i <= n if n & 2**i > 0", "-> g(m) for m < n if ispower(n ^^ m, 2)",
       "-> g(n - k) for k in 1..n if ispower(k, 2) and n & k = k",
       "-> g(n - 2**i) for i < n if n/2**i % 2 = 1",
       "-> g(n ^^ k) for k in 1..n if ispower(k, 2) and n & k != 0"},
      {"-> g(n - k) for k in 1..n if n % k != 0",
       "-> g(n - k) for k in 1..n if all(k*d != n for d in 1..n)"},
      {"-> g(n - k) for k in 1..6 if gcd(n, k) = 1",
       "-> g(m) for m < n if n - m <= 6 and gcd(n - m, n) = 1"},
      {"-> 0\n  -> g(a) for a < n\n  -> g(a) + g(b) for a < n, b < a",
       "-> 0\n  -> g(a) for a < n\n  -> g(a) + g(b) for a, b if a < b and b < n"},
      {"-> g(n - k) for k in 1..4 if k != 2", "-> g(n - k) for k in {1, 3, 4}",
       "-> g(k) for k < n if n - k = 1 or n - k = 3 or n - k = 4"}};
  for (size_t i = 0; i < games.size(); ++i) {
    for (const std::string& first : games[i]) {
      const std::string text = fmt::format("game g(n)\n  {}\n", first);
      for (size_t j = 0; j < games.size(); ++j) {
        for (const std::string& second : games[j]) {
          if (i != j && (&second != &games[j].front() || &first != &games[i].front())) continue;
          EXPECT_EQ(are_same(text, fmt::format("game g(n)\n  {}\n", second), {0}), i == j)
              << first << "\n"
              << second;
        }
      }
    }
  }
}

TEST(Pieces, HelperGamesAndTheOrderOfCoordinates) {
  EXPECT_TRUE(
      are_same("game h(n)\n  -> h(k) for k < n\ngame g(n)\n  -> h(a) + h(n - a) for a in 1..n-1\n",
               "game g(n)\n  -> nim(a) + nim(n - a) for a in 1..n/2\n", {0}));
  EXPECT_FALSE(are_same(
      "game h(n)\n  -> h(k) for k < n - 1\ngame g(n)\n  -> h(a) + h(n - a) for a in 1..n-1\n",
      "game g(n)\n  -> nim(a) + nim(n - a) for a in 1..n/2\n", {0}));
  const std::string stair =
      "game g(a, b)\n  -> g(a - k, b + k) for k in 1..a\n  -> g(a, b - k) for k in 1..b\n";
  const std::string turned =
      "game g(b, a)\n  -> g(c, a + b - c) for c in b+1..a + b\n  -> g(k, a) for k < b\n";
  EXPECT_TRUE(are_same(stair, turned, {1, 0}));
  EXPECT_FALSE(are_same(stair, turned, {0, 1}));
}

TEST(Pieces, DivisorsThatAreNotAllLookedAt) {
  const std::string primes = "game g(n)\n  -> g(n - p)  for p in 2..n  if isprime(p)\n";
  for (const char* condition :
       {"all(p % d != 0 for d in 2..p/2 if d*d <= p/2)",
        "all(p % d != 0 for d in 2..isqrt(p) if d*d <= isqrt(p))",
        "all(p % d != 0 for d in 2..p if d*d < p)", "all(p % d != 0 for d in 3..p-1)"})
    EXPECT_FALSE(are_same(
        fmt::format("game g(n)\n  -> g(n - p)  for p in 2..n  if {}\n", condition), primes, {0}))
        << condition;
}

TEST(Pieces, PairsInAnyOrder) {
  const std::string euclid =
      "game g(a, b)\n  -> g(a, b - k*a)  for k >= 1  if 1 <= a <= b\n"
      "  -> g(a - k*b, b)  for k >= 1  if 1 <= b < a\n";
  for (const char* other :
       {"-> g(max(a, b) - k*min(a, b), min(a, b))  for k >= 1  if k*min(a, b) <= max(a, b) and "
        "min(a, b) >= 1",
        "-> g(min(a, b), abs(a - b) - (k - 1)*min(a, b))  for k >= 1  if k*min(a, b) <= max(a, b) "
        "and min(a, b) >= 1"})
    EXPECT_TRUE(are_same(fmt::format("game g(a, b)\n  {}\n", other), euclid, {})) << other;
  // These don't treat (a, b) and (b, a) alike.
  EXPECT_FALSE(are_same("game g(a, b)\n  -> g(a - k, b)  for k in 1..a\n",
                        "game g(a, b)\n  -> g(b, a - k)  for k in 1..a\n", {}));
}

}  // namespace
}  // namespace grundy
