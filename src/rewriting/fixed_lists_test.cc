// Games of lists written out for fixed lengths: their moves against those of the lists, on small
// worlds, as sets of sums.
#include "rewriting/fixed_lists.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <random>
#include <set>

#include "language/rulebook.h"
#include "rule/board_meaning.h"
#include "rule/meaning.h"
#include "rule/print.h"

namespace grundy {
namespace {

using Numbers = std::vector<int64_t>;
/// What a move leads to: each part the game's name and its numbers, those of a bag in ascending
/// order.
using PartMet = std::pair<std::string, Numbers>;
using SumMet = std::multiset<PartMet>;
using MovesMet = std::set<SumMet>;

class WrittenGame {
 public:
  explicit WrittenGame(const std::string& text, const std::string& name = "g") {
    const auto added = book_.load_text("lists.game", text);
    if (!added) throw std::runtime_error(added.error().to_string() + text);
    const auto made = book_.rule(name);
    if (!made) throw std::runtime_error(made.error().to_string() + text);
    rule_ = *made;
  }
  const Rule& rule() const { return *rule_; }
  Attempt<std::unique_ptr<const Rule>> written(const std::vector<size_t>& lengths) const {
    Budget budget;
    return with_fixed_lengths(*rule_, {lengths, {}}, budget);
  }

