// Words: moves by patterns, values and what is derived, compared with the definition on all short
// words of random rules.
#include "engine/board/word_search.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "language/rulebook.h"
#include "rule/board_meaning.h"

namespace grundy {
namespace {

struct WordGame {
  explicit WordGame(const std::string& lines) {
    if (!book.load_text("test", "game mine on word\n" + lines)) return;
    const auto made = book.rule("mine");
    if (made) rule = *made;
  }
  BoardPosition at(const std::string& word) const {
    BoardPosition position;
    position.game = rule;
    position.board.place = rectangle(SpaceKind::word, 1, word.size());
    for (const char letter : word) position.board.cells.push_back(letter_cell(letter));
    return position;
  }
  /// Where a move leads by definition.
  std::set<std::string> options(const std::string& word) const {
    std::set<std::string> result;
    const Fault fault = board_moves_by_definition(at(word), [&](const BoardMove& move) {
      std::string to;
      for (const Cell cell : move.to[0].board.cells) to += letter_of(cell);
      result.insert(to);
      return true;
    });
    EXPECT_EQ(fault.kind, Fault::Kind::none);
    return result;
  }
  /// By definition; nothing where words are too many, too long, or come again.
  std::optional<uint64_t> value(const std::string& word) {
    constexpr size_t kMostWords = 2'000;
    constexpr size_t kMostLetters = 11;
    if (const auto known = values.find(word); known != values.end()) return known->second;
    if (values.size() > kMostWords || word.size() > kMostLetters) return {};
    comes_again = comes_again || !open.insert(word).second;
    if (comes_again) return {};
    std::set<uint64_t> found;
    for (const std::string& option : options(word)) {
      const auto one = value(option);
      if (!one) return {};
      found.insert(*one);
    }
    open.erase(word);
    uint64_t mex = 0;
    while (found.contains(mex)) ++mex;
    return values[word] = mex;
  }

  /// Of these letters the ones that the game has.
  std::string letters(const std::string& wanted) const {
    std::string result;
    for (const char letter : wanted) {
      if (has_letter(rule->board->letters, letter_cell(letter))) result += letter;
    }
    return result;
  }

  Rulebook book;
  const Rule* rule = nullptr;
  std::map<std::string, uint64_t> values;
  std::set<std::string> open;
  bool comes_again = false;
};

/// Every word of these letters with at most so many.
template <class Visit>
void for_each_word(const std::string& letters, size_t most, const Visit& visit) {
  std::string word;
  const auto go_on = [&](const auto& self) -> void {
    visit(word);
    if (word.size() == most) return;
    for (const char letter : letters) {
      word += letter;
      self(self);
      word.pop_back();
    }
  };
  go_on(go_on);
}

/// Lines at random: some say nothing that is allowed, and are refused by the reader.
class RandomLines {
 public:
  explicit RandomLines(uint64_t seed) : random_(seed) {}

  std::string lines(bool plain) {
    std::string text;
    for (size_t i = 1 + random_() % 3; i > 0; --i) text += "  " + line(plain) + "\n";
    return text;
  }

 private:
  std::string one_of(std::initializer_list<const char*> choices) {
    return choices.begin()[random_() % choices.size()];
  }
  bool now_and_then(unsigned often) { return random_() % often == 0; }

  std::string line(bool plain) {
    const bool has_number = !plain && now_and_then(4);
    const bool has_letter = now_and_then(3);
    std::string left = !plain && now_and_then(8) ? "$ " : "";
    std::string right = left;
    const size_t items = 1 + random_() % (plain ? 3 : 4);
    for (size_t i = 0; i < items; ++i) {
      const std::string cell = has_letter && now_and_then(2)
                                   ? "s"
                                   : one_of({"X", "O", "X", "O", "[XO]", "?", "[^X]", "T"});
      std::string run;
      if (!plain && now_and_then(3)) run = one_of({"*", "+", "{2}"});
      if (has_number && now_and_then(2)) run = "{k}";
      const bool groups = !run.empty() && now_and_then(3);
      left += (groups ? "(" + cell + "O)" : cell) + run +
              (!run.empty() && now_and_then(4) ? "! " : " ");
      switch (random_() % 5) {
        case 0:
          break;
        case 1:
          right += cell == "[XO]"             ? "[OX]" + run + " "
                   : cell == "[^X]" || groups ? "X" + run + " "
                                              : cell + run + " ";
          break;
        case 2:
          right += (cell == "?" && !groups ? "?" : "O") +
                   (run == "{k}" ? std::string("{k-1}") : run) + " ";
          break;
        default:
          right += one_of({"X ", "O ", ". ", "", "", "T X "});
      }
    }
    if (!plain && now_and_then(8)) left += "$ ";
    std::string text = left + "-> " + right;
    if (left.ends_with("$ ")) text += "$";
    if (has_letter || has_number) text += " for ";
    if (has_letter) text += one_of({"s in XO", "s in OT"});
    if (has_letter && has_number) text += ", ";
    if (has_number) text += one_of({"k >= 1", "k in 1..2", "k in 1..40"});
    if (has_number && now_and_then(3)) text += " if k != 2";
    return text;
  }

