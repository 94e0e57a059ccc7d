// Every theorem of the book against the definition, on a complete box and for several choices of
// its letters; each is found from its other spellings and in any order of the coordinates; near
// misses are never answered wrongly.
#include "theorem/book.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "generate/environment.h"
#include "rule/meaning.h"
#include "theorem/texts.h"

namespace grundy {
namespace {

/// Values by definition.
class ByDefinition {
 public:
  uint64_t value(const Rule& rule, const std::vector<int64_t>& position) {
    const auto known = values_.find({&rule, position});
    if (known != values_.end()) return known->second;
    if (!open_.insert({&rule, position}).second) {
      ADD_FAILURE() << "play comes back to " << rule.full_name
                    << to_string(RuleSum{{&rule, position}});
      return 0;
    }
    std::set<uint64_t> seen;
    for (const RuleSum& option : options(rule, position)) seen.insert(value(option));
    uint64_t mex = 0;
    while (seen.contains(mex)) ++mex;
    return values_[{&rule, position}] = mex;
  }
  uint64_t value(const RuleSum& sum) {
    uint64_t result = 0;
    for (const RulePosition& part : sum) result ^= value(*part.game, part.coordinates);
    return result;
  }
  static std::set<RuleSum> options(const Rule& rule, const std::vector<int64_t>& position) {
    std::set<RuleSum> result;
    const Fault fault = moves_by_definition(rule, position, 200,
                                            [&](RuleSum sum) { result.insert(std::move(sum)); });
    // 2**i ends the list where it goes beyond 2^63, with all moves before it.
    EXPECT_TRUE(fault.kind == Fault::Kind::none || fault.kind == Fault::Kind::overflow)
        << describe(fault.kind);
    return result;
  }