 private:
  Rulebook book_;
  const Rule* rule_ = nullptr;
};

/// Calls visit for all tuples of so many numbers up to `most`.
void each_tuple(size_t size, int64_t most, const std::function<void(const Numbers&)>& visit) {
  Numbers tuple(size, 0);
  while (true) {
    visit(tuple);
    size_t i = 0;
    while (i < size && tuple[i] == most) tuple[i++] = 0;
    if (i == size) return;
    ++tuple[i];
  }
}

/// The position of the game of lists that a tuple is.
BoardPosition lists_of(const Rule& rule, const std::vector<size_t>& lengths, const Numbers& tuple) {
  BoardPosition result{&rule, {}, {}, {}};
  size_t list = 0;
  auto next = tuple.begin();
  for (const CoordinateKind kind : rule.board->kinds) {
    result.coordinates.push_back(is_list(kind) ? 0 : *next);
    if (!is_list(kind)) {
      ++next;
      continue;
    }
    Numbers numbers(next, next + static_cast<std::ptrdiff_t>(lengths[list]));
    next += static_cast<std::ptrdiff_t>(lengths[list++]);
    if (kind == CoordinateKind::bag) std::sort(numbers.begin(), numbers.end());
    result.sets.push_back(std::move(numbers));
  }
  return result;
}

PartMet part_of(const BoardPosition& position) {
  Numbers numbers;
  size_t list = 0;
  for (size_t i = 0; i < position.coordinates.size(); ++i) {
    if (!position.game->board || !is_list(position.game->board->kinds[i])) {
      numbers.push_back(position.coordinates[i]);
      continue;
    }
    const NaturalSet& here = position.sets[list++];
    numbers.insert(numbers.end(), here.begin(), here.end());
  }
  return {position.game->full_name, numbers};
}

/// Nothing after a fault.
std::optional<MovesMet> list_moves(const BoardPosition& position) {
  MovesMet result;
  const Fault fault = board_moves_by_definition(position, [&](const BoardMove& move) {
    SumMet sum;
    for (const BoardPosition& to : move.to) sum.insert(part_of(to));
    result.insert(std::move(sum));
    return true;
  });
  if (fault.kind != Fault::Kind::none) return std::nullopt;
  return result;
}

std::optional<MovesMet> tuple_moves(const Rule& lists, const std::vector<size_t>& lengths,
                                    const Rule& written, const Numbers& tuple) {
  MovesMet result;
  const Fault fault = moves_by_definition(written, tuple, 100, [&](const RuleSum& to) {
    SumMet sum;
    for (const RulePosition& part : to) {
      sum.insert(part.game == &written ? part_of(lists_of(lists, lengths, part.coordinates))
                                       : PartMet{part.game->full_name, part.coordinates});
    }
    result.insert(std::move(sum));
  });
  if (fault.kind != Fault::Kind::none) return std::nullopt;
  return result;
}

std::string shown(const std::optional<MovesMet>& moves) {
  if (!moves) return "a fault";
  std::string text;
  for (const SumMet& sum : *moves) {
    for (const auto& [name, numbers] : sum)
      text += fmt::format(" {}({})", name, fmt::join(numbers, ","));
    text += ";";
  }
  return text;
}

/// Compares the moves of all tuples up to `most`.
void compare(const WrittenGame& game, const std::vector<size_t>& lengths, int64_t most) {
  const auto written = game.written(lengths);
  ASSERT_TRUE(written) << written.error().to_string();
  const Rule& rule = **written;
  each_tuple(rule.arity(), most, [&](const Numbers& tuple) {
    const auto expected = list_moves(lists_of(game.rule(), lengths, tuple));
    const auto found = tuple_moves(game.rule(), lengths, rule, tuple);
    ASSERT_EQ(found, expected) << print_rule(rule) << fmt::format("({})", fmt::join(tuple, ", "))
                               << "\nwritten: " << shown(found) << "\nlists: " << shown(expected);
  });
}

std::string lines_of(const WrittenGame& game, const std::vector<size_t>& lengths) {
  const auto written = game.written(lengths);
  return written ? print_rule(**written) : written.error().message();
}

const char* const kWythoffs =
    "game g(bag [a])\n"
    "  -> g(a - [x] + [x - k])            for x in a, k in 1..x\n"
    "  -> g(a - [x, y] + [x - k, y - k])  for x in a, y in a, k in 1..min(x, y)\n";
const char* const kSome =
    "game g[K = 2](bag [a])\n"
    "  -> g([a[i] - d[i] for i in 1..len(a)])  for [d] <= a if count(x > 0 for x in d) in 1..K\n";

TEST(FixedListsTest, LinesAreWrittenOnce) {
  EXPECT_EQ(lines_of(WrittenGame(kWythoffs), {2}),
            "game g(a1, a2)\n"
            "  -> g(a1 - k, a2)  for k in 1..a1\n"
            "  -> g(a1, a2 - k)  for k in 1..a2\n"
            "  -> g(a1 - k, a2 - k)  for k in 1..min(a1, a2)\n");
  EXPECT_EQ(lines_of(WrittenGame(kSome), {2}),
            "game g(a1, a2)\n"
            "  -> g(a1 - d1, a2 - d2)  for d1 <= a1, d2 <= a2  if 1 <= min(1, d1) + min(1, d2) and "
            "min(1, d1) + min(1, d2) <= 2\n");
}

TEST(FixedListsTest, MovesAreThoseOfTheLists) {
  const std::vector<std::string> games = {
      "game g([a])\n  -> g(a[i -> k])  for i in 1..len(a), k < a[i]\n",
      "game g(bag [a])\n  -> g(a - [x] + [k])  for x in a, k < x\n",
      kWythoffs,
      kSome,
      "game g([a])\n  -> g(a[i -> a[i] - k, j -> a[j] + k])  for i in 1..len(a), j in 1..i-1, k in "
      "1..a[i]\n",
      "game g([a])\n  -> g(a - [x] + [k])  for x in a, k < x\n",
      "game g([a])\n  -> g(a[2..len(a)] + [k])  for k < a[1] if len(a) > 0 and k not in a\n",
      "game g([a])\n  -> g(a[i -> a[i] - 1])  for i in 1..len(a) if i < len(a) and a[i] > a[i+1]\n",
      "game g([a])\n  -> g(a[i -> a[i] - k])  for i in 1..len(a), k in 1..a[i] if (i = 1 or a[i] - "
      "k > a[i-1]) and not "
      "(i < len(a) and a[i+1] = 2)\n",
      "game g([a])\n  -> g(a[i -> a[i] - k])  for i in 1..len(a), k in 1..a[i] if k <= max(a) - "
      "min(a) + 1 and xor(a) "
      "!= 1\n",
      "game g([a])\n  lose if sorted(a)\n  win if sum(a) % 3 = 1\n  -> g(a[i -> a[j], j -> a[i]])  "
      "for i in 1..len(a), "
      "j in "
      "1..i-1 if a[j] > a[i]\n",
      "game g([a], n)\n  win if n = 0 and any(x > 2 for x in a)\n  -> g(a, n - 1)\n  -> g(a[i -> "
      "k], n + 1)  for i in "
      "1..len(a), k < a[i] if all(y <= n + 2 for y in a)\n",
      "game g(bag [a], [b])\n  -> g(a - [x] + [y], b[i -> x])  for x in a, i in 1..len(b), y in b "
      "if y < x\n",
      "game g(bag [a])\n  -> g(a[2..len(a)] + [k])  for k < a[1] if len(a) > 0\n  -> g(a[len(a) -> "
      "0])  if len(a) > "
      "1\n",
      "game g(bag [a])\n  -> g(a - [min(a)] + [k])  for k < min(a) if len(a) > 0\n",
      "game g(bag [a])\n  -> g([x - 1 for x in a])\n  -> g(a - [x] + [gcd(a) - 1]) for x in a if x "
      "> 1\n",
      "game g([a])\n  -> g([x - 1 for x in a if x > 1] + [0 for x in a if x <= 1])  if sum(x*x for "
      "x in a if x != 2) > "
      "3\n",
      "game g([a])\n  -> g(a[i -> a[i] - 1])  for i in 1..len(a) if all(any(y = z + k for k < 2) "
      "for y in a, z in a)\n",
      "game g(bag [a])\n  -> g(a - [k] + [k - 1])  for k in 1..3\n",
      "game g([a])\n  -> g(a - [k] + [k - 1])  for k in 1..3 if count(x = k or x = 0 for x in a) % "
      "2 = 1\n",
      "game g([a])\n  over min(a) = max(a)\n  -> g(a[i -> k])  for i in 1..len(a), k in {0, 2} if "
      "product(a) < 7 and k "
      "< a[i]\n",
      "game h(n)\n  -> h(n - k) for k in 1..2\ngame g(bag [a])\n  -> h(x) + h(y) for x in a, y in "
      "a if x < y\n  -> g(a "
      "- "
      "[x] + [x - 1]) + h(x) for x in a\n",
  };
  for (const std::string& text : games) {
    const WrittenGame game(text);
    size_t lists = 0;
    for (const CoordinateKind kind : game.rule().board->kinds) lists += is_list(kind) ? 1 : 0;
    for (size_t length = 0; length <= 4; ++length) {
      SCOPED_TRACE(fmt::format("{} of length {}", text, length));
      std::vector<size_t> lengths(lists, length);
      if (lists > 1) lengths[1] = length > 2 ? 1 : 2;
      compare(game, lengths, length > 3 ? 2 : length > 2 ? 3 : 5);
    }
  }
}

/// Rules of one list whose length most lines keep.
class RandomRules {
 public:
  explicit RandomRules(uint32_t seed) : random_(seed) {}

