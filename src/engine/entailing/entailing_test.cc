// Sums in which moves bind the answer or give another turn, against the definition of play, without
// any theory.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "engine/entailing/nimber_set.h"
#include "game/bound.h"
#include "game/nim_heap.h"
#include "generate/environment.h"
#include "session/session.h"

namespace grundy {
namespace {

/// A move of one heap: take some, and split what is left off in two where that is asked for.
struct TableMove {
  int take = 1;
  bool splits = false;
  bool ends = false;  // to nothing, of a heap of exactly `take`
  Reply reply = Reply::anywhere;
};

/// Heaps, the one that binds the next move, and whether that move only passes the turn back.
struct State {
  std::vector<int> heaps;  // ascending; heap 100 + n is a nim heap
  int bound = -1;          // a heap's size
  bool is_again = false;
  auto operator<=>(const State&) const = default;
};

class ByHand {
 public:
  ByHand(std::vector<TableMove> moves, Play play) : moves_(std::move(moves)), play_(play) {}

  std::set<State> options(const State& state) const {
    std::set<State> result;
    if (state.is_again) return {State{state.heaps}};
    if (state.bound >= 0) {
      add(state.heaps, state.bound, result);
      return result;
    }
    for (size_t i = 0; i < state.heaps.size(); ++i) {
      std::vector<int> rest = state.heaps;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      add(rest, state.heaps[i], result);
    }
    return result;
  }

  bool wins(const State& state) {
    if (const auto known = known_.find(state); known != known_.end()) return known->second;
    const std::set<State> to = options(state);
    bool won = to.empty() && play_ == Play::misere;
    for (const State& one : to) won = won || !wins(one);
    return known_[state] = won;
  }

 private:
  void add(const std::vector<int>& rest, int heap, std::set<State>& result) const {
    const auto with = [&](std::vector<int> more) {
      more.insert(more.end(), rest.begin(), rest.end());
      std::erase_if(more, [](int one) { return one == 100; });
      std::sort(more.begin(), more.end());
      return more;
    };
    if (heap >= 100) {
      for (int to = 100; to < heap; ++to) result.insert({with({to})});
      return;
    }
    for (const TableMove& move : moves_) {
      const int left = heap - move.take;
      if (left < 0 || (move.ends && left != 0)) continue;
      const bool is_again = move.reply == Reply::same_player;
      if (move.ends) {
        result.insert({with({}), -1, is_again});
      } else if (!move.splits) {
        if (move.reply == Reply::here) {
          result.insert({with({}), left});
        } else {
          result.insert({with({left}), -1, is_again});
        }
      } else {
        for (int a = 1; a < left; ++a) result.insert({with({a, left - a}), -1, is_again});
      }
    }
  }

  std::vector<TableMove> moves_;
  Play play_;
  std::map<State, bool> known_;
};

/// `g` has one coordinate, and `h` one more, which changes nothing: it keeps the game out of the
/// tables of heaps.
std::string rules_of(const std::vector<TableMove>& moves) {
  std::string text;
  for (const bool is_wide : {false, true}) {
    const std::string name = is_wide ? "h" : "g";
    const std::string more = is_wide ? ", m" : "";
    text += fmt::format("game {}(n{})\n", name, more);
    for (const TableMove& move : moves) {
      const std::string word(reply_word(move.reply));
      if (move.ends) {
        text += fmt::format("  -> {}0 if n = {}\n", word, move.take);
      } else if (move.splits) {
        text += fmt::format("  -> {0}{1}(a{2}) + {1}(n - {3} - a{2}) for a in 1..n - {3} - 1\n",
                            word, name, more, move.take);
      } else {
        text += fmt::format("  -> {}{}(n - {}{})\n", word, name, move.take, more);
      }
    }
  }
  return text;
}

std::string text_of(const State& state, bool is_wide) {
  const std::string name = is_wide ? "h" : "g";
  const std::string more = is_wide ? ", 7" : "";
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " + ") + part; };
  if (state.is_again) add("again");
  if (state.bound >= 0) add(fmt::format("entailing {}({}{})", name, state.bound, more));
  for (const int heap : state.heaps)
    add(heap >= 100 ? fmt::format("*{}", heap - 100) : fmt::format("{}({}{})", name, heap, more));
  return text.empty() ? "0" : text;
}

