// Random rules with `win if`, `lose if`, and lines of Left's or Right's alone: who wins, and by
// which moves, against the meaning of these words. The reference reads the same rule taken apart
// (generate/rules.h) and works back from the ends of play, so that it shares nothing with what
// makes an ordinary game of such a rule.
//
// GRUNDY_RULES is the number of random rule files (default 200), GRUNDY_SEED the seed of the first
// one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "generate/environment.h"
#include "generate/rules.h"
#include "reference/rules.h"
#include "session/outcomes.h"

namespace grundy {
namespace {

using Place = std::vector<int64_t>;

/// All positions that play can lead to from some, each once for each player to move.
class Meaning {
 public:
  Meaning(const generate::RandomOutcomes& random, int64_t limit, size_t most)
      : random_(random), limit_(limit) {
    most_ = most;
    const Attempt<void> loaded = book_.load_text("apart.game", random.apart);
    readable_ = loaded.ok();
    if (!readable_) return;
    for (const char* player : {"left", "right"}) players_.push_back(*book_.rule(player));
    for (size_t i = 0; i < random.ends.size(); ++i)
      ends_.push_back(*book_.rule(fmt::format("end{}", i)));
  }

  bool readable() const { return readable_; }

  struct Node {
    Place place;
    size_t turn = 0;
    bool is_over = false, won = false;
    bool unsure = false;  // here, or where play can lead, a term has no value, or there is too much
    std::vector<uint32_t> to, from;
    char outcome = 'D';
  };

  /// Follows play from there; returns the number of the position.
  uint32_t add(const Place& place, size_t turn) {
    const uint32_t first = number(place, turn);
    while (next_ < nodes_.size()) open(next_++);
    return first;
  }

  /// Works back from the ends of play, once everything is added.
  void solve() {
    std::vector<uint32_t> ready, open(nodes_.size()), unsure;
    for (uint32_t v = 0; v < nodes_.size(); ++v) {
      Node& node = nodes_[v];
      open[v] = static_cast<uint32_t>(node.to.size());
      if (node.unsure) unsure.push_back(v);
      if (node.unsure || open[v] > 0) continue;
      node.outcome = node.won ? 'N' : 'P';
      ready.push_back(v);
    }
    for (size_t i = 0; i < unsure.size(); ++i) {
      for (const uint32_t before : nodes_[unsure[i]].from) {
        if (!std::exchange(nodes_[before].unsure, true)) unsure.push_back(before);
      }
    }
    for (size_t i = 0; i < ready.size(); ++i) {
      const char outcome = nodes_[ready[i]].outcome;
      for (const uint32_t v : nodes_[ready[i]].from) {
        Node& before = nodes_[v];
        if (before.outcome != 'D' || (outcome == 'N' && --open[v] > 0)) continue;
        before.outcome = outcome == 'P' ? 'N' : 'P';
        ready.push_back(v);
      }
    }
  }

  const Node& node(uint32_t number) const { return nodes_[number]; }
  size_t positions() const { return nodes_.size(); }

 private:
  uint32_t number(const Place& place, size_t turn) {
    const auto [at, fresh] =
        numbers_.try_emplace({place, turn}, static_cast<uint32_t>(nodes_.size()));
    if (fresh) nodes_.push_back({place, turn, false, false, false, {}, {}, 'D'});
    return at->second;
  }

  void open(uint32_t v) {
    const Place place = nodes_[v].place;
    const size_t turn = nodes_[v].turn;
    const auto has_fault = [](const reference::Moves& moves) {
      return moves.fault.kind != Fault::Kind::none;
    };
    bool is_over = false, unsure = nodes_.size() > most_;
    for (const int64_t c : place) unsure = unsure || (limit_ > 0 && c > limit_ / 2);
    for (size_t i = 0; i < ends_.size() && !unsure; ++i) {
      const reference::Moves holds = moves_from(*ends_[i], place);
      unsure = has_fault(holds);
      if (is_over || holds.results.empty()) continue;
      is_over = true;
      nodes_[v].won = random_.ends[i];
    }
    nodes_[v].is_over = is_over;
    reference::Moves moves;
    if (!unsure) moves = moves_from(*players_[turn], place);
    nodes_[v].unsure = unsure || has_fault(moves);
    if (is_over || nodes_[v].unsure) return;
    for (const RuleSum& sum : moves.results) {
      // A line to the game that is over: the next player has no move.
      const uint32_t to =
          sum.empty() ? nothing() : number(sum[0].coordinates, random_.has_sides ? 1 - turn : 0);
      nodes_[v].to.push_back(to);
      nodes_[to].from.push_back(v);
    }
  }

  uint32_t nothing() {
    const auto [at, fresh] =
        numbers_.try_emplace({Place{}, 0}, static_cast<uint32_t>(nodes_.size()));
    if (fresh) nodes_.push_back({{}, 0, false, false, false, {}, {}, 'D'});
    return at->second;
  }

