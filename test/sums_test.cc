// Sums against the whole sum played out by definition: outcome, every winning move, misère play,
// and what tells two sums apart.
//
// GRUNDY_SUMS is the number of random sums of each kind (default 60), GRUNDY_SEED the seed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "engine/search/play_out.h"
#include "generate/environment.h"
#include "generate/rules.h"
#include "reference/positions.h"
#include "reference/rules.h"
#include "session/session.h"

namespace grundy {
namespace {

constexpr int64_t kBinderLimit = 60;  // for unbounded binders in the definition

/// The positions a part stands for; nothing for one that is not played by rules.
std::optional<RuleSum> positions_of(const Position& part) {
  return reference::rule_sum({&part, 1});
}

RuleSum sorted(RuleSum sum) {
  std::sort(sum.begin(), sum.end());
  return sum;
}

RuleSum operator+(RuleSum a, const RuleSum& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// A winning move: the part, and what becomes of it.
using PlayedMove = std::pair<size_t, RuleSum>;

struct Played {
  bool mover_wins = false;
  std::set<PlayedMove> winning;
};

/// By definition; nothing when it is too large or need not end.
std::optional<Played> play_out(const std::vector<RuleSum>& parts, bool misere) {
  reference::WholeSum whole(misere, kBinderLimit, 30'000);
  RuleSum all;
  for (const RuleSum& part : parts) all = all + part;
  const std::optional<bool> wins = whole.mover_wins(all);
  if (!wins) return std::nullopt;
  Played result;
  result.mover_wins = *wins;
  for (size_t p = 0; p < parts.size(); ++p) {
    RuleSum others;
    for (size_t q = 0; q < parts.size(); ++q) {
      if (q != p) others = others + parts[q];
    }
    for (size_t i = 0; i < parts[p].size(); ++i) {
      RuleSum rest = parts[p];
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      for (const RuleSum& option : whole.options(parts[p][i])) {
        const std::optional<bool> reply = whole.mover_wins(others + rest + option);
        if (!reply) return std::nullopt;
        if (!*reply) result.winning.insert({p, sorted(rest + option)});
      }
    }
  }
  return result;
}

std::string text_of(const std::set<PlayedMove>& moves) {
  std::string text;
  for (const auto& [part, to] : moves) {
    text += fmt::format("part {} to", part);
    for (const RulePosition& p : to) {
      text +=
          p.game == nullptr ? fmt::format(" *{}", p.coordinates[0]) : " " + to_string(RuleSum{p});
    }
    text += "; ";
  }
  return text;
}

/// Compares the session's answer for this sum with the definition; false when the definition does
/// not get to the end.
bool compare(Session& session, const std::string& sum, Play play) {
  SCOPED_TRACE(sum + (play == Play::misere ? ", misère" : ""));
  Budget budget;
  const auto question = session.read(sum, budget);
  EXPECT_TRUE(question.ok()) << question.error().to_string();
  if (!question) return false;
  std::vector<RuleSum> parts;
  for (const Position& part : question->parts) {
    auto positions = positions_of(part);
    if (!positions) return false;
    parts.push_back(*std::move(positions));
  }
  const std::optional<Played> wanted = play_out(parts, play == Play::misere);
  if (!wanted) return false;
  const auto answer = session.solve(*question, play, 1'000'000, budget);
  EXPECT_TRUE(answer.ok()) << answer.error().to_string();
  if (!answer) return false;
  EXPECT_EQ(answer->mover_wins(), wanted->mover_wins);
  EXPECT_EQ(letter(answer->outcome), wanted->mover_wins ? 'N' : 'P');
  EXPECT_EQ(answer->value.has_value(), play == Play::normal);
  EXPECT_TRUE(answer->all_winning_moves);
  std::set<PlayedMove> listed;
  std::set<std::string> texts;
  for (const SumMove& move : answer->winning_moves) {
    const std::string left = to_string(move.move.to, kWholeBytes);
    EXPECT_TRUE(texts.insert(fmt::format("{} {}", move.part, left)).second) << "twice: " << left;
    // What is written has to be readable again, and to mean the move.
    const auto after = session.read(left, budget);
    EXPECT_TRUE(after.ok()) << left << ": " << after.error().to_string();
    if (!after) return false;
    RuleSum to;
    for (const Position& part : after->parts) {
      const auto positions = positions_of(part);
      EXPECT_TRUE(positions.has_value()) << left;
      if (positions) to = to + *positions;
    }
    listed.insert({move.part, sorted(std::move(to))});
  }
  EXPECT_EQ(text_of(listed), text_of(wanted->winning));
  // A limit on the moves cuts the list and says so, but never leaves a won position without a move.
  const auto few = session.solve(*question, play, 1, budget);
  EXPECT_TRUE(few.ok());
  if (few && !wanted->winning.empty()) {
    EXPECT_EQ(few->winning_moves.size(), 1u);
    EXPECT_EQ(few->all_winning_moves, answer->winning_moves.size() == 1);
  }
  return true;
}

/// Whether two sums differ, and that the nim heap that tells them apart does so when everything is
/// played out.
bool compare_equal(Session& session, const std::string& one, const std::string& two) {
  SCOPED_TRACE(one + " and " + two);
  Budget budget;
  const auto a = session.read(one, budget);
  const auto b = session.read(two, budget);
  if (!a || !b) return false;
  const auto value_a = session.value(*a, budget);
  const auto value_b = session.value(*b, budget);
  if (!value_a || !value_b) return false;
  auto joined = [&](const Question& first, const Question& second,
                    const Ordinal& heap) -> std::optional<RuleSum> {
    RuleSum all = {{nullptr, {static_cast<int64_t>(heap.small())}}};
    for (const Question* question : {&first, &second}) {
      for (const Position& part : question->parts) {
        const auto positions = positions_of(part);
        if (!positions) return std::nullopt;
        all = all + *positions;
      }
    }
    return all;
  };
  const Ordinal heap = std::min(*value_a, *value_b).ordinal();
  reference::WholeSum whole(false, kBinderLimit, 30'000);
  const auto together = joined(*a, *b, 0);
  const auto a_and_heap = joined(*a, {}, heap);
  const auto b_and_heap = joined(*b, {}, heap);
  if (!together || !a_and_heap || !b_and_heap) return false;
  const auto differ = whole.mover_wins(*together);
  const auto wins_a = whole.mover_wins(*a_and_heap);
  const auto wins_b = whole.mover_wins(*b_and_heap);
  if (!differ || !wins_a || !wins_b) return false;
  EXPECT_EQ(*differ, *value_a != *value_b);
  EXPECT_EQ(*wins_a, *value_a != Value(heap));
  EXPECT_EQ(*wins_b, *value_b != Value(heap));
  // The program's own search, which shares no code with the definition.
  for (const auto* question : {&*a, &*b}) {
    std::vector<Position> with_heap = question->parts;
    with_heap.push_back(nim_heap(heap));
    const auto played = PlayOut(Play::normal, budget).mover_wins(with_heap);
    EXPECT_TRUE(played.ok()) << played.error().to_string();
    EXPECT_EQ(played.ok() && *played, question == &*a ? *wins_a : *wins_b);
  }
  return true;
}

class Chooser {
 public:
  explicit Chooser(uint64_t seed) : random_(seed) {}
  uint64_t below(uint64_t n) { return random_() % n; }

  /// A small position of a built-in game with finitely many moves, or a nim heap.
  std::string part() {
    struct Kind {
      const char* name;
      size_t arity;
      uint64_t most;
    };
    static const Kind kinds[] = {{"nim", 1, 5},
                                 {"kayles", 1, 7},
                                 {"dawson", 1, 7},
                                 {"squares", 1, 9},
                                 {"half", 1, 9},
                                 {"grundys", 1, 9},
                                 {"lasker", 1, 5},
                                 {"wythoff", 2, 3},
                                 {"euclid", 2, 5},
                                 {"fibonacci", 2, 6},
                                 {"chomp2", 2, 4},
                                 {"moore2", 2, 3},
                                 {"subtract[{1, 3, 4}]", 1, 9},
                                 {"subtract[not {2}]", 1, 7},
                                 {"octal[0.137]", 1, 7},
                                 {"octal[4.3]", 1, 6},
                                 {"treblecross", 1, 5},
                                 {"consecutive", 1, 15},
                                 {"intervals[{(0, 3), (2, 5), (4, 9)}]", 2, 9},
                                 {"take_divisor", 1, 8},
                                 {"mark", 1, 9}};
    if (below(6) == 0) return "*" + std::to_string(below(6));
    const Kind& kind = kinds[below(std::size(kinds))];
    std::string text = std::string(kind.name) + "(" + std::to_string(below(kind.most + 1));
    for (size_t i = 1; i < kind.arity; ++i) text += ", " + std::to_string(below(kind.most + 1));
    text += ")";
    if (below(8) == 0) text = std::to_string(1 + below(3)) + "*" + text;
    return text;
  }

  std::string sum(uint64_t most) {
    std::string text = part();
    for (uint64_t more = below(most); more > 0; --more) text += " + " + part();
    return text;
  }

 private:
  std::mt19937_64 random_;
};

uint64_t number_of_sums() { return generate::from_environment("GRUNDY_SUMS", 60); }
uint64_t seed() { return generate::from_environment("GRUNDY_SEED", 1); }

TEST(Sums, NormalPlay) {
  Session session;
  Chooser choose(seed());
  uint64_t compared = 0;
  for (uint64_t i = 0; i < number_of_sums() && !HasFailure(); ++i)
    compared += compare(session, choose.sum(4), Play::normal);
  EXPECT_GT(compared, number_of_sums() / 2);
}

TEST(Sums, MiserePlay) {
  Session session;
  Chooser choose(seed());
  uint64_t compared = 0;
  for (uint64_t i = 0; i < number_of_sums() && !HasFailure(); ++i)
    compared += compare(session, choose.sum(3), Play::misere);
  EXPECT_GT(compared, number_of_sums() / 2);
}

TEST(Sums, MisereNim) {
  Session session;
  for (int a = 0; a <= 4; ++a) {
    for (int b = 0; b <= 4; ++b) {
      for (int c = 0; c <= 4; ++c) {
        EXPECT_TRUE(
            compare(session, fmt::format("nim({}) + *{} + nim({})", a, b, c), Play::misere));
        EXPECT_TRUE(compare(session, fmt::format("nim{{{}, {}, {}}}", a, b, c), Play::normal));
      }
    }
  }
}

// Misère play is not told by values: some row of pins plays differently from the heap of its value.
TEST(Sums, MisereKnowsMoreThanValues) {
  Session session;
  Budget budget;
  auto wins = [&](const std::string& sum) {
    EXPECT_TRUE(compare(session, sum, Play::misere));
    const auto answer = session.solve(*session.read(sum, budget), Play::misere, 16, budget);
    return answer->mover_wins();
  };
  size_t differ = 0;
  for (int n = 0; n <= 6; ++n) {
    const auto value = session.value(*session.read(fmt::format("kayles({})", n), budget), budget);
    ASSERT_TRUE(value.ok());
    for (int m = 0; m <= 6; ++m) {
      differ += wins(fmt::format("kayles({}) + kayles({})", n, m)) !=
                wins(fmt::format("*{} + kayles({})", value->to_string(), m));
    }
  }
  EXPECT_GT(differ, 0u);
}

TEST(Sums, NothingToPlay) {
  Session session;
  EXPECT_TRUE(compare(session, "0", Play::normal));
  EXPECT_TRUE(compare(session, "0", Play::misere));
  EXPECT_TRUE(compare(session, "*0 + nim(0)", Play::normal));
  EXPECT_TRUE(compare(session, "*0 + nim(0) + kayles(0)", Play::misere));
}

TEST(Sums, RandomRules) {
  uint64_t compared = 0;
  uint64_t tried = 0;
  Chooser choose(seed());
  for (uint64_t rules = seed(); rules < seed() + number_of_sums() && !HasFailure(); ++rules) {
    const generate::RandomRules random = generate::random_rules(rules);
    if (random.unbounded > 1) continue;
    Session session;
    if (!session.rulebook().load_text("random.game", random.text)) continue;
    SCOPED_TRACE(fmt::format("seed {}\n{}", rules, random.text));
    std::string sum;
    for (uint64_t parts = 1 + choose.below(3); parts > 0; --parts) {
      const generate::RandomGame& game = random.games[choose.below(random.games.size())];
      sum += (sum.empty() ? "" : " + ") + game.name + "(" +
             std::to_string(choose.below(game.arity == 1 ? 9 : 4));
      for (size_t i = 1; i < game.arity; ++i) sum += ", " + std::to_string(choose.below(4));
      sum += ")";
    }
    if (choose.below(3) == 0) sum += " + *" + std::to_string(choose.below(4));
    // Only what has a value by definition, and whose moves are listed.
    Budget budget;
    budget.set_memory_limit(uint64_t{64} << 20);
    const auto question = session.read(sum, budget);
    if (!question || !session.value(*question, budget)) continue;
    ++tried;
    compared += compare(session, sum, choose.below(2) == 0 ? Play::normal : Play::misere);
  }
  EXPECT_GT(tried, number_of_sums() / 3);
  EXPECT_GT(compared, tried / 2);
}

TEST(Sums, EqualAndItsWitness) {
  Session session;
  Chooser choose(seed());
  uint64_t compared = 0;
  for (uint64_t i = 0; i < number_of_sums() && !HasFailure(); ++i) {
    compared += compare_equal(session, choose.sum(2), choose.sum(2));
  }
  EXPECT_TRUE(compare_equal(session, "kayles(3)", "nim(3)"));
  EXPECT_TRUE(compare_equal(session, "kayles(2) + kayles(2)", "0"));
  EXPECT_TRUE(compare_equal(session, "kayles(2)", "nim(3)"));
  EXPECT_GT(compared, number_of_sums() / 2);
}

}  // namespace
}  // namespace grundy
