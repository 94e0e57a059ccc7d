#include "engine/board/word_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace grundy {
namespace {

constexpr size_t kMostLawLetters = 6;
constexpr size_t kMostShortWords = 60'000;  // whose values are found by definition
constexpr size_t kMostStates = 120;         // of an automaton of values
constexpr size_t kMostSets = 20'000;        // of states, of words with one move made
constexpr size_t kMostMembers = 400'000;    // of these sets together
constexpr size_t kMostShownStates = 24;
constexpr uint8_t kUnknown = 0xFF;
constexpr uint8_t kLargestValue = 0xF0;

/// A border is the last one, where there are `count`.
size_t index_of(char letter, size_t count) {
  return letter == '\0' ? count - 1 : static_cast<size_t>(static_cast<uint8_t>(letter)) - 1;
}

}  // namespace

/// Words of at most `longest_` letters are numbered by length, then as numbers in base `letters_`.
class WordLawFinder {
 public:
  WordLawFinder(const std::vector<WordRewriting>& moves, size_t letters, Budget& budget)
      : moves_(moves), given_letters_(letters), letters_(letters), budget_(budget) {
    const bool writes_borders =
        std::any_of(moves.begin(), moves.end(),
                    [](const WordRewriting& move) { return move.to.find('\0') != WordText::npos; });
    if (writes_borders) ++letters_;
  }

  Attempt<std::optional<WordLaw>> find() {
    std::optional<WordLaw> none;
    const bool grows = std::any_of(moves_.begin(), moves_.end(), [](const WordRewriting& move) {
      return move.to.size() > move.from.size();
    });
    if (grows || letters_ == 0 || letters_ > kMostLawLetters) return none;
    first_ = {0, 1};
    for (size_t count = letters_; first_.back() + count <= kMostShortWords && first_.size() < 20;
         count *= letters_)
      first_.push_back(first_.back() + count);
    longest_ = first_.size() - 2;
    if (Attempt<bool> valued = find_values(); !valued)
      return valued.error();
    else if (!*valued)
      return none;
    for (const bool of_values : {true, false}) {
      if (!of_values) {
        for (uint8_t& value : values_) value = value == 0 ? 0 : 1;
      }
      for (size_t behind = 1; behind + 2 < longest_; ++behind) {
        std::optional<WordLaw> law = guess(behind);
        if (!law) continue;
        law->tells_values_ = of_values;
        if (budget_.spent()) return budget_.why();
        if (keeps_no_value(*law) && has_smaller_values(*law)) return law;
      }
    }
    return none;
  }

 private:
  size_t number_of(const WordText& word) const {
    size_t number = 0;
    for (const char letter : word) number = number * letters_ + index_of(letter, letters_);
    return first_[word.size()] + number;
  }
  WordText word_of(size_t number, size_t size) const {
    WordText word(size, '\0');
    number -= first_[size];
    for (size_t i = size; i-- > 0; number /= letters_) {
      const size_t index = number % letters_;
      word[i] = static_cast<char>(index == given_letters_ ? 0 : index + 1);
    }
    return word;
  }

  /// Whether all values could be found.
  Attempt<bool> find_values() {
    values_.assign(first_.back(), kUnknown);
    for (size_t size = 0; size <= longest_; ++size) {
      for (size_t number = first_[size]; number < first_[size + 1]; ++number) {
        if (number % 256 == 0 && budget_.spent()) return budget_.why();
        if (!find_value(word_of(number, size))) return false;
      }
    }
    return true;
  }

  /// By its options, which are as long at most; play ends, and a line of it has few moves.
  bool find_value(const WordText& word) {
    const size_t number = number_of(word);
    if (values_[number] != kUnknown) return true;
    std::set<uint8_t> seen;
    for (const WordRewriting& move : moves_) {
      for (size_t at = word.find(move.from); at != WordText::npos;
           at = word.find(move.from, at + 1)) {
        if (!is_legal(move, word.size(), at)) continue;
        WordText option = word;
        option.replace(at, move.from.size(), move.to);
        if (!find_value(option)) return false;
        seen.insert(values_[number_of(option)]);
      }
    }
    uint8_t value = 0;
    while (seen.contains(value)) ++value;
    values_[number] = value;
    return value < kLargestValue;
  }
  static bool is_legal(const WordRewriting& move, size_t size, size_t at) {
    return (!move.at_begin || at == 0) && (!move.at_end || at + move.from.size() == size);
  }