/// What a move of the program leads to, read back as a state.
State state_of(const Sum& sum) {
  State state;
  for (const Position& part : sum) {
    if (is_another_turn(part)) {
      state.is_again = true;
    } else if (const BoundGame* game = as<BoundGame>(part.game)) {
      state.bound = static_cast<int>(game->within(part).key[0]);
    } else if (const auto size = heap_size(part); size && part.game->rule() == nullptr) {
      if (!size->is_zero()) state.heaps.push_back(100 + static_cast<int>(size->small()));
    } else {
      state.heaps.push_back(static_cast<int>(part.key[0]));
    }
  }
  std::sort(state.heaps.begin(), state.heaps.end());
  return state;
}

class EntailingTest : public ::testing::Test {
 protected:
  std::vector<TableMove> random_moves() {
    std::vector<TableMove> moves;
    for (uint64_t count = 2 + below(3); count > 0; --count) {
      TableMove move;
      move.take = 1 + static_cast<int>(below(3));
      const uint64_t kind = below(4);
      move.splits = kind == 0;
      move.ends = kind == 1;
      if (below(2) == 0)
        move.reply = move.splits || move.ends || below(2) == 0 ? Reply::same_player : Reply::here;
      moves.push_back(move);
    }
    return moves;
  }
  State random_state() {
    State state;
    for (uint64_t count = below(3); count > 0; --count)
      state.heaps.push_back(1 + static_cast<int>(below(6)));
    if (below(2) == 0) state.heaps.push_back(101 + static_cast<int>(below(4)));
    std::sort(state.heaps.begin(), state.heaps.end());
    if (const uint64_t kind = below(6); kind == 0) {
      state.is_again = true;
    } else if (kind == 1) {
      state.bound = static_cast<int>(below(6));
    }
    return state;
  }
  uint64_t below(uint64_t end) { return random_() % end; }
  std::mt19937_64 random_{generate::from_environment("GRUNDY_SEED", 20261126)};
};

TEST_F(EntailingTest, SumsAreWonAsByPlay) {
  for (uint64_t rounds = generate::from_environment("GRUNDY_RULES", 150); rounds > 0; --rounds) {
    std::vector<TableMove> moves = random_moves();
    if (std::none_of(moves.begin(), moves.end(),
                     [](const TableMove& one) { return one.reply != Reply::anywhere; }))
      moves[0] = {1, false, false, Reply::here};
    const std::string rules = rules_of(moves);
    SCOPED_TRACE(rules);
    Session session;
    Budget budget;
    ASSERT_TRUE(session.load_rules("test", rules));
    for (const Play play : {Play::normal, Play::misere}) {
      ByHand by_hand(moves, play);
      for (int i = 0; i < 12; ++i) {
        const State state = random_state();
        const std::string text = text_of(state, below(2) == 0);
        SCOPED_TRACE(text);
        const auto question = session.read(text, budget);
        if (!question) {  // a game without entailing moves has no such positions
          ASSERT_NE(question.error().message().find("no move of this game"), std::string::npos);
          continue;
        }
        const Attempt<Answer> answer = session.solve(*question, play, 1000, budget);
        ASSERT_TRUE(answer) << answer.error().message();
        ASSERT_EQ(answer->mover_wins(), by_hand.wins(state));
        std::set<State> winning;
        for (const SumMove& move : answer->winning_moves) {
          Sum whole;
          for (size_t part = 0; part < question->parts.size(); ++part) {
            if (part != move.part) whole.push_back(question->parts[part]);
          }
          whole.insert(whole.end(), move.move.to.begin(), move.move.to.end());
          winning.insert(state_of(whole));
        }
        std::set<State> expected;
        for (const State& to : by_hand.options(state)) {
          if (!by_hand.wins(to)) expected.insert(to);
        }
        // Heaps without a move may be left out.
        for (const State& to : winning) ASSERT_FALSE(by_hand.wins(to));
        ASSERT_EQ(winning.empty(), expected.empty());
        if (play == Play::normal) {
          ASSERT_EQ(winning.size(), expected.size());
        }
      }
    }
  }
}