  std::mt19937_64 random_;
};

TEST(WordSearchTest, MovesAreThoseOfTheDefinition) {
  size_t compared = 0;
  size_t moves = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    const std::string lines = RandomLines(seed).lines(false);
    const WordGame game(lines);
    if (game.rule == nullptr) continue;
    const auto code = word_code(*game.rule);
    if (!code) continue;
    ++compared;
    const WordFacts facts(*code);
    Budget budget;
    WordMover mover(*code, facts, budget);
    const auto text = [&](const std::string& word) {
      WordText result;
      for (const char letter : word) result += static_cast<char>(code->letter(letter_cell(letter)));
      return result;
    };
    for_each_word(game.letters("XOT"), 5, [&](const std::string& word) {
      std::set<WordText> expected;
      for (const std::string& option : game.options(word)) expected.insert(text(option));
      std::set<WordText> found;
      const auto listed = mover.moves(text(word), [&](const WordText& to) {
        found.insert(to);
        return true;
      });
      EXPECT_TRUE(listed);
      EXPECT_EQ(found, expected) << lines << word;
      moves += found.size();
    });
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(compared, 150U);
  EXPECT_GT(moves, 20'000U);
}

/// On all words of two letters up to a length, and of three up to two less.
void compare_values(bool plain, uint64_t seeds, size_t length) {
  size_t compared = 0;
  size_t descents = 0;
  size_t images = 0;
  size_t cuts = 0;
  std::set<uint64_t> met;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::string lines = RandomLines(seed).lines(plain);
    WordGame game(lines);
    if (game.rule == nullptr) continue;
    const auto search = WordSearch::of(*game.rule);
    if (!search) continue;
    const WordFacts& facts = (*search)->derived();
    descents += (*search)->descends() ? 1 : 0;
    images += facts.images.empty() ? 0 : 1;
    cuts += facts.cut_before != 0 || facts.cut_after != 0 ? 1 : 0;
    bool goes_on = true;
    Budget budget;
    const std::string letters = game.letters(seed % 4 == 0 ? "XO." : seed % 4 == 1 ? "XOT" : "XO");
    for_each_word(letters, letters.size() < 3 ? length : length - 2, [&](const std::string& word) {
      if (!goes_on) return;
      const auto expected = game.value(word);
      goes_on = expected.has_value();
      if (!goes_on) {
        EXPECT_FALSE(facts.play_ends && game.comes_again) << lines << word;
        return;
      }
      met.insert(*expected);
      const std::vector<Cell> cells = game.at(word).board.cells;
      const auto value = (*search)->value(cells, budget);
      ASSERT_TRUE(value) << lines << word << value.error().message();
      ASSERT_EQ(*value, *expected) << lines << word;
      if (word.size() < 5) {
        for (uint64_t n = 0; n < 4; ++n)
          ASSERT_EQ(*(*search)->has_value(cells, n, budget), n == *expected) << lines << word;
      }
      ++compared;
    });
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(compared, 5'000U);
  EXPECT_GT(images, 5U);
  EXPECT_GT(cuts, 5U);
  if (plain) {
    EXPECT_GT(descents, 5U);
  }
  EXPECT_GT(met.size(), 3U);
}

TEST(WordSearchTest, ValuesAreThoseOfTheDefinition) { compare_values(true, 150, 8); }
TEST(WordSearchTest, ValuesOfRunsAndNumbersToo) { compare_values(false, 250, 6); }

/// X taken away brings A to the end of the word; letters that only begin patterns, and would be cut
/// at elsewhere.
TEST(WordSearchTest, EndsThatComeLaterAreSeen) {
  for (const char* lines : {"  $ A O -> A\n  X ->\n", "  O A $ -> A $\n  X ->\n",
                            "  $ A O -> $ A\n  X O -> O\n  X ->\n"}) {
    WordGame game(lines);
    ASSERT_NE(game.rule, nullptr) << lines;
    const auto search = WordSearch::of(*game.rule);
    ASSERT_TRUE(search) << lines;
    Budget budget;
    for_each_word("XAO", 6, [&](const std::string& word) {
      const auto expected = game.value(word);
      ASSERT_TRUE(expected) << lines << word;
      EXPECT_EQ(*(*search)->value(game.at(word).board.cells, budget), *expected) << lines << word;
    });
  }
}

/// Laws of random rules, for words that are longer than those they were guessed from.
TEST(WordSearchTest, LawsHoldForLongerWords) {
  size_t laws = 0;
  size_t of_outcomes = 0;
  size_t states = 0;
  std::set<uint64_t> met;
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    const std::string lines = RandomLines(seed).lines(true);
    WordGame game(lines);
    if (game.rule == nullptr) continue;
    const auto code = word_code(*game.rule);
    if (!code) continue;
    const WordFacts facts(*code);
    const auto moves = rewritings_of(*code);
    if (!facts.play_ends || !moves || WordDescent::of(*code, facts)) continue;
    Budget budget;
    const auto law = WordLaw::find(*moves, code->letters.size(), budget);
    ASSERT_TRUE(law.ok());
    if (!*law) continue;
    ++laws;
    of_outcomes += (*law)->tells_values() ? 0 : 1;
    states = std::max(states, (*law)->states());
    WordMover mover(*code, facts, budget);
    PartTable table;
    std::mt19937_64 random(seed);
    for (int i = 0; i < 20; ++i) {
      WordText word;
      for (size_t size = i < 10 ? random() % 6 : 15 + random() % 4; word.size() < size;)
        word += static_cast<char>(1 + random() % code->letters.size());
      uint64_t value = 0;
      for (const WordMover::Part& part : mover.parts(word)) {
        InSet<WordMover> search(mover, table, budget);
        search.set_most(200'000);
        const Attempt<uint64_t> one = search.value(part);
        value = one ? value ^ *one : UINT64_MAX;
        if (!one) break;
      }
      if (value == UINT64_MAX) continue;
      met.insert(value);
      EXPECT_EQ((*law)->value(word), (*law)->tells_values() ? value
                                     : value == 0           ? 0
                                                            : 1)
          << lines << i;
    }
  }
  EXPECT_GT(laws, 30U);
  EXPECT_GT(of_outcomes, 0U);
  EXPECT_GT(states, 10U);
  EXPECT_GT(met.size(), 3U);
}

/// AtCoder ARC 064 F: between two different letters any third one is deleted.
TEST(WordSearchTest, ALawOfALongWord) {
  const WordGame game(
      "  stu -> su for s in XOT, t in XOT, u in XOT if s != t and t != u and s != u\n");
  ASSERT_NE(game.rule, nullptr);
  const auto search = WordSearch::of(*game.rule);
  ASSERT_TRUE(search);
  Budget budget;
  std::mt19937_64 random(5);
  for (size_t size : {40, 41, 1000, 100'001}) {
    std::string word = "X";
    while (word.size() < size) {
      const char letter = "XOT"[random() % 3];
      if (letter != word.back()) word += letter;
    }
    const bool wins = (size % 2 == 1) != (word.front() == word.back());
    EXPECT_EQ(*(*search)->has_value(game.at(word).board.cells, 0, budget), !wins) << size;
  }
}

TEST(WordSearchTest, FactsOfBrackets) {
  const WordGame game("  () ->\n");
  ASSERT_NE(game.rule, nullptr);
  const auto code = word_code(*game.rule);
  ASSERT_TRUE(code);
  EXPECT_EQ(code->letters.size(), 2U);
  const WordFacts facts(*code);
  EXPECT_EQ(facts.images.size(), 1U);
  EXPECT_TRUE(facts.play_ends);
  EXPECT_EQ(facts.first, WordLetters{1} << code->letter(letter_cell('(')));
  EXPECT_TRUE(WordDescent::of(*code, facts));
}

TEST(WordSearchTest, AnAnswerOfAWordOfAMillionLetters) {
  const WordGame game("  () ->\n");
  const auto search = WordSearch::of(*game.rule);
  Budget budget;
  std::mt19937_64 random(3);
  std::vector<Cell> word;
  uint64_t pairs = 0;
  uint64_t depth = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const bool opens = random() % 2 == 0;
    word.push_back(letter_cell(opens ? '(' : ')'));
    pairs += !opens && depth > 0 ? 1 : 0;
    depth = opens ? depth + 1 : depth - (depth > 0 ? 1 : 0);
  }
  EXPECT_EQ(*(*search)->value(word, budget), pairs % 2);
}

TEST(WordSearchTest, ALongSearchCanBeStopped) {
  const WordGame game("  X+ O+ T ->\n  XO -> O\n");
  const auto search = WordSearch::of(*game.rule);
  const std::string text = std::string(50'000, 'X') + std::string(50'000, 'O');
  const std::atomic<bool> stop = true;
  Budget budget;
  budget.set_stop_flag(&stop);
  EXPECT_FALSE((*search)->value(game.at(text).board.cells, budget));
}

}  // namespace
}  // namespace grundy
