// Lists that are strips: the moves of the strip against those of the list, for all short lists.
#include "rewriting/list_strip.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "rule/board_meaning.h"

namespace grundy {
namespace {

class ListGame {
 public:
  explicit ListGame(const std::string& lines) {
    text_ = "game g([a])\n" + lines;
    if (const auto loaded = book_.load_text("lists.game", text_); !loaded)
      throw std::runtime_error(loaded.error().to_string() + text_);
    rule_ = book_.rule("g").value();
  }
  const Rule& rule() const { return *rule_; }
  const std::string& text() const { return text_; }

 private:
  Rulebook book_;
  std::string text_;
  const Rule* rule_ = nullptr;
};

using Options = std::set<NaturalSet>;

/// The lists that moves lead to; std::nullopt if a move is an error.
std::optional<Options> options_of(const BoardPosition& here,
                                  const std::function<NaturalSet(const BoardPosition&)>& read) {
  Options result;
  const Fault fault = board_moves_by_definition(here, [&](const BoardMove& move) {
    result.insert(read(move.to.at(0)));
    return true;
  });
  return fault.kind == Fault::Kind::none ? std::optional(result) : std::nullopt;
}

/// Compares the options of all lists of at most `length` numbers; false where there is no strip.
bool expect_alike(const ListGame& game, int64_t greatest, size_t length) {
  const auto strip = list_strip(game.rule(), greatest);
  if (!strip) return false;
  for (size_t size = strip->shortest; size <= length; ++size) {
    NaturalSet list(size, 0);
    for (bool more = true; more;) {
      const auto ours = options_of({&game.rule(), {0}, {list}, {}},
                                   [](const BoardPosition& to) { return to.sets.at(0); });
      const auto theirs =
          options_of({strip->rule, {}, {}, strip->board(list)},
                     [&](const BoardPosition& to) { return strip->list(to.board); });
      EXPECT_EQ(ours, theirs) << game.text() << fmt::format("[{}]", fmt::join(list, ", "));
      if (testing::Test::HasFailure()) return true;
      more = false;
      for (int64_t& number : list) {
        number = number == greatest ? 0 : number + 1;
        if (number != 0) {
          more = true;
          break;
        }
      }
    }
  }
  return true;
}

TEST(ListStrip, GamesOfZerosAndOnes) {
  for (const std::string lines : {
           "  -> g(a[i -> 0, i+1 -> 0]) for i in 1..len(a)-1 if a[i] = 1 and a[i+1] = 1\n",
           "  -> g(a[i -> 0, i-1 -> 0]) for i in 2..len(a) if a[i] = a[i-1] and a[i] > 0\n",
           "  -> g(a[i -> 1]) for i in 1..len(a) if a[i] = 0 and (i = 1 or a[i-1] = 0) and "
           "(i = len(a) or a[i+1] = 0)\n",
           "  -> g(a[i -> 0, j -> 1]) for i in 1..len(a), j in max(1, i-2)..i-1 if a[i] = 1 and "
           "a[j] = 0\n",
           "  -> g(a[i -> 0, i+d -> 1 - a[i+d]]) for i in 1..len(a)-2, d in 1..2 if a[i] = 1\n",
           "  -> g(a[i -> 1]) for i in 1..len(a) if all(a[j] = 0 for j in "
           "max(1, i-1)..min(len(a), i+1))\n",
           "  -> g(a[i -> 0]) for i in 2..len(a)-1 if sum(a[j] for j in i-1..i+1) = 2\n",
           "  -> g(a[i -> 0, i+1 -> 1]) for i in 1..len(a)-1 if a[i] = 1 and a[i+1] = 0\n",
           "  -> g(a[i -> 0]) for i in 1..len(a) if len(a) > 2\n",
           "  -> g(a[i+1 -> 0, i+2 -> 0]) for i in 0..len(a)-2 if a[i+1] = 1 and a[i+2] = 1\n",
           "  -> g(a[i+1 -> 0]) for i < len(a) if a[i+1] = 1 and (i = 0 or a[i] = 0)\n",
           "  -> g(a[i-1 -> 0]) for i in 2..len(a)+1 if a[i-1] = 1 and (i = 2 or a[i-2] = 0)\n",
           "  -> g(a[i -> 0, i % len(a) + 1 -> 0]) for i in 1..len(a) if a[i] = 1 and "
           "a[i % len(a) + 1] = 1\n",
           "  -> g(a[i -> 1]) for i in 1..len(a) if a[i] = 0 and a[i % len(a) + 1] = 0 and "
           "a[(i + len(a) - 2) % len(a) + 1] = 0 and len(a) > 1\n",
           "  -> g(a[i+1 -> 0, (i+1) % len(a) + 1 -> 1 - a[(i+1) % len(a) + 1]]) for i < len(a) if "
           "a[i+1] = 1\n  -> g(a[i -> 0]) for i in 1..len(a) if a[i] = 1\n",
       }) {
    EXPECT_TRUE(expect_alike(ListGame(lines), 1, 8)) << lines;
  }
  EXPECT_TRUE(expect_alike(ListGame("  -> g(a[i -> c]) for i in 1..len(a), c in 1..2 if a[i] = 0 "
                                    "and (i = 1 or a[i-1] != c)\n"),
                           2, 6));
}

TEST(ListStrip, OthersAreNone) {
  for (const std::string lines : {
           "  -> g(a[i -> 0]) for i in 1..len(a) if a[i] = 1 and i % 2 = 0\n",
           "  -> g(a[i -> 0]) for i in 1..len(a) if a[i] = 1 and sum(a) > 2\n",
           "  -> g(a[i -> 0, i+1 -> 0]) for i in 1..len(a) if a[i] = 1\n",  // beyond the end
           "  -> g(a[i -> []]) for i in 1..len(a) if a[i] = 1\n",
           "  -> g(a[i -> 0, j -> 0]) for i in 1..len(a), j in 1..len(a) if a[i] = 1 and a[j] = "
           "1\n",
           "  -> g(a[i -> a[j], j -> 0]) for i in 1..len(a), j in 1..i-1 if a[i+1] = 1\n",
           "  -> g(a[i -> 0, j -> 0]) for i in 1..len(a), j in 1..i-1 if a[i] = 1 and a[j] = 1\n",
           "  -> g(a[i -> 0, i % len(a) + 1 -> 0]) for i in 2..len(a) if a[i] = 1\n",
           "  -> g(a[i -> 0, i % len(a) + 1 -> 0]) for i in 1..len(a) if a[i] = 1 and i < 3\n",
           "  -> g(a[i -> 0]) for i in 1..len(a) if a[i] = 1 and a[i % len(a) + 1] = 1 and "
           "len(a) > 4\n",
           "  -> g(a[i -> c]) for i in 1..len(a), c in 0..1000000000 if a[i] = 1 and c = 0\n",
           "  -> g(a[i -> a[i] + 1]) for i in 1..len(a) if a[i] < 2\n",
           "  -> g(a[i -> 0]) for i in 1..len(a) if a[i] = 1 and a[a[i]] = 1\n",
       }) {
    EXPECT_FALSE(list_strip(ListGame(lines).rule(), 1).has_value()) << lines;
  }
}

/// A line that chooses one place, or two; one on a circle.
std::string random_line(std::mt19937& random, bool is_ring) {
  const auto one_of = [&](std::initializer_list<const char*> texts) {
    return std::string(texts.begin()[random() % texts.size()]);
  };
  const bool is_near = !is_ring && random() % 3 == 0;
  const auto place = [&] {
    if (is_ring) return one_of({"i", "i % len(a) + 1", "(i + len(a) - 2) % len(a) + 1"});
    return is_near ? one_of({"i", "j"})
                   : one_of({"i", "i", "i", "i+1", "i-1", "i+2", "i % len(a) + 1"});
  };
  const auto atom = [&]() -> std::string {
    switch (random() % (is_ring ? 5 : is_near ? 4 : 6)) {
      case 0:
        return fmt::format("a[{}] = a[{}]", place(), place());
      case 4:
        if (is_ring) return one_of({"len(a) > 1", "len(a) != 2", "len(a) < 4", "len(a) > 5"});
        return one_of({"i = 1", "i != 1", "i < len(a)", "i > 2", "len(a) > 2", "i + 1 = len(a)"});
      case 5:
        return fmt::format("({} or a[{}] = {})", one_of({"i = 1", "i = len(a)", "i < 2", "i = 0"}),
                           one_of({"i-1", "i+1"}), random() % 2);
      default:
        return fmt::format("a[{}] {} {}", place(), one_of({"=", "=", "!=", ">"}), random() % 2);
    }
  };
  std::vector<std::string> conditions, changes;
  for (size_t i = 1 + random() % 3; i > 0; --i) conditions.push_back(atom());
  std::set<std::string> places;
  for (size_t i = 1 + random() % 3; i > 0; --i) places.insert(place());
  for (const std::string& at : places) {
    const std::string number = one_of({"0", "1", "0", "flip", "other", "2"});
    changes.push_back(fmt::format("{} -> {}", at,
                                  number == "flip"    ? "1 - a[" + at + "]"
                                  : number == "other" ? "a[" + place() + "]"
                                                      : number));
  }
  const std::string range =
      one_of({"1..len(a)", "2..len(a)", "0..len(a)", "0..len(a)-2", "1..len(a)+1", "1..len(a)-1",
              "2..len(a)-1", "1..len(a)-2", "2..len(a)-2"});
  const std::string binders =
      is_ring   ? "i in 1..len(a)"
      : is_near ? "i in " + range +
                      one_of({", j in i-1..i+1", ", j in max(1, i-2)..i-1",
                              ", j in i+1..min(len(a), i+2)", ", j in i-2..i-1", ", j in i..i+1"})
                : "i in " + range;
  return fmt::format("  -> g(a[{}]) for {} if {}\n", fmt::join(changes, ", "), binders,
                     fmt::join(conditions, " and "));
}

TEST(ListStrip, RandomRulesMoveAlike) {
  std::mt19937 random(5);
  size_t strips = 0;
  for (int i = 0; i < 6000; ++i) {
    const bool is_ring = random() % 4 == 0;
    std::string lines = random_line(random, is_ring);
    if (random() % 3 == 0) lines += random_line(random, is_ring);
    const auto greatest = static_cast<int64_t>(1 + random() % 2);
    strips += expect_alike(ListGame(lines), greatest, greatest == 1 ? 7 : 5) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GE(strips, 200U);
}

}  // namespace
}  // namespace grundy