  std::string rule() {
    std::string text = fmt::format("game g({}[a])\n", below(2) == 0 ? "bag " : "");
    if (below(5) == 0)
      text += fmt::format("  {} if {}\n", below(2) == 0 ? "win" : "lose", condition(1));
    const size_t lines = 1 + below(2);
    for (size_t i = 0; i < lines; ++i) text += line();
    return text;
  }
  size_t below(size_t n) { return random_() % n; }

 private:
  template <class... Text>
  std::string one_of(const Text&... texts) {
    const std::vector<std::string> all = {texts...};
    return all[below(all.size())];
  }

  std::string line() {
    numbers_.clear();
    places_.clear();
    std::string binders;
    const auto add = [&](const std::string& text) {
      binders += (binders.empty() ? "" : ", ") + text;
    };
    const size_t style = below(4);
    if (style <= 1) {
      add("i in 1..len(a)");
      numbers_ = {"i", "a[i]"};
      places_ = {"i"};
      if (below(2) == 0) {
        add(one_of("j in 1..len(a)", "j in 1..i", "j in {1, 2}"));
        numbers_.emplace_back("a[j]");
        places_.emplace_back("j");
      }
    } else if (style == 2) {
      add("x in a");
      numbers_ = {"x"};
      if (below(2) == 0) {
        add("y in a");
        numbers_.emplace_back("y");
      }
    } else {
      add("[d] <= a");
      numbers_ = {"sum(d)", "d[1]"};
    }
    if (below(3) != 0) {
      add(fmt::format("k in {}..{}", below(2), one_of("2", "3", number(1))));
      numbers_.emplace_back("k");
    }
    std::string text = fmt::format("  -> g({})  for {}", list(style), binders);
    if (below(2) == 0) text += fmt::format(" if {}", condition(2));
    return text + "\n";
  }