  /// An automaton: two words share a state if all continuations by at most `behind` letters have the
  /// same values. There is none if the short words do not show where each letter leads.
  std::optional<WordLaw> guess(size_t behind) const {
    using Row = std::vector<uint8_t>;
    const auto row_of = [&](size_t number, size_t size) {
      Row row;
      size_t begin = number - first_[size];
      size_t count = 1;
      for (size_t more = 0; more <= behind; ++more, begin *= letters_, count *= letters_) {
        const auto from =
            values_.begin() + static_cast<std::ptrdiff_t>(first_[size + more] + begin);
        row.insert(row.end(), from, from + static_cast<std::ptrdiff_t>(count));
      }
      return row;
    };
    WordLaw law;
    law.letters_ = letters_;
    law.has_border_ = letters_ > given_letters_;
    std::map<Row, uint32_t> states;
    struct Named {
      size_t number;
      size_t size;
    };
    std::vector<Named> named{{0, 0}};
    states.emplace(row_of(0, 0), 0);
    law.values_.push_back(values_[0]);
    for (size_t state = 0; state < named.size(); ++state) {
      const auto [number, size] = named[state];
      if (size + 1 + behind > longest_) return std::nullopt;
      for (size_t letter = 0; letter < letters_; ++letter) {
        const size_t next = first_[size + 1] + (number - first_[size]) * letters_ + letter;
        const auto [at, is_new] =
            states.try_emplace(row_of(next, size + 1), static_cast<uint32_t>(named.size()));
        if (is_new) {
          if (named.size() == kMostStates) return std::nullopt;
          named.push_back({next, size + 1});
          law.values_.push_back(values_[next]);
        }
        law.next_.push_back(at->second);
      }
    }
    return law;
  }

  uint32_t after(const WordLaw& law, uint32_t state, const WordText& word) const {
    for (const char letter : word) state = law.next_[state * letters_ + index_of(letter, letters_)];
    return state;
  }

  /// The first claim of a law.
  bool keeps_no_value(const WordLaw& law) const {
    std::set<std::pair<uint32_t, uint32_t>> seen;
    std::vector<std::pair<uint32_t, uint32_t>> open;
    const auto differ = [&](uint32_t one, uint32_t other) {
      return law.values_[one] != law.values_[other] ||
             (!law.tells_values_ && law.values_[one] != 0);
    };
    for (const WordRewriting& move : moves_) {
      for (uint32_t state = 0; state < (move.at_begin ? 1 : law.states()); ++state) {
        const std::pair pair{after(law, state, move.from), after(law, state, move.to)};
        if (move.at_end) {
          if (!differ(pair.first, pair.second)) return false;
        } else if (seen.insert(pair).second) {
          open.push_back(pair);
        }
      }
    }
    while (!open.empty()) {
      const auto [one, other] = open.back();
      open.pop_back();
      if (!differ(one, other)) return false;
      for (size_t letter = 0; letter < letters_; ++letter) {
        const std::pair next{law.next_[one * letters_ + letter],
                             law.next_[other * letters_ + letter]};
        if (seen.insert(next).second) open.push_back(next);
      }
    }
    return true;
  }

  /// What a word with one move may have become, when its first letters are read.
  struct Moved {
    uint32_t state;        // before the letters that are replaced, or after the move
    uint32_t move;         // being made, or kMade, kMadeAtEnd
    uint32_t letters = 0;  // of `from` that were read
    auto operator<=>(const Moved&) const = default;
  };
  static constexpr uint32_t kMade = UINT32_MAX;
  static constexpr uint32_t kMadeAtEnd = UINT32_MAX - 1;  // if nothing follows

