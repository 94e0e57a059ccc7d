// Recursions of long strips against the search of boards and the codes of heaps.
#include "engine/strip/strip.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "engine/board/place_search.h"
#include "engine/heap/sequence.h"
#include "language/rulebook.h"
#include "rule/board_clauses.h"
#include "rule/heap_code.h"

namespace grundy {
namespace {

using strip::Recursion;
using strip::Word;

/// A game `g` on boards of so many rows, and a family of them: columns, each from top to bottom.
struct Family {
  std::string rule;
  std::string left, period, right;
  size_t rows = 1;
};

class StripFamily {
 public:
  explicit StripFamily(const Family& family) : family_(family) {
    const auto loaded = book_.load_text("test", family.rule);
    EXPECT_TRUE(loaded.ok()) << family.rule << (loaded ? "" : loaded.error().to_string());
    rule_ = *book_.rule("g");
  }

  /// Null, with the reason, where the engine declines.
  std::unique_ptr<Recursion> recursion() {
    Attempt<strip::LocalRule> local =
        strip::LocalRule::of(*rule_, board_frieze(rule_->board->space.kind, family_.rows), budget_);
    if (!local) return refused(local.error());
    auto [kind, copies] = strip::normal(word(family_.left, *local), word(family_.period, *local),
                                        word(family_.right, *local), family_.rows);
    first_ = copies;
    Attempt<strip::KindSystem> system = strip::KindSystem::of(*local, {kind}, {}, budget_);
    if (!system) return refused(system.error());
    return std::make_unique<Recursion>(*std::move(system));
  }
  const std::string& why() const { return why_; }

  /// Of left periodⁿ right.
  Attempt<uint64_t> recursive(Recursion& recursion, int64_t n) {
    if (auto known = recursion.extend(n + first_, budget_); !known) return std::move(known).error();
    return uint64_t{recursion.at(0, n + first_)};
  }
  /// Nothing where the board is not allowed.
  std::optional<uint64_t> searched(size_t n) {
    std::string columns = family_.left;
    for (size_t i = 0; i < n; ++i) columns += family_.period;
    columns += family_.right;
    const size_t length = columns.size() / family_.rows;
    std::vector<Cell> cells(columns.size());
    for (size_t i = 0; i < columns.size(); ++i)
      cells[i % family_.rows * length + i / family_.rows] = letter_cell(columns[i]);
    Fault fault;
    const PlacePointer place = rectangle(rule_->board->space.kind, family_.rows, length);
    if (broken_clause({rule_, {}, {}, {place, cells}}, fault) != nullptr) return std::nullopt;
    const Alphabet alphabet(rule_->board->letters);
    const auto code = board_code(*rule_, place, alphabet, budget_);
    if (!code) return std::nullopt;
    auto search = place_search(*code, alphabet);
    if (!search) return std::nullopt;
    const Attempt<uint64_t> value = (*search)->value(cells, budget_);
    return value ? std::optional(*value) : std::nullopt;
  }

 private:
  std::unique_ptr<Recursion> refused(const Error& error) {
    why_ = error.message();
    return nullptr;
  }
  static Word word(const std::string& letters, const strip::LocalRule& rule) {
    Word result;
    for (const char letter : letters) result.push_back(rule.class_of(letter_cell(letter)));
    return result;
  }

