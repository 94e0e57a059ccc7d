// Compounds against the definition of play: small games given by their arcs, played together in all
// twelve ways, beside each other, in an order and with nim heaps.
#include "engine/search/compounds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "engine/search/play_length.h"
#include "generate/environment.h"
#include "session/session.h"

namespace grundy {
namespace {

/// Position i of a game with these options, each less than i.
using Arcs = std::vector<std::vector<int>>;

/// What is played, as a tuple of positions; -1 for the second component of an ordinal sum that is
/// gone.
using Tuple = std::vector<int>;

class ByHand {
 public:
  ByHand(const Arcs& arcs, std::string how) : arcs_(arcs), how_(std::move(how)) {}

  std::set<Tuple> options(const Tuple& here) const {
    std::set<Tuple> result;
    if (how_ == ":" || how_ == "then") {
      const int base = here[0], above = here[1];
      if (how_ == ":" || !arcs_[base].empty()) {
        for (const int to : arcs_[base]) result.insert({to, how_ == ":" ? -1 : above});
      }
      if (above >= 0 && (how_ == ":" || arcs_[base].empty())) {
        for (const int to : arcs_[above]) result.insert({base, to});
      }
      return result;
    }
    const bool is_short =
        how_ == "all" || how_ == "all[short]" || how_ == "some[short]" || how_ == "one[short]";
    if (is_short &&
        std::any_of(here.begin(), here.end(), [&](int one) { return arcs_[one].empty(); }))
      return result;
    for (uint32_t chosen = 1; chosen < 1U << here.size(); ++chosen) {
      bool fits = true;
      int count = 0, alive = 0;
      for (size_t i = 0; i < here.size(); ++i) {
        const bool is_alive = !arcs_[here[i]].empty();
        alive += is_alive ? 1 : 0;
        count += chosen >> i & 1;
        fits = fits && (is_alive || (chosen >> i & 1) == 0);
      }
      if (how_.starts_with("one")) fits = fits && count == 1;
      if (how_.starts_with("all")) fits = fits && count == alive;
      if (how_ == "upto[2]") fits = fits && count <= 2;
      if (!fits) continue;
      Tuple to = here;
      const std::function<void(size_t)> move = [&](size_t i) {
        if (i == here.size()) {
          Tuple sorted = to;
          std::sort(sorted.begin(), sorted.end());
          result.insert(sorted);
          return;
        }
        if ((chosen >> i & 1) == 0) return move(i + 1);
        for (const int option : arcs_[here[i]]) {
          to[i] = option;
          move(i + 1);
        }
        to[i] = here[i];
      };
      move(0);
    }
    return result;
  }

  /// Beside a nim heap.
  bool wins(const Tuple& here, int heap, Play play) {
    const auto key = std::tuple(here, heap, play);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    bool any = false, won = false;
    for (const Tuple& to : options(here)) {
      any = true;
      won = won || !wins(to, heap, play);
    }
    for (int to = 0; to < heap; ++to) {
      any = true;
      won = won || !wins(here, to, play);
    }
    return known_[key] = any ? won : play == Play::misere;
  }