TEST_F(EntailingTest, ValuesAreTheLeastHeapThatMakesASumLost) {
  for (uint64_t round = 0; round < 60; ++round) {
    const std::vector<TableMove> moves = random_moves();
    Session session;
    Budget budget;
    ASSERT_TRUE(session.load_rules("test", rules_of(moves)));
    ByHand by_hand(moves, Play::normal);
    for (int n = 0; n < 8; ++n) {
      for (const bool is_wide : {false, true}) {
        const auto question = session.read(text_of({{n}}, is_wide), budget);
        const Attempt<Value> value = session.value(*question, budget);
        ASSERT_TRUE(value);
        int least = 0;
        while (least < 20 &&
               by_hand.wins({least == 0 ? std::vector<int>{n} : std::vector<int>{n, 100 + least}}))
          ++least;
        ASSERT_EQ(*value, least == 20 ? Value::loony() : Value(static_cast<uint64_t>(least)))
            << rules_of(moves) << " at " << n;
      }
    }
  }
}

// Winning Ways, chapter 12, and R. J. Nowakowski, "New values for Top Entails", Games of No Chance,
// 1996: the loony stacks up to 600,000 coins are 1, 3, 2403, 2505 and 33,243.
TEST_F(EntailingTest, LoonyStacksOfTopEntails) {
  Session session;
  Budget budget;
  const auto first = session.read("top_entails(2600)", budget);
  ASSERT_TRUE(first);
  ASSERT_TRUE(session.value(*first, budget));
  std::vector<int> loony;
  for (int n = 0; n <= 2600; ++n) {
    const auto question = session.read(fmt::format("top_entails({})", n), budget);
    if (session.value(*question, budget)->is_loony()) loony.push_back(n);
  }
  EXPECT_EQ(loony, (std::vector<int>{1, 3, 2403, 2505}));
}

TEST_F(EntailingTest, SetsOfNimbersAreTheirElements) {
  for (int round = 0; round < 500; ++round) {
    NimberSet set;
    std::vector<bool> expected(512, false);
    for (uint64_t steps = below(6); steps > 0; --steps) {
      const uint64_t n = below(below(2) == 0 ? 8 : 200);
      switch (below(3)) {
        case 0:
          set.add(n);
          expected[n] = true;
          break;
        case 1:
          set.add_all_but(n);
          for (size_t i = 0; i < expected.size(); ++i) expected[i] = expected[i] || i != n;
          break;
        default: {
          NimberSet other;
          std::vector<bool> others(512, false);
          for (uint64_t more = below(4); more > 0; --more) {
            const uint64_t m = below(150);
            other.add(m);
            others[m] = true;
          }
          set.add_missing(other, n);
          for (size_t i = 0; i < 256; ++i) expected[i] = expected[i] || !others[i ^ n];
          for (size_t i = 256; i < 512; ++i) expected[i] = true;
        }
      }
    }
    for (size_t i = 0; i < 256; ++i) ASSERT_EQ(set.contains(i), expected[i]) << i;
    ASSERT_EQ(set.has_all_beyond(), expected[511]);
    const auto missing = std::find(expected.begin(), expected.end(), false);
    ASSERT_EQ(set.value(), missing == expected.end()
                               ? Value::loony()
                               : Value(static_cast<uint64_t>(missing - expected.begin())));
  }
}

}  // namespace
}  // namespace grundy
