#include "language/rule_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

namespace grundy {
namespace {

using Words = std::vector<std::string>;

/// The words of a line in small letters; numbers and the signs of a range are words too.
Words words_of(std::string_view line) {
  Words words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
    if (line.substr(i).starts_with("–") || line.substr(i).starts_with("..") || c == '-') {
      end_word();
      words.emplace_back("to");
      while (i + 1 < line.size() && (line[i + 1] == '.' || (line[i + 1] & 0x80) != 0)) ++i;
    } else if (is_letter || is_digit(c)) {
      if (!word.empty() && is_digit(word.back()) != is_digit(c)) end_word();
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else {
      end_word();
      if (c == '=' || c == '>' || c == '(') words.emplace_back(1, c);
    }
  }
  end_word();
  return words;
}

template <size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::array<std::string_view, 16> kTakes = {
    "take",  "takes",  "remove",   "removes",  "subtract",  "subtracts", "nimm",   "nimmt",
    "nehme", "nehmen", "entferne", "entfernt", "entfernen", "wegnehmen", "taking", "removing"};
constexpr std::array<std::string_view, 8> kSplits = {"split", "splits", "divide", "divides",
                                                     "teile", "teilt",  "teilen", "spalte"};
/// These don't change what is meant.
constexpr std::array<std::string_view, 76> kFillers = {
    "you",    "may",    "can",     "must",   "a",      "an",      "the",      "player",  "players",
    "each",   "every",  "on",      "your",   "in",     "turn",    "turns",    "his",     "her",
    "their",  "stone",  "stones",  "coin",   "coins",  "counter", "counters", "matches", "match",
    "tokens", "token",  "objects", "pieces", "from",   "of",      "heap",     "pile",    "row",
    "at",     "time",   "per",     "move",   "either", "or",      "and",      "n",       "k",
    "game",   "it",     "is",      "du",     "man",    "darf",    "darfst",   "kann",    "kannst",
    "jeder",  "steine", "stein",   "vom",    "von",    "haufen",  "einen",    "weg",     "pro",
    "zug",    "oder",   "und",     "dem",    "einem",  "ein",     "eine",     "spieler", "den",
    "number", "zahl",   "anzahl",  "into"};
constexpr std::array<std::string_view, 11> kNumbers = {
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};
constexpr std::array<std::string_view, 11> kGermanNumbers = {
    "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"};

std::optional<int64_t> number_of(const std::string& word) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc() && end == word.data() + word.size()) return number;
  for (const auto& names : {kNumbers, kGermanNumbers}) {
    const auto found = std::find(names.begin(), names.end(), word);
    if (found != names.end()) return found - names.begin();
  }
  return std::nullopt;
}

/// What the words of a line say, other than their verb.
struct Said {
  std::vector<int64_t> numbers;
  bool is_range = false;  // "1 to 3", "between", "at most"
  bool is_at_least = false;
  bool is_half = false;
  std::string condition;  // of the number k that is taken
  bool is_unequal = false;
  bool is_equal = false;
  bool is_any = false;
};