  std::string list(size_t style) {
    if (style == 3)
      return one_of("[a[i] - d[i] for i in 1..len(a)]", "d",
                    "[d[i] / 2 + min(d) for i in 1..len(d)]");
    if (style <= 1 && below(2) == 0) {
      if (places_.size() > 1 && below(2) == 0)
        return fmt::format("a[i -> {}, j -> {}]", number(1), number(1));
      return fmt::format("a[i -> {}]", number(2));
    }
    if (style == 2 && numbers_.size() > 1 && numbers_[1] == "y" && below(2) == 0)
      return fmt::format("a - [x, y] + [{}, {}]", number(2), number(1));
    switch (below(5)) {
      case 0:
        return fmt::format("[{} for z in a]", one_of("z", "z - 1", "max(z, " + number(0) + ")"));
      case 1:
        return fmt::format("a[1..len(a)-1] + [{}]", number(1));
      case 2:
        return fmt::format("[z for z in a if {0}] + [{1} for z in a if not {0}]",
                           one_of("z > 1", "z = " + number(0), "z % 2 = 0"), number(0));
      default:
        return fmt::format("a - [{}] + [{}]", number(1), number(2));
    }
  }

  std::string number(int depth) {
    if (depth == 0 || below(3) == 0) {
      if (numbers_.empty() || below(4) == 0) return std::to_string(below(3));
      return numbers_[below(numbers_.size())];
    }
    switch (below(8)) {
      case 0:
        return one_of("sum(a)", "min(a)", "max(a)", "len(a)", "xor(a)", "or(a)", "and(a)", "gcd(a)",
                      "product(a)");
      case 1:
        return fmt::format("count({} for z in a)", one_of("z > 1", "z % 2 = 0", "z = 1 or z > 2"));
      case 2:
        return fmt::format("{}(z + 1 for z in a if z != {})",
                           one_of("sum", "max", "min", "xor", "or", "and"), number(0));
      case 3:
        return fmt::format("min({}, {})", number(depth - 1), number(depth - 1));
      case 4:
        return fmt::format("({} + {})", number(depth - 1), number(depth - 1));
      default:
        return fmt::format("({} - {})", number(depth - 1), number(depth - 1));
    }
  }

  std::string condition(int depth) {
    switch (below(depth > 0 ? 7 : 3)) {
      case 0:
        return fmt::format("{} {} {}", number(1), one_of("=", "!=", "<", "<="), number(1));
      case 1:
        return fmt::format("{} in a", number(1));
      case 2:
        return "sorted(a)";
      case 3:
        return fmt::format("{}({} for z in a)", one_of("all", "any"),
                           one_of("z > 0", "z <= " + number(0), "z in a"));
      case 4:
        return fmt::format("{}(a[p] <= a[p+1] + {} for p in 1..len(a)-1)", one_of("all", "any"),
                           number(0));
      case 5:
        return fmt::format("({} {} {})", condition(depth - 1), one_of("and", "or"),
                           condition(depth - 1));
      default:
        return fmt::format("not ({})", condition(depth - 1));
    }
  }

