// Theorems of the book about lists against the definition: all short lists of small numbers, in all
// the words of a theorem; rules with one sign changed are never answered wrongly.
#include "engine/search/book.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "analysis/list_form.h"
#include "engine/plan.h"
#include "engine/search/by_definition.h"
#include "generate/environment.h"
#include "reference/loaded_game.h"
#include "theorem/book.h"

namespace grundy {
namespace {

using reference::LoadedList;

std::vector<const BookTheorem*> theorems_of_lists() {
  std::vector<const BookTheorem*> result;
  for (const BookTheorem& one : theorems()) {
    if (one.file.ends_with("/lists.theorem")) result.push_back(&one);
  }
  return result;
}
std::vector<std::string> texts_of(const BookTheorem& theorem) {
  std::vector<std::string> texts = {theorem.game.text};
  for (const Spelling& one : theorem.spelled) texts.push_back(one.text);
  return texts;
}

/// All positions with lists of at most `length` numbers up to `greatest`.
std::vector<BoardPosition> positions_of(const BoardGame& game, size_t length, int64_t greatest) {
  const std::vector<CoordinateKind>& kinds = game.board_rule().board->kinds;
  std::vector<BoardPosition> result = {{&game.board_rule(), {}, {}, {}}};
  for (const CoordinateKind kind : kinds) {
    std::vector<BoardPosition> longer;
    for (const BoardPosition& one : result) {
      if (kind == CoordinateKind::number) {
        for (int64_t n = 0; n <= static_cast<int64_t>(length) + 1; ++n) {
          longer.push_back(one);
          longer.back().coordinates.push_back(n);
        }
        continue;
      }
      std::vector<NaturalSet> lists = {{}};
      for (size_t i = 0; i < lists.size(); ++i) {
        longer.push_back(one);
        longer.back().coordinates.push_back(0);
        longer.back().sets.push_back(lists[i]);
        if (lists[i].size() == length) continue;
        const bool ascends = kind == CoordinateKind::bag && !lists[i].empty();
        for (int64_t n = ascends ? lists[i].back() : 0; n <= greatest; ++n) {
          NaturalSet next = lists[i];
          next.push_back(n);
          lists.push_back(std::move(next));
        }
      }
    }
    result = std::move(longer);
  }
  return result;
}

/// The set of options; nullopt if the rule fails at this position.
std::optional<std::set<Sum>> options_of(const LoadedList& list, const Position& position) {
  std::set<Sum> result;
  Budget budget;
  const auto listed = list.game->list_options(
      position,
      [&](const Sum& option) {
        result.insert(sorted(option));
        return true;
      },
      budget);
  return listed ? std::optional(std::move(result)) : std::nullopt;
}

/// Whether what the book says is so; how many positions were compared. Rules that were changed may
/// fail at some positions.
size_t expect_true(const std::string& text, size_t length, int64_t greatest,
                   bool may_fail = false) {
  LoadedList list(text);
  const auto ours = book_engine()->open(*list.game);
  if (ours == nullptr) return 0;
  const auto theirs = by_definition_engine()->open(*list.game);
  EXPECT_NE(theirs, nullptr) << text;
  const bool knows_values =
      find_in_book_of_lists(list.game->board_rule())->conclusion->knows_values();
  size_t compared = 0;
  for (const BoardPosition& position : positions_of(*list.game, length, greatest)) {
    const Position here = list.game->at(position);
    const auto expected = theirs->outcome(here, Play::normal, list.budget);
    const auto found = ours->outcome(here, Play::normal, list.budget);
    if (!found) continue;  // beyond what the theorem is about
    EXPECT_TRUE(expected.ok() || may_fail) << text << to_string(here);
    if (!expected) continue;
    ++compared;
    EXPECT_EQ(*found, *expected) << text << to_string(here);
    if (testing::Test::HasFailure()) return compared;
    const auto options = options_of(list, here);
    EXPECT_TRUE(options.has_value()) << text << to_string(here);
    for (uint64_t value = 0; value < (knows_values ? 4 : 1); ++value) {
      const Value wanted{Ordinal(value)};
      if (knows_values) {
        const auto own = theirs->values({&here, 1}, list.budget);
        const auto told = ours->values({&here, 1}, list.budget);
        EXPECT_TRUE(own && told);
        EXPECT_EQ((*told)[0], (*own)[0]) << text << to_string(here);
      }
      const auto moves = ours->moves_to(here, wanted, 100, list.budget);
      if (!moves) continue;
      std::set<Sum> listed, right;
      for (const Move& move : moves->moves) listed.insert(sorted(move.to));
      for (const Sum& option : *options) {
        const auto there = theirs->value_of(option, list.budget);
        const auto lost = option.empty() ? Attempt<Outcome>(Outcome::P)
                                         : theirs->outcome(option[0], Play::normal, list.budget);
        const bool is_right =
            knows_values ? there && *there == wanted : lost && *lost == Outcome::P;
        if (is_right) right.insert(option);
      }
      EXPECT_EQ(listed, right) << text << to_string(here) << " to " << value;
      if (testing::Test::HasFailure()) return compared;
    }
  }
  return compared;
}

TEST(BookOfLists, TheoremsHoldInAllTheirWords) {
  EXPECT_GE(theorems_of_lists().size(), 10U);
  for (const BookTheorem* theorem : theorems_of_lists()) {
    for (const std::string& text : texts_of(*theorem)) {
      SCOPED_TRACE(theorem->name);
      LoadedList list(text);
      const auto known = find_in_book_of_lists(list.game->board_rule());
      ASSERT_TRUE(known.has_value()) << text;
      EXPECT_EQ(known->theorem->name, theorem->name);
      EXPECT_GE(expect_true(text, 4, 3), 15U) << text;
      EXPECT_GE(expect_true(text, 2, 9), 15U) << text;
      if (HasFailure()) return;
    }
  }
}

TEST(BookOfLists, AnEmptyListThatMovesToItselfIsNotOfTheTheorem) {
  LoadedList list(
      "game g([a])\n"
      "  -> g([a[i] - d[i] for i in 1..len(a)]) for [d] <= a if 2*count(x > 0 for x in d) = "
      "len(a)\n");
  const Position empty = list.at({});
  const auto outcome = book_engine()->open(*list.game)->outcome(empty, Play::normal, list.budget);
  EXPECT_FALSE(outcome.ok());
  Plan plan(*list.game);
  const auto values = plan.values({&empty, 1}, list.budget);
  ASSERT_TRUE(values.ok()) << values.error().message();
  EXPECT_TRUE((*values)[0].is_loopy());
}

/// The text with one number, sign or word changed.
std::string near_miss(std::string text, std::mt19937& random) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> changes = {
      {"<=", {"<", ">="}},    {">=", {">", "<="}},  {" < ", {" <= ", " > "}},
      {" + ", {" - "}},       {" - ", {" + "}},     {" = ", {" != ", " <= "}},
      {" != ", {" = "}},      {"1", {"2", "0"}},    {"2", {"1", "3"}},
      {"0", {"1"}},           {"max", {"min"}},     {"min", {"max"}},
      {" and ", {" or "}},    {"not ", {""}},       {"all(", {"any("}},
      {"bag ", {""}},         {"x - 1", {"x"}},     {"a[i]", {"a[1]", "i"}},
      {"len(a)", {"sum(a)"}}, {"in a", {"in 1..2"}}};
  std::vector<std::pair<size_t, size_t>> places;  // in the text, in `changes`
  for (size_t i = 0; i < changes.size(); ++i) {
    for (size_t at = text.find(changes[i].first); at != text.npos;
         at = text.find(changes[i].first, at + 1))
      places.emplace_back(at, i);
  }
  const auto [at, change] = places[random() % places.size()];
  const std::vector<std::string>& by = changes[change].second;
  return text.replace(at, changes[change].first.size(), by[random() % by.size()]);
}

TEST(BookOfLists, NearMissesAreNeverAnsweredWronglyAndEqualFormsPlayAlike) {
  const uint64_t seed = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rounds = generate::from_environment("GRUNDY_RULES", 300);
  std::mt19937 random(static_cast<uint32_t>(seed));
  const std::vector<const BookTheorem*> all = theorems_of_lists();
  std::map<std::string, std::unique_ptr<LoadedList>> by_form;  // the first one of each
  size_t read = 0, alike = 0;
  for (uint64_t round = 0; round < rounds; ++round) {
    const std::vector<std::string> texts = texts_of(*all[random() % all.size()]);
    std::string text = near_miss(texts[random() % texts.size()], random);
    if (random() % 2 == 0) text = near_miss(text, random);
    Rulebook book;
    if (!book.load_text("near miss", text)) continue;
    const auto rule = book.rule("g");
    if (!rule || !(*rule)->board || (*rule)->board->sets() == 0) continue;
    const auto form = list_form(**rule);
    if (!form) continue;
    ++read;
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} round {}", seed, round));
    expect_true(text, 3, 3, true);
    auto here = std::make_unique<LoadedList>(text);
    auto [first, is_new] = by_form.try_emplace(*form, std::move(here));
    if (is_new) continue;
    ++alike;
    LoadedList other(text);
    for (BoardPosition position : positions_of(*other.game, 3, 3)) {
      const auto ours = options_of(other, other.game->at(position));
      position.game = &first->second->game->board_rule();
      const auto theirs = options_of(*first->second, first->second->game->at(position));
      if (!ours || !theirs) continue;
      const auto keys = [](const std::set<Sum>& sums) {
        std::set<std::vector<Key>> result;
        for (const Sum& sum : sums) {
          std::vector<Key> one;
          for (const Position& part : sum) one.push_back(part.key);
          result.insert(std::move(one));
        }
        return result;
      };
      ASSERT_EQ(keys(*ours), keys(*theirs)) << text << *form;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(read, rounds / 4);
  EXPECT_GT(alike, 10U);
}

}  // namespace
}  // namespace grundy