 private:
  std::map<std::pair<const Rule*, std::vector<int64_t>>, uint64_t> values_;
  std::set<std::pair<const Rule*, std::vector<int64_t>>> open_;  // those that were begun
};

constexpr int64_t kSide[] = {150, 14, 7};

template <class Visit>
void for_each_position(size_t arity, Visit&& visit) {
  std::vector<int64_t> point(arity, 0);
  for (;;) {
    visit(point);
    size_t i = 0;
    while (i < arity && ++point[i] == kSide[arity - 1]) point[i++] = 0;
    if (i == arity) return;
  }
}

Coordinates coordinates_of(const std::vector<int64_t>& point) {
  Coordinates result;
  for (const int64_t c : point) result.emplace_back(static_cast<uint64_t>(c));
  return result;
}

/// The parts of an option, by the coordinates of the rule.
std::multiset<std::string> parts_of(const Coordinates& option, const KnownGame& known) {
  std::multiset<std::string> parts;
  const auto arity = static_cast<std::ptrdiff_t>(known.order.size());
  for (auto at = option.begin(); at != option.end(); at += arity)
    parts.insert(to_string(known.in_rule({at, at + arity})));
  return parts;
}

/// What the theorem says about the rule is so on the box.
void expect_true(const Rule& rule, const KnownGame& known, const std::string& text) {
  ByDefinition definition;
  const Budget budget;
  for_each_position(rule.arity(), [&](const std::vector<int64_t>& point) {
    const Coordinates here = known.in_theorem(coordinates_of(point));
    const uint64_t value = definition.value(rule, point);
    const auto lost = known.conclusion->is_lost(here, budget);
    ASSERT_TRUE(lost.ok());
    ASSERT_EQ(*lost, value == 0) << text << to_string(coordinates_of(point));
    if (!known.conclusion->knows_values()) return;
    const auto said = known.conclusion->value(here, budget);
    ASSERT_TRUE(said.ok());
    ASSERT_EQ(*said, Ordinal(value)) << text << to_string(coordinates_of(point));
    for (uint64_t wanted = 0; wanted < (known.up_to_exchange ? 0 : 5); ++wanted) {
      const auto options = known.conclusion->options_of_value(here, Ordinal(wanted), 1000, budget);
      if (!options) break;
      ASSERT_TRUE(options->ok());
      using Parts = std::multiset<std::string>;
      std::set<Parts> ours, theirs;
      for (const Coordinates& one : (*options)->positions) ours.insert(parts_of(one, known));
      for (const RuleSum& option : ByDefinition::options(rule, point)) {
        if (definition.value(option) != wanted) continue;
        Parts parts;
        for (const RulePosition& part : option)
          parts.insert(to_string(coordinates_of(part.coordinates)));
        theirs.insert(std::move(parts));
      }
      if ((*options)->all) {
        ASSERT_EQ(ours, theirs) << text << to_string(coordinates_of(point)) << " to " << wanted;
      } else {
        ASSERT_FALSE(ours.empty()) << text << to_string(coordinates_of(point)) << " to " << wanted;
        ASSERT_TRUE(std::includes(theirs.begin(), theirs.end(), ours.begin(), ours.end()))
            << text << to_string(coordinates_of(point)) << " to " << wanted;
      }
    }
  });
}

const Rule* rule_of(Rulebook& book, const std::string& text, const std::vector<uint64_t>& letters) {
  const auto loaded = book.load_text("theorem", text);
  EXPECT_TRUE(loaded.ok()) << text << (loaded.ok() ? "" : loaded.error().to_string());
  if (!loaded) return nullptr;
  std::vector<ParameterValue> parameters;
  for (const uint64_t letter : letters) {
    parameters.emplace_back();
    parameters.back().number = static_cast<int64_t>(letter);
  }
  const auto rule = book.rule("g", parameters);
  EXPECT_TRUE(rule.ok()) << text << (rule.ok() ? "" : rule.error().to_string());
  return rule.ok() ? *rule : nullptr;
}

std::vector<std::vector<uint64_t>> choices_of_letters(const BookTheorem& theorem) {
  if (theorem.game.text.find("g[") == std::string::npos) return {{}};
  return {{0}, {1}, {2}, {5}};
}

bool is_about_lists(const BookTheorem& theorem) {
  return theorem.game.text.find("[a]") != std::string::npos;
}

TEST(Book, EveryFileIsRead) {
  size_t count = 0;
  for (const TheoremText& one : theorem_texts()) {
    const auto read = read_theorems(one.file, one.text);
    ASSERT_TRUE(read.ok()) << read.error().to_string();
    count += read->size();
    for (const BookTheorem& theorem : *read) {
      EXPECT_GE(theorem.spelled.size(), 2U) << theorem.name;
      EXPECT_FALSE(theorem.source.empty());
    }
  }
  EXPECT_EQ(count, theorems().size());
}

TEST(Book, TheoremsHoldAndAreFoundFromEverySpelling) {
  for (const BookTheorem& theorem : theorems()) {
    if (is_about_lists(theorem)) continue;  // engine/book_lists_test.cc
    for (const auto& letters : choices_of_letters(theorem)) {
      std::vector<const Spelling*> spellings = {&theorem.game};
      for (const Spelling& one : theorem.spelled) spellings.push_back(&one);
      for (const Spelling* one : spellings) {
        Rulebook book;
        const Rule* rule = rule_of(book, one->text, letters);
        ASSERT_NE(rule, nullptr);
        const auto known = find_in_book(*rule);
        ASSERT_TRUE(known.has_value()) << theorem.name << "\n" << one->text;
        if (letters.empty()) {
          EXPECT_EQ(known->theorem->name, theorem.name) << one->text;
        }
        expect_true(*rule, *known, one->text);
      }
    }
  }
}

TEST(Book, CoordinatesInAnyOrder) {
  Rulebook book;
  const Rule* rule = rule_of(book,
                             "game g(b, a)\n  -> g(b - k*a, a)  for k >= 1  if 1 <= a <= b\n"
                             "  -> g(b, a - k*b)  for k >= 1  if 1 <= b < a\n",
                             {});
  const auto known = find_in_book(*rule);
  ASSERT_TRUE(known.has_value());
  EXPECT_EQ(known->order, (std::vector<size_t>{1, 0}));
  EXPECT_EQ(known->letters, (std::vector<std::pair<std::string, uint64_t>>{{"least", 0}}));
  expect_true(*rule, *known, "turned");
}

bool has_faults(const Rule& rule) {
  bool result = false;
  for_each_position(rule.arity(), [&](const std::vector<int64_t>& point) {
    const Fault fault = moves_by_definition(rule, point, 200, [](const RuleSum&) {});
    result = result || fault.kind != Fault::Kind::none;
  });
  return result;
}

/// The text with one number, sign or comparison changed.
std::string near_miss(std::string text, std::mt19937& random) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> changes = {
      {"<=", {"<", ">="}}, {">=", {">", "<="}}, {" < ", {" <= "}}, {" + ", {" - "}},
      {" - ", {" + "}},    {" = ", {" != "}},   {" != ", {" = "}}, {"1", {"2", "0"}},
      {"2", {"1", "3"}},   {"0", {"1"}},        {"%", {"/"}},      {"*", {"+"}},
      {" and ", {" or "}}, {"n", {"(n + 1)"}}};
  std::vector<std::pair<size_t, size_t>> places;  // in the text, in `changes`
  const size_t moves = text.find("->");
  for (size_t i = 0; i < changes.size(); ++i) {
    for (size_t at = text.find(changes[i].first, moves); at != text.npos;
         at = text.find(changes[i].first, at + 1))
      places.emplace_back(at, i);
  }
  const auto [at, change] = places[random() % places.size()];
  const std::vector<std::string>& by = changes[change].second;
  return text.replace(at, changes[change].first.size(), by[random() % by.size()]);
}

TEST(Book, NearMissesAreNeverAnsweredWrongly) {
  const uint64_t seed = generate::from_environment("GRUNDY_SEED", 1);
  const uint64_t rounds = generate::from_environment("GRUNDY_RULES", 300);
  std::mt19937 random(static_cast<uint32_t>(seed));
  size_t read = 0, known_games = 0;
  for (uint64_t round = 0; round < rounds; ++round) {
    const BookTheorem& theorem = theorems()[random() % theorems().size()];
    if (is_about_lists(theorem)) continue;
    std::vector<std::string> texts = {theorem.game.text};
    for (const Spelling& one : theorem.spelled) texts.push_back(one.text);
    const std::string text = near_miss(texts[random() % texts.size()], random);
    Rulebook book;
    if (!book.load_text("near miss", text)) continue;
    const auto rule = book.rule("g");
    if (!rule) continue;
    ++read;
    const auto known = find_in_book(**rule);
    if (!known) continue;
    if (has_faults(**rule)) continue;  // a bound divides by 0 where a condition excludes the move
    ++known_games;
    expect_true(
        **rule, *known,
        fmt::format("GRUNDY_SEED={} round {}: {}\n{}", seed, round, known->theorem->name, text));
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(read, rounds / 3);
  EXPECT_LT(known_games, read);
}

TEST(Book, SlipsInFilesHaveTheirPlace) {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"theorem \"A\"\n  source \"B\"\n  by twos\n", "the theorem 'A' has no game"},
           {"theorem \"A\"\n  game g(n)\n    -> g(n - 1)\n  by twos\n",
            "the theorem 'A' has no source"},
           {"theorem \"A\"\n  source B\n", "a source is written in quotation marks"},
           {"theorem \"A\"\n  source \"B\"\n  says n\n",
            "a theorem has the lines source, proof, game"},
           {"  source \"B\"\n", "this line belongs to no theorem"},
           {"theorem A\n", "a theorem begins with a line such as"},
           {"theorem \"A\"\n  source \"B\"\n  game g(n)\n    -> g(n - 1)\n",
            "the theorem 'A' has no conclusion"}}) {
    const auto read = read_theorems("x.theorem", text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().to_string().find(message), std::string::npos)
        << read.error().to_string();
    EXPECT_NE(read.error().to_string().find("x.theorem:"), std::string::npos);
  }
}

}  // namespace
}  // namespace grundy