 private:
  const Arcs& arcs_;
  std::string how_;
  std::map<std::tuple<Tuple, int, Play>, bool> known_;
};

class CompoundsTest : public ::testing::Test {
 protected:
  Arcs random_arcs() {
    Arcs arcs(7);
    for (int i = 1; i < 7; ++i) {
      for (int to = 0; to < i; ++to) {
        if (random_() % 3 == 0) arcs[static_cast<size_t>(i)].push_back(to);
      }
    }
    return arcs;
  }
  static std::string rules(const Arcs& arcs) {
    std::string set;
    for (size_t i = 0; i < arcs.size(); ++i) {
      for (const int to : arcs[i]) set += fmt::format("{}({}, {})", set.empty() ? "" : ", ", i, to);
    }
    return fmt::format("game g(n)\n  -> g(m) for (k, m) in {{{}}} if k = n\n",
                       set.empty() ? "(100, 0)" : set);
  }
  static std::string text(const std::string& how, const Tuple& here) {
    if (how == ":") return fmt::format("(g({}) : g({}))", here[0], here[1]);
    std::vector<std::string> parts;
    for (const int one : here) parts.push_back(fmt::format("g({})", one));
    return fmt::format("{}({})", how, fmt::join(parts, ", "));
  }
  std::mt19937_64 random_{generate::from_environment("GRUNDY_SEED", 14)};
};

TEST_F(CompoundsTest, AreWonAsByPlay) {
  for (uint64_t rounds = generate::from_environment("GRUNDY_RULES", 40); rounds > 0; --rounds) {
    const Arcs arcs = random_arcs();
    Session session;
    Budget budget;
    ASSERT_TRUE(session.load_rules("test", rules(arcs)));
    for (const char* how : {"one", "one[short]", "all", "all[short]", "all[long]", "some",
                            "some[short]", "some[long]", "upto[2]", "then", ":"}) {
      const bool is_pair = how == std::string("then") || how == std::string(":");
      ByHand by_hand(arcs, how);
      for (int i = 0; i < 6; ++i) {
        Tuple here(is_pair || random_() % 2 == 0 ? 2 : 3);
        for (int& one : here) one = static_cast<int>(random_() % 7);
        for (const Play play : {Play::normal, Play::misere}) {
          for (const int heap : {0, static_cast<int>(random_() % 3)}) {
            const std::string sum =
                text(how, here) + (heap == 0 ? "" : fmt::format(" + *{}", heap));
            SCOPED_TRACE(rules(arcs) + sum + (play == Play::normal ? "" : " misère"));
            const auto question = session.read(sum, budget);
            ASSERT_TRUE(question) << question.error().message();
            const Attempt<Answer> answer = session.solve(*question, play, 1000, budget);
            ASSERT_TRUE(answer) << answer.error().message();
            ASSERT_EQ(answer->mover_wins(), by_hand.wins(here, heap, play));
            const bool has_move = heap > 0 || !by_hand.options(here).empty();
            ASSERT_EQ(answer->winning_moves.empty(), !(has_move && answer->mover_wins()));
            for (const SumMove& move : answer->winning_moves) {
              std::vector<Position> after = question->parts;
              after.erase(after.begin() + static_cast<std::ptrdiff_t>(move.part));
              after.insert(after.end(), move.move.to.begin(), move.move.to.end());
              const Attempt<Answer> then = session.solve({after}, play, 1, budget);
              ASSERT_TRUE(then);
              ASSERT_FALSE(then->mover_wins());
            }
          }
        }
        const auto question = session.read(text(how, here), budget);
        const Attempt<Value> value = session.value(*question, budget);
        ASSERT_TRUE(value) << value.error().message();
        int least = 0;
        while (by_hand.wins(here, least, Play::normal)) ++least;
        ASSERT_EQ(*value, Value(static_cast<uint64_t>(least))) << rules(arcs) << text(how, here);
      }
    }
  }
}

TEST_F(CompoundsTest, MooresTheorem) {
  Session session;
  Budget budget;
  for (int round = 0; round < 60; ++round) {
    Tuple heaps(2 + random_() % 3);
    for (int& one : heaps) one = static_cast<int>(random_() % 4);
    Arcs arcs(4);
    for (int i = 0; i < 4; ++i) {
      for (int to = 0; to < i; ++to) arcs[static_cast<size_t>(i)].push_back(to);
    }
    ByHand by_hand(arcs, "upto[2]");
    std::vector<std::string> parts;
    for (const int one : heaps) parts.push_back(fmt::format("nim({})", one));
    for (const Play play : {Play::normal, Play::misere}) {
      const auto question =
          session.read(fmt::format("upto[2]({})", fmt::join(parts, ", ")), budget);
      const Attempt<Answer> answer = session.solve(*question, play, 1, budget);
      ASSERT_TRUE(answer);
      std::sort(heaps.begin(), heaps.end());
      ASSERT_EQ(answer->mover_wins(), by_hand.wins(heaps, 0, play))
          << fmt::format("{}", fmt::join(parts, ", "));
    }
  }
}

// The length of play by its definition.
TEST_F(CompoundsTest, RemotenessAndSuspense) {
  for (int round = 0; round < 60; ++round) {
    const Arcs arcs = random_arcs();
    Session session;
    Budget budget;
    ASSERT_TRUE(session.load_rules("test", rules(arcs)));
    for (const Play play : {Play::normal, Play::misere}) {
      for (const Pace pace : {Pace::winner_hurries, Pace::winner_delays}) {
        std::vector<std::pair<bool, int>> lengths;
        for (const std::vector<int>& options : arcs) {
          std::optional<int> winning, losing;
          const bool hurries = pace == Pace::winner_hurries;
          for (const int to : options) {
            const auto [wins, moves] = lengths[static_cast<size_t>(to)];
            std::optional<int>& best = wins ? losing : winning;
            const bool least = wins ? !hurries : hurries;
            best = !best ? moves : least ? std::min(*best, moves) : std::max(*best, moves);
          }
          lengths.emplace_back(winning  ? std::pair(true, 1 + *winning)
                               : losing ? std::pair(false, 1 + *losing)
                                        : std::pair(play == Play::misere, 0));
        }
        PlayLength length(play, pace);
        for (size_t i = 0; i < arcs.size(); ++i) {
          const auto question = session.read(fmt::format("g({})", i), budget);
          const auto found = length.of({question->parts[0]}, budget);
          ASSERT_TRUE(found);
          ASSERT_EQ(std::pair(found->mover_wins, static_cast<int>(found->moves)), lengths[i]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace grundy
