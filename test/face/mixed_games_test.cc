// Random games whose moves lead to sums with other games: each question near by is compared with
// play by its options, and far away it gets an answer or a reason.
#include <grundy/grundy.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace grundy::face {
namespace {

class Rules {
 public:
  explicit Rules(uint64_t seed) : random_(seed) {}

  std::string text() {
    is_pair_ = below(2) == 0;
    std::string text = is_pair_ ? "game g(n, b)\n" : "game g(n)\n";
    for (uint64_t line = 0; line <= below(3); ++line) {
      const std::string smaller = one_of({"n - k", "n - k", "n / 2 - k", "n - 1 - k", "n - 2*k"});
      std::string to = below(3) == 0 ? part("k") : self(smaller);
      for (uint64_t more = below(3); more > 0; --more)
        to += " + " + part(one_of({"k", "n - k", is_pair_ ? "b" : "n"}));
      text += "  -> " + to +
              one_of({" for k in 1..n", " for k in 1..n if k % 2 = 1", " for k in {1, 3}",
                      " for k in 1..n if n % k = 0", " for k in 1..3", " for k >= 1"}) +
              "\n";
    }
    text += "game h(n)\n" +
            one_of({"  -> h(n - k) for k in 1..3\n", "  -> h(k) for k < n if gcd(k, n) = 1\n",
                    "  -> h(n - 2) + h(n / 2) if n >= 2\n",
                    "  -> nim(n - 1) + kayles(n / 2) if n >= 1\n"});
    text += "game two(a, b)\n" +
            one_of({"  -> two(a - k, b) for k in 1..a\n  -> two(a, b - k) for k in 1..b\n",
                    "  -> two(a - 1, b + 1) if a >= 1\n  -> two(a, b - 1)\n",
                    "  -> h(a - 1) + nim(b) if a >= 1\n"});
    text +=
        "game lst([a])\n" + one_of({"  -> lst(a[i -> a[i] - k]) for i in 1..len(a), k in 1..a[i]\n",
                                    "  -> lst(a[i -> []]) for i in 1..len(a) if a[i] % 2 = 0\n",
                                    "  -> lst(a[1..i-1]) + nim(a[i]) for i in 1..len(a)\n"});
    return text;
  }
  std::string sum(std::initializer_list<const char*> sizes) {
    std::string text = "g(" + one_of(sizes) + (is_pair_ ? ", " + one_of(sizes) : "") + ")";
    if (below(2) == 0)
      text += " + " + one_of({"nim(5)", "kayles(10)", "h(9)", "two(3, 4)", "lst([3, 4])", "*2"});
    return text;
  }
  uint64_t below(uint64_t end) { return random_() % end; }

 private:
  std::string one_of(std::initializer_list<const char*> texts) {
    return texts.begin()[below(texts.size())];
  }
  std::string self(const std::string& n) { return "g(" + n + (is_pair_ ? ", b)" : ")"); }
  std::string part(const std::string& n) {
    switch (below(6)) {
      case 0:
        return "nim(" + n + ")";
      case 1:
        return "nim(" + n + "/2)";
      case 2:
        return "kayles(" + n + ")";
      case 3:
        return "h(" + n + ")";
      case 4:
        return "two(" + n + ", k)";
      default:
        return "subtract[{1, 3}](" + n + ")";
    }
  }

  std::mt19937_64 random_;
  bool is_pair_ = false;
};

/// The value of a position by its options; nothing where they are infinitely many, or too many
/// positions are met.
class ByOptions {
 public:
  explicit ByOptions(Session& session) : session_(session) {}

  std::optional<uint64_t> value(const Sum& sum) {
    uint64_t value = 0;
    for (const Position& part : sum) {
      const std::optional<uint64_t> one = value_of(part);
      if (!one) return {};
      value ^= *one;
    }
    return value;
  }

 private:
  std::optional<uint64_t> value_of(const Position& position) {
    const std::string text = position.text();
    if (const auto at = known_.find(text); at != known_.end()) return at->second;
    if (known_.size() > 3000) return {};
    const auto moves = session_.options(position);
    if (!moves || !moves->all) return {};
    std::vector<bool> values(4096);
    for (const Move& move : moves->moves) {
      const auto one = value(move.to);
      if (!one) return {};
      values.at(*one) = true;
    }
    uint64_t mex = 0;
    while (values[mex]) ++mex;
    known_.emplace(text, mex);
    return mex;
  }

  Session& session_;
  std::map<std::string, uint64_t> known_;
};

TEST(MixedGames, AreAsTheirOptionsTell) {
  int compared = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Rules rules(seed);
    Session session;
    const std::string text = rules.text();
    ASSERT_TRUE(session.load_rules("test", text).ok()) << text;
    ByOptions by_options(session);
    for (int question = 0; question < 4; ++question) {
      const auto sum = session.read(rules.sum({"0", "1", "2", "3", "5", "8"}));
      ASSERT_TRUE(sum.ok()) << text;
      const std::optional<uint64_t> expected = by_options.value(*sum);
      if (!expected) continue;
      ++compared;
      const auto value = session.value(*sum);
      ASSERT_TRUE(value.ok()) << text << sum->text() << value.error().message();
      EXPECT_EQ(value->to_uint64(), *expected) << text << sum->text();
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(MixedGames, AreAnsweredOrDeclinedFarOut) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Rules rules(1000 + seed);
    SessionOptions options;
    options.time_limit = 0.2;
    options.memory_limit = uint64_t{1} << 30;
    options.threads = 1;
    Session session(options);
    const std::string text = rules.text();
    ASSERT_TRUE(session.load_rules("test", text).ok()) << text;
    for (int question = 0; question < 3; ++question) {
      const auto sum =
          session.read(rules.sum({"30", "101", "1001", "10^6", "10^12 + 1", "10^18", "10^30"}));
      ASSERT_TRUE(sum.ok()) << text;
      const auto answer = session.solve(*sum);
      if (answer) {
        const auto words = session.explain(*answer);
        EXPECT_TRUE(words.ok()) << text << sum->text();
      } else {
        EXPECT_NE(answer.error().kind, Error::Kind::internal) << text << sum->text();
      }
    }
  }
}

/// A lost position is explained by what its moves lead to, other games among them.
TEST(MixedGames, LostOnesAreExplainedByMovesIntoOtherGames) {
  Session session;
  ASSERT_TRUE(session
                  .load_rules("test",
                              "game unfair[C](a, b)\n"
                              "  -> nim(a - t) + nim(b + t) + nim(C) for t in 1..a\n")
                  .ok());
  const auto answer = session.solve("unfair[5](1000, 1001)");
  ASSERT_TRUE(answer.ok());
  EXPECT_TRUE(session.explain(*answer).ok());
}

/// In misère play a list is played as its heaps; each move is told as one of the list.
TEST(MixedGames, MovesOfDrawnSumsAreThoseOfTheParts) {
  Session session;
  ASSERT_TRUE(session
                  .load_rules("test",
                              "game g(n)\n  -> g(n / 2)\n"
                              "game lst([a])\n  -> lst(a[i -> a[i] - k]) for i in 1..len(a), "
                              "k in 1..a[i]\n")
                  .ok());
  SolveOptions options;
  options.play = Play::misere;
  const auto answer = session.solve("lst([3, 4]) + g(5)", options);
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(answer->outcome, Outcome::D);
  const auto words = session.explain(*answer);
  ASSERT_TRUE(words.ok());
  EXPECT_NE(words->find("lst([3, 4]) → lst([2, 4])"), std::string::npos) << *words;
}

}  // namespace
}  // namespace grundy::face