  Family family_;
  Rulebook book_;
  const Rule* rule_ = nullptr;
  Budget budget_;
  int64_t first_ = 0;
  std::string why_;
};

constexpr const char* kCram = "game g on grid\n  .. -> ##\n";
constexpr const char* kCannibal = "game g on grid start X\n  s t -> . s  for s, t in XO\n";
constexpr const char* kClobber = "game g on grid\n  XO -> .X\n  OX -> .O\n";
constexpr const char* kTrominoes = "game g on grid\n  ... -> ###\n  ..|.? -> ##|#?\n";
constexpr const char* kKayles = "game g on strip\n  . -> #\n  .. -> ##\n";
constexpr const char* kNodeKayles = "game g on grid\n  . -> X\n  always no XX\n";
constexpr const char* kSnort = "game g on grid\n  . -> s  for s in XO\n  always no XO\n";
constexpr const char* kCol = "game g on grid\n  . -> s  for s in XO\n  always no XX and no OO\n";
constexpr const char* kFar = "game g on strip\n  . -> X\n  always no XX and no X?X\n";
constexpr const char* kHop = "game g on strip\n  X.{d}O -> .{d} . X  for d in 0..1\n  OX -> .O\n";
constexpr const char* kFlip = "game g on strip start H\n  HH -> TT\n  TH -> .T\n";

TEST(Strips, AreTheSearchedBoards) {
  const Family families[] = {
      {kCram, "", ".", ""},           {kCram, "", ".", "#.."},
      {kCannibal, "", "X", ""},       {kClobber, "", "XO", ""},
      {kClobber, "X", "XO", ""},      {kClobber, "X", "XO", "O"},
      {kTrominoes, "", ".", ""},      {kKayles, "", ".", ""},
      {kNodeKayles, "", ".", ""},     {kNodeKayles, "X", ".", "..X"},
      {kNodeKayles, "", "..", "", 2}, {kSnort, "", ".", ""},
      {kSnort, "X", ".", "O"},        {kCol, "", ".", ""},
      {kCol, "O", ".", "O"},          {kFar, "", ".", ""},
      {kFlip, "", "H", ""},
  };
  for (const Family& family : families) {
    SCOPED_TRACE(
        fmt::format("{}{} ({})^n {}", family.rule, family.left, family.period, family.right));
    StripFamily strip(family);
    const std::unique_ptr<Recursion> recursion = strip.recursion();
    ASSERT_NE(recursion, nullptr) << strip.why();
    const auto from = static_cast<size_t>(recursion->system().from());
    for (const size_t n :
         {size_t{1}, size_t{2}, size_t{3}, size_t{7}, from - 1, from, from + 1, from + 5}) {
      const Attempt<uint64_t> value = strip.recursive(*recursion, static_cast<int64_t>(n));
      ASSERT_TRUE(value.ok()) << value.error().message();
      EXPECT_EQ(*value, strip.searched(n)) << "n = " << n;
    }
  }
}

TEST(Strips, AreTakeAndBreakCodes) {
  struct Coded {
    Family family;
    const char* code;
    size_t more;  // tokens of the heap beside n
  };
  const Coded all[] = {
      {{kCram, "", ".", ""}, "0.07", 0},        {{kCannibal, "", "X", ""}, "0.6", 0},
      {{kTrominoes, "", ".", ""}, "0.007", 0},  {{kKayles, "", ".", ""}, "0.77", 0},
      {{kNodeKayles, "", ".", ""}, "0.137", 0}, {{kFar, "", ".", ""}, "0.11337", 0},
  };
  for (const Coded& one : all) {
    SCOPED_TRACE(one.code);
    StripFamily strip(one.family);
    const std::unique_ptr<Recursion> recursion = strip.recursion();
    ASSERT_NE(recursion, nullptr) << strip.why();
    Budget budget;
    const Attempt<HeapCode> code = parse_heap_code(one.code);
    ASSERT_TRUE(code.ok());
    heap::Sequence sequence(*code);
    ASSERT_TRUE(sequence.extend(1001, budget).ok());
    for (uint64_t n = 0; n <= 1000; ++n) {
      const Attempt<uint64_t> value = strip.recursive(*recursion, static_cast<int64_t>(n));
      ASSERT_TRUE(value.ok());
      ASSERT_EQ(*value, sequence.at(n + one.more)) << n;
    }
  }
}

TEST(Strips, HaveThePeriodOfTheirCode) {
  StripFamily strip({kCram, "", ".", ""});
  const std::unique_ptr<Recursion> recursion = strip.recursion();
  ASSERT_NE(recursion, nullptr) << strip.why();
  ASSERT_TRUE(strip.recursive(*recursion, 1'000'000'000).ok());
  ASSERT_TRUE(recursion->period());
  EXPECT_EQ(recursion->period()->period, 34);
  EXPECT_EQ(recursion->period()->preperiod, 53);
}

TEST(Strips, DeclineWhatIsNotLocalOrOfNoKinds) {
  const auto why = [](const Family& family) {
    StripFamily strip(family);
    EXPECT_EQ(strip.recursion(), nullptr) << family.rule;
    return strip.why();
  };
  EXPECT_NE(why({kCram, "", "..", "", 2}).find("kinds"), std::string::npos);
  EXPECT_NE(why({kHop, "", "XO", ""}).find("kinds"), std::string::npos);
  EXPECT_NE(why({"game g on grid\n  .X. -> X.X\n", "", ".X.", ""}).find("kinds"),
            std::string::npos);
  EXPECT_NE(why({"game g on strip start X\n  X+ -> .+\n", "", "X", ""}).find("any number of cells"),
            std::string::npos);
  EXPECT_NE(why({"game g on strip\n  . -> X\n  over some XXX\n", "", ".", ""}).find("over"),
            std::string::npos);
  EXPECT_NE(
      why({"game g on strip\n  X -> . then O -> .\n", "", "XO", ""}).find("any number of cells"),
      std::string::npos);
  EXPECT_NE(why({"game g on grid\n  . -> s for s in XO\n  always every X reaches . through X\n", "",
                 ".", ""}),
            "");
}

/// Lines of at most three cells, each of which lowers the sum of the letters' weights: play ends.
std::string random_rule(std::mt19937_64& random) {
  const std::string letters = ".XO";
  const auto weight = [&](const std::string& cells) {
    size_t sum = 0;
    for (const char c : cells) sum += letters.find(c);
    return sum;
  };
  const auto cells = [&](size_t count) {
    std::string result;
    for (size_t i = 0; i < count; ++i) result += letters[random() % 3];
    return result;
  };
  std::string text = "game g on strip\n";
  for (size_t lines = 1 + random() % 3; lines > 0;) {
    const size_t count = 1 + random() % 3;
    const std::string left = cells(count);
    const std::string right = cells(count);
    if (weight(right) >= weight(left)) continue;
    text += fmt::format("  {} -> {}\n", left, right);
    --lines;
  }
  if (random() % 3 == 0) text += fmt::format("  always no {}\n", cells(1 + random() % 3));
  return text;
}

TEST(Strips, OfRandomRulesAreTheSearchedBoards) {
  size_t compared = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    std::mt19937_64 random(seed);
    const std::string rule = random_rule(random);
    static const char* const kPeriods[] = {"X", "O", "XO", ".X", "OOX"};
    const Family family = {rule, random() % 2 ? "" : "O", kPeriods[random() % 5],
                           random() % 2 ? "" : "X"};
    Rulebook book;
    if (!book.load_text("test", rule)) continue;
    StripFamily strip(family);
    const std::unique_ptr<Recursion> recursion = strip.recursion();
    if (recursion == nullptr) continue;
    const auto from = static_cast<size_t>(recursion->system().from());
    if (from * family.period.size() > 60) continue;
    for (const size_t n : {size_t{2}, size_t{5}, from, from + 1}) {
      const Attempt<uint64_t> value = strip.recursive(*recursion, static_cast<int64_t>(n));
      const std::optional<uint64_t> searched = strip.searched(n);
      if (!value || !searched) break;
      ASSERT_EQ(*value, searched) << rule << family.left << " " << family.period << " "
                                  << family.right << ", " << n << ", seed " << seed;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
}

}  // namespace
}  // namespace grundy