  /// The second claim.
  bool has_smaller_values(const WordLaw& law) const {
    using Config = std::pair<uint32_t, std::vector<Moved>>;  // the state of the word itself
    std::set<Config> seen;
    std::vector<Config> open;
    size_t members = 0;
    const auto add = [&](Config config, bool is_begin) {
      for (uint32_t i = 0; i < moves_.size(); ++i) {
        if (!moves_[i].at_begin || is_begin) config.second.push_back({config.first, i, 0});
      }
      std::sort(config.second.begin(), config.second.end());
      config.second.erase(std::unique(config.second.begin(), config.second.end()),
                          config.second.end());
      members += config.second.size();
      if (const auto [at, is_new] = seen.insert(std::move(config)); is_new) open.push_back(*at);
    };
    add({0, {}}, true);
    while (!open.empty()) {
      if (seen.size() > kMostSets || members > kMostMembers || budget_.spent()) return false;
      const Config here = std::move(open.back());
      open.pop_back();
      std::vector<bool> reached(law.values_[here.first], false);
      for (const Moved& moved : here.second) {
        if (moved.move < kMadeAtEnd) continue;
        const uint8_t value = law.values_[moved.state];
        if (value < reached.size()) reached[value] = true;
      }
      if (!std::all_of(reached.begin(), reached.end(), [](bool one) { return one; })) return false;
      for (size_t letter = 0; letter < letters_; ++letter) {
        Config next{law.next_[here.first * letters_ + letter], {}};
        for (const Moved& moved : here.second) {
          if (moved.move == kMadeAtEnd) continue;
          if (moved.move == kMade) {
            next.second.push_back({law.next_[moved.state * letters_ + letter], kMade, 0});
            continue;
          }
          const WordRewriting& move = moves_[moved.move];
          if (index_of(move.from[moved.letters], letters_) != letter) continue;
          if (moved.letters + 1 < move.from.size()) {
            next.second.push_back({moved.state, moved.move, moved.letters + 1});
          } else {
            next.second.push_back(
                {after(law, moved.state, move.to), move.at_end ? kMadeAtEnd : kMade, 0});
          }
        }
        add(std::move(next), false);
      }
    }
    return true;
  }

  const std::vector<WordRewriting>& moves_;
  size_t given_letters_;
  size_t letters_;  // with the border, if moves write it
  Budget& budget_;
  std::vector<size_t> first_;  // number of the first word of each length
  size_t longest_ = 0;
  std::vector<uint8_t> values_;
};

Attempt<std::optional<WordLaw>> WordLaw::find(const std::vector<WordRewriting>& moves,
                                              size_t letters, Budget& budget) {
  return WordLawFinder(moves, letters, budget).find();
}

LawInWords WordLaw::in_words(const std::string& letters) const {
  std::string says = fmt::format(
      "A word is read letter by letter by an automaton of {} states, from state 0 on. {} is told "
      "by "
      "the state behind the last letter.",
      states(), tells_values_ ? "The value" : "Who wins");
  if (states() <= kMostShownStates) {
    says += fmt::format("\n  state  {:>5}", tells_values_ ? "value" : "wins");
    for (const char letter : letters) says += fmt::format("  {:>3}", letter);
    if (has_border_) says += "  others";
    for (size_t state = 0; state < states(); ++state) {
      says += fmt::format("\n  {:>5}  {:>5}", state,
                          tells_values_         ? std::to_string(values_[state])
                          : values_[state] == 0 ? "P"
                                                : "N");
      for (size_t letter = 0; letter < letters_; ++letter)
        says += fmt::format("  {:>3}", next_[state * letters_ + letter]);
    }
  }
  return {says,
          "Play ends. No move keeps the value: this was seen for all pairs of states that a word "
          "and its option can be in. And a word has moves to all smaller values: this was seen for "
          "all sets of states that the options of a word can be in. By induction along play the "
          "values are those of the game (Sprague, Grundy)."};
}

bool WordLaw::is_about(const WordText& word) const {
  return has_border_ || word.find('\0') == WordText::npos;
}

uint64_t WordLaw::value(const WordText& word) const {
  uint32_t state = 0;
  for (const char letter : word) state = next_[state * letters_ + static_cast<uint8_t>(letter) - 1];
  return values_[state];
}

}  // namespace grundy