  reference::Moves moves_from(const Rule& rule, const Place& place) {
    if (place.empty()) return {};
    Patience patience(uint64_t{50'000});
    reference::Moves result;
    const auto add = [&](RuleSum sum) {
      ++result.choices;
      result.results.insert(std::move(sum));
    };
    result.fault = moves_by_definition(rule, place, limit_, add, &patience);
    return result;
  }

  const generate::RandomOutcomes& random_;
  int64_t limit_;
  size_t most_;
  Rulebook book_;
  bool readable_ = false;
  std::vector<const Rule*> players_, ends_;
  std::vector<Node> nodes_;
  std::map<std::pair<Place, size_t>, uint32_t> numbers_;
  uint32_t next_ = 0;
};

struct EndCounts {
  uint64_t positions = 0, unsure = 0, unlisted = 0, over = 0, drawn = 0, longest = 0;
};

std::string text_of(const Place& place) { return fmt::format("g0({})", fmt::join(place, ", ")); }

/// What the program says of a position, with all winning moves, against the meaning.
void compare_outcome(Session& session, const Meaning& meaning, const std::vector<uint32_t>& begun,
                     EndCounts& counts) {
  const Meaning::Node& first = meaning.node(begun[0]);
  SCOPED_TRACE(text_of(first.place));
  for (const uint32_t v : begun) {
    if (!meaning.node(v).unsure) continue;
    ++counts.unsure;
    return;
  }
  Budget budget;
  budget.set_time_limit(60);
  budget.set_memory_limit(uint64_t{512} << 20);
  const Attempt<Question> question = session.read(text_of(first.place), budget, Asks::outcomes);
  ASSERT_TRUE(question.ok()) << question.error().to_string();
  ASSERT_TRUE(question->outcomes_only);
  ASSERT_EQ(question->has_sides, begun.size() == 2);
  const Attempt<OutcomeAnswer> answer =
      solve_outcome(session, *question, Play::normal, 10'000, budget);
  const auto says = [&](const char* what) {
    return answer.error().message().find(what) != std::string::npos;
  };
  if (!answer && (says("no upper bound can be seen") || says("infinitely many moves"))) {
    ++counts.unlisted;
    return;
  }
  ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  ++counts.positions;
  ASSERT_EQ(answer->starts.size(), begun.size());
  for (size_t turn = 0; turn < begun.size(); ++turn) {
    const Meaning::Node& node = meaning.node(begun[turn]);
    const Start& start = answer->starts[turn];
    ASSERT_EQ(letter(start.outcome), node.outcome) << "turn " << turn;
    ASSERT_EQ(start.is_won, node.is_over && node.won) << "turn " << turn;
    counts.over += node.is_over ? 1 : 0;
    counts.drawn += node.outcome == 'D' ? 1 : 0;
    std::set<std::string> wanted, found;
    for (const uint32_t to : node.to) {
      if (meaning.node(to).outcome == 'P') wanted.insert(text_of(meaning.node(to).place));
    }
    for (const Sum& move : start.winning_moves)
      found.insert(move.empty() ? text_of({}) : outcome_text(session.rulebook(), move));
    ASSERT_TRUE(start.all_winning_moves);
    ASSERT_EQ(found, wanted) << "turn " << turn;
  }
}

size_t written_coordinates(const generate::RandomOutcomes& random) {
  return random.rules.games[0].arity - (random.has_sides ? 1 : 0);
}

/// All positions with coordinates from 0 to `most`.
std::vector<Place> small_places(size_t arity, int64_t most) {
  std::vector<Place> result = {{}};
  for (size_t i = 0; i < arity; ++i) {
    std::vector<Place> longer;
    for (const Place& place : result) {
      for (int64_t c = 0; c <= most; ++c) {
        longer.push_back(place);
        longer.back().push_back(c);
      }
    }
    result = std::move(longer);
  }
  return result;
}

/// Every position asked for, after all of them are known to the reference.
void compare_outcomes(const generate::RandomOutcomes& random, const std::vector<Place>& places,
                      int64_t limit, size_t most, EndCounts& counts) {
  Session session;
  const Attempt<void> loaded = session.load_rules("random.game", random.rules.text);
  Meaning meaning(random, limit, most);
  if (!loaded) {  // a constant term without a value is an error when the file is read
    const std::string& message = loaded.error().message();
    ASSERT_TRUE(message.find("division by zero") != message.npos ||
                message.find("square root") != message.npos)
        << loaded.error().to_string();
    return;
  }
  ASSERT_TRUE(meaning.readable()) << random.apart;
  std::vector<std::vector<uint32_t>> asked;
  for (const Place& place : places) {
    std::vector<uint32_t>& begun = asked.emplace_back();
    for (size_t turn = 0; turn < (random.has_sides ? 2 : 1); ++turn)
      begun.push_back(meaning.add(place, turn));
  }
  meaning.solve();
  counts.longest = std::max(counts.longest, meaning.positions());
  for (const std::vector<uint32_t>& begun : asked) {
    compare_outcome(session, meaning, begun, counts);
    if (testing::Test::HasFailure()) return;
  }
}

void report(uint64_t rules, const EndCounts& counts) {
  fmt::print(
      "{} rule files: {} positions, {} of them over, {} draws; {} unsure, {} with moves without a "
      "bound\n",
      rules, counts.positions, counts.over, counts.drawn, counts.unsure, counts.unlisted);
}

TEST(Ends, RandomRulesAgreeWithTheMeaning) {
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rules = generate::from_environment("GRUNDY_RULES", 200);
  EndCounts counts;
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    const generate::RandomOutcomes random = generate::random_outcomes(seed);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, random.rules.text));
    const int64_t sizes[3][3] = {{12, 5, 2}, {9, 3, 1}, {6, 2, 1}};
    const size_t unbounded = random.rules.unbounded, arity = written_coordinates(random);
    compare_outcomes(random, small_places(arity, sizes[unbounded][arity - 1]),
                     unbounded == 0 ? 600 : 60, 400, counts);
    if (HasFailure()) return;
  }
  report(rules, counts);
  if (rules < 200) return;
  EXPECT_GT(counts.positions, 10 * rules);
  EXPECT_GT(counts.over, rules);
  EXPECT_GT(counts.drawn, rules / 40);
}

// Play that goes far up, with more positions than are followed before other ways are tried.
TEST(Ends, FarEndsAgreeWithTheMeaning) {
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rules = (generate::from_environment("GRUNDY_RULES", 200) + 19) / 20;
  EndCounts counts;
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    const generate::RandomOutcomes random = generate::far_outcomes(seed);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, random.rules.text));
    std::vector<Place> places = small_places(written_coordinates(random), 1);
    compare_outcomes(random, places, 0, 200'000, counts);
    if (HasFailure()) return;
  }
  report(rules, counts);
  if (rules < 10) return;
  EXPECT_GT(counts.positions, rules);
  EXPECT_GT(counts.longest, 20'000u);
}

// A `win if` is a line without parts, whatever looks for a law or a box.
TEST(Ends, LinesWithoutPartsFarOut) {
  const auto outcome = [](const std::string& rules, const std::string& position) {
    Session session;
    EXPECT_TRUE(session.load_rules("m.game", rules).ok());
    Budget budget;
    budget.set_memory_limit(uint64_t{64} << 20);
    const Attempt<Question> question = session.read(position, budget, Asks::outcomes);
    EXPECT_TRUE(question.ok()) << question.error().message();
    const Attempt<OutcomeAnswer> answer =
        solve_outcome(session, *question, Play::normal, 1, budget);
    return answer ? std::string(1, answer->letter()) : answer.error().message();
  };
  EXPECT_EQ(outcome("game up(n)\n  win if n >= 30000\n  -> up(n + 1)\n", "up(0)"), "N");
  EXPECT_EQ(outcome("game up(n)\n  win if n >= 30001\n  -> up(n + 1)\n", "up(0)"), "P");
  EXPECT_EQ(outcome("game up(n, m)\n  win if n >= m\n  -> up(n + 1, m)\n  -> up(n + 2, m)\n",
                    "up(0, 300000)"),
            "N");
  // Play may go up for ever where no square is met: an answer or a limit, and no crash.
  EXPECT_NE(outcome("game g(a, b, c)\n  win if issquare(b)\n  -> g(a + 2, b + 2, c - 1)\n  -> g(a "
                    "- 1, b + 1, c + 1)\n",
                    "g(2, 2, 2)"),
            "");
}

// A warning about an end is no reason to leave out the moves.
TEST(Ends, ThatAreWarnedOfEndPlayAllTheSame) {
  Session session;
  ASSERT_TRUE(
      session.load_rules("m.game", "game t(a)\n  win if all(a < 2 for j < 8)\n  -> t(a - 1)\n")
          .ok());
  Budget budget;
  for (uint64_t a = 0; a < 8; ++a) {
    const Attempt<Question> question =
        session.read(fmt::format("t({})", a), budget, Asks::outcomes);
    const Attempt<OutcomeAnswer> answer =
        solve_outcome(session, *question, Play::normal, 1, budget);
    ASSERT_TRUE(answer.ok()) << answer.error().message();
    EXPECT_EQ(answer->letter(), a < 2 || a % 2 == 1 ? 'N' : 'P') << a;
  }
  EXPECT_FALSE(session.take_warnings().empty());
}

}  // namespace
}  // namespace grundy