/// Nothing where a word is not known.
std::optional<Said> read_words(const Words& words) {
  Said said;
  std::string_view before;
  for (const std::string& word : words) {
    const auto is = [&](auto... ones) { return ((word == ones) || ...); };
    const auto follows = [&](auto... ones) { return ((before == ones) || ...); };
    const bool is_of_heap = is("one") && follows("from", "of", "in", "at", "on");  // not how many
    const auto number = number_of(word);
    if (number && !is_of_heap && !said.condition.empty() && *number != 2) return std::nullopt;
    if (number && follows("of", "with", "has") && said.condition != "ispower(k, 2)")
      return std::nullopt;  // how many there are
    before = word;
    if (is_of_heap) continue;
    if (number) {
      said.numbers.push_back(*number);
    } else if (is("to", "bis", "between", "zwischen", "most", "höchstens", "maximal", "up",
                  "through")) {
      said.is_range = true;
    } else if (is("least", "mindestens")) {
      said.is_at_least = true;
    } else if (is("half", "hälfte")) {
      said.is_half = true;
    } else if (is("odd", "ungerade")) {
      said.condition = "k % 2 = 1";
    } else if (is("even", "gerade")) {
      said.condition = "k % 2 = 0";
    } else if (is("prime", "primes", "primzahl")) {
      said.condition = "isprime(k)";
    } else if (is("square", "squares", "quadratzahl")) {
      said.condition = "issquare(k)";
    } else if (is("power", "powers", "zweierpotenz", "potenz")) {
      said.condition = "ispower(k, 2)";
    } else if (is("any", "many", "like", "want", "beliebig", "viele")) {
      said.is_any = true;
    } else if (is("unequal", "different", "verschiedene", "ungleiche")) {
      said.is_unequal = true;
    } else if (is("equal", "same", "gleiche")) {
      said.is_equal = true;
    } else if (is("as", "so", "wie", "two", "zwei", "heaps", "piles", "ones", "parts", "teile",
                  "non", "empty", "size", "sizes")) {
      continue;
    } else if (!is_one_of(word, kTakes) && !is_one_of(word, kSplits) &&
               !is_one_of(word, kFillers)) {
      return std::nullopt;
    }
  }
  return said;
}

/// The numbers that may be taken, as what stands behind "for k"; empty where the words tell none.
std::string taken(const Said& said, std::string_view n) {
  const std::vector<int64_t>& numbers = said.numbers;
  if (said.is_half && numbers.empty())
    return said.is_at_least ? fmt::format("in ({0} + 1)/2..{0}", n) : fmt::format("in 1..{}/2", n);
  if (said.is_half) return "";
  if (!said.condition.empty()) {
    const bool is_of_two = numbers.empty() || (numbers.size() == 1 && numbers[0] == 2);
    return is_of_two ? fmt::format("in 1..{} if {}", n, said.condition) : "";
  }
  if (said.is_at_least) return numbers.size() == 1 ? fmt::format("in {}..{}", numbers[0], n) : "";
  if (numbers.empty()) return said.is_any ? fmt::format("in 1..{}", n) : "";
  if (said.is_range) {
    if (numbers.size() > 2) return "";
    return fmt::format("in {}..{}", numbers.size() == 1 ? 1 : numbers[0], numbers.back());
  }
  return fmt::format("in {{{}}}", fmt::join(numbers, ", "));
}

}  // namespace

bool is_said_in_words(std::string_view line) {
  if (line.find("->") != line.npos || line.find('=') != line.npos) return false;
  const Words words = words_of(line);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return is_one_of(word, kTakes) || is_one_of(word, kSplits);
  });
}

std::string moves_in_words(std::string_view line, std::string_view game,
                           std::string_view coordinate) {
  const Words words = words_of(line);
  const bool splits = std::any_of(words.begin(), words.end(),
                                  [](const std::string& word) { return is_one_of(word, kSplits); });
  const bool takes = std::any_of(words.begin(), words.end(),
                                 [](const std::string& word) { return is_one_of(word, kTakes); });
  const std::optional<Said> said = read_words(words);
  if (!said || splits == takes) return "";
  if (takes) {
    const std::string which = taken(*said, coordinate);
    return which.empty() ? "" : fmt::format("-> {0}({1} - k) for k {2}", game, coordinate, which);
  }
  const bool is_into_two =
      said->numbers.empty() || (said->numbers.size() == 1 && said->numbers[0] == 2);
  if (!is_into_two || said->is_range || !said->condition.empty()) return "";
  if (said->is_equal)
    return fmt::format("-> {0}({1}/2) + {0}({1}/2) if {1} > 0 and {1} % 2 = 0", game, coordinate);
  return fmt::format(
      "-> {0}(a) + {0}({1} - a) for a in 1..{2}", game, coordinate,
      said->is_unequal ? fmt::format("({}-1)/2", coordinate) : fmt::format("{}/2", coordinate));
}

}  // namespace grundy