  std::mt19937 random_;
  std::vector<std::string> numbers_;
  std::vector<std::string> places_;
};

TEST(FixedListsTest, MovesOfRandomRulesAreThoseOfTheLists) {
  size_t compared = 0;
  for (uint32_t seed = 1; seed <= 150; ++seed) {
    RandomRules random(seed);
    const std::string text = random.rule();
    const WrittenGame game(text);
    for (size_t length = 1; length <= 3; ++length) {
      SCOPED_TRACE(fmt::format("seed {}: {} of length {}", seed, text, length));
      if (const auto written = game.written({length}); !written) {
        ASSERT_EQ(written.error().kind, Error::Kind::declined);
        continue;
      }
      ++compared;
      compare(game, {length}, length > 2 ? 2 : 3);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(compared, 350);
}

TEST(FixedListsTest, DeclinesWithTheLine) {
  const auto reason = [](const std::string& text, size_t length) {
    const auto written = WrittenGame(text).written({length});
    if (written) return std::string("written");
    EXPECT_EQ(written.error().kind, Error::Kind::declined);
    const Diagnostic& first = written.error().diagnostics[0];
    return fmt::format("{}: {}", first.line, first.message.substr(first.message.find(": ") + 2));
  };
  EXPECT_EQ(reason("game g([a])\n  -> g(a[i -> []])  for i in 1..len(a)\n", 2),
            "2: a move makes a list of 2 numbers into one of 1");
  EXPECT_EQ(reason("game g([a])\n  -> g(a[i -> []])  for i in 1..len(a)\n", 0), "written");
  EXPECT_EQ(reason("game g([a])\n  -> g([x for x in a if x > 1])\n", 1),
            "2: a move makes a list of 1 number into one of 0");
  EXPECT_EQ(reason("game g([a])\n  -> g(a[i -> a[i+1] - 1])  for i in 1..len(a)\n", 2),
            "2: a place beyond the ends of the list is asked for");
  EXPECT_EQ(reason("game g([a])\n  -> g(a[i -> k])  for i in 1..a[1], k < a[i]\n", 2),
            "2: which place is meant is not told by the lengths of the lists");
  EXPECT_EQ(
      reason("game h([a])\n  -> h(a[i -> 0])  for i in 1..len(a)\ngame g([a])\n  -> h(a)\n", 2),
      "4: it leads to 'h', another game of lists");
  EXPECT_EQ(
      reason("game g([a])\n  always sum(a) > 1\n  -> g(a[i -> k])  for i in 1..len(a), k < a[i]\n",
             2),
      "2: there is an 'always'");
  EXPECT_EQ(reason(kWythoffs, 15), "written");
  EXPECT_EQ(reason(kWythoffs, 20), "3: there would be more than 400 lines");
  EXPECT_EQ(reason("game g([a])\n  -> g(a[i -> k])  for i in 1..len(a), k < a[i]\n", 50),
            "written");
  EXPECT_EQ(reason("game g(bag [a])\n  -> g(a[2..len(a)] + [k])  for k < a[1] if len(a) > 0\n", 7),
            "2: places in ascending order are written out for at most 6 numbers");
}

TEST(FixedListsTest, AskingForTimeEndsIt) {
  const std::atomic<bool> stop = true;
  Budget budget;
  budget.set_stop_flag(&stop);
  const WrittenGame game(kWythoffs);
  EXPECT_FALSE(with_fixed_lengths(game.rule(), {{12}, {}}, budget));
}

}  // namespace
}  // namespace grundy
