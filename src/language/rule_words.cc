#include "language/rule_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "base/text.h"
#include "language/sentence.h"

namespace grundy {
namespace {

const Vocabulary kTakes = {"take",     "takes",    "remove",    "removes",  "subtract", "subtracts",
                           "taking",   "removing", "nimm",      "nimmt",    "nehme",    "nehmen",
                           "entferne", "entfernt", "entfernen", "wegnehmen"};
const Vocabulary kSplits = {"split", "splits", "divide", "divides", "teile", "teilt", "teilen"};
/// These don't change what is meant.
const Vocabulary kFillers = {
    // English
    "you", "may", "can", "must", "a", "an", "the", "player", "players", "each", "every", "on",
    "your", "in", "turn", "turns", "his", "her", "their", "stone", "stones", "coin", "coins",
    "counter", "counters", "matches", "match", "tokens", "token", "objects", "pieces", "from", "of",
    "heap", "heaps", "pile", "piles", "row", "at", "time", "per", "move", "either", "or", "and",
    "n", "k", "game", "it", "is", "number", "into", "away", "there", "are", "with", "has", "as",
    "two", "ones", "parts", "empty", "size", "sizes", "who", "whose", "s", "which", "alternately",
    "alternate", "then", "stick", "sticks", "bean", "beans", "marble", "marbles", "chip", "chips",
    "card", "cards", "candy", "candies", "people", "children", "them",
    // German
    "du", "man", "darf", "darfst", "kann", "kannst", "jeder", "steine", "steinen", "stein", "vom",
    "von", "haufen", "einen", "einem", "ein", "eine", "einer", "eines", "weg", "pro", "zug", "oder",
    "und", "dem", "spieler", "den", "die", "der", "das", "des", "zahl", "anzahl", "es", "gibt",
    "mit", "stapel", "wer", "am", "ist", "ihr", "hat", "aus", "so", "wie", "zwei", "teile", "große",
    "großen", "viel", "wird", "abwechselnd", "reihum", "hölzer", "hölzern", "streichhölzer",
    "ziehen", "zieht", "münzen", "münze", "kugeln", "kugel", "karten", "bonbons", "kinder",
    "spielen", "denen", "ihnen"};
const Vocabulary kArticles = {"a", "an", "ein", "einen", "eine", "einem", "einer"};
/// An article before one of these is a number: "einen oder zwei", "a stone or two".
const Vocabulary kCounted = {"stone", "coin", "counter", "match", "token", "object", "stein",
                             "münze", "or",   "oder",    "bis",   "to",    "and",    "und"};
const Vocabulary kHeaps = {"heaps", "piles", "rows", "haufen", "stapel", "reihen"};
const Vocabulary kBoth = {"both", "beiden"};
const Vocabulary kSame = {"same",   "equal",      "equally",     "gleiche",
                          "gleich", "gleichviel", "gleichviele", "ebenso"};
const Vocabulary kOfHeaps = {"from", "of", "in", "at", "on", "von", "aus", "vom", "into", "per"};

/// "not more than" as "most", "but not" before a number as "except"; without how many play, in turns.
Words with_phrases(const Words& words) {
  const auto is = [&](size_t i, auto... ones) {
    return i < words.size() && ((words[i] == ones) || ...);
  };
  Words result;
  for (size_t i = 0; i < words.size(); ++i) {
    if (is(i, "take", "takes", "taking") && is(i + 1, "turn", "turns")) {
      ++i;
      continue;
    }
    if (is(i + 1, "players", "spieler", "people", "persons", "kinder", "children")) continue;
    const size_t first = i + (is(i, "but", "aber") ? 1 : 0);
    if (is(first, "not", "no", "never", "nicht", "nie") && is(first + 1, "more", "mehr") &&
        is(first + 2, "than", "als")) {
      result.emplace_back("most");
      i = first + 2;
    } else if (first > i && is(first, "not", "nicht") && first + 1 < words.size() &&
               number_of(words[first + 1])) {
      result.emplace_back("except");
      i = first;
    } else {
      result.push_back(words[i]);
    }
  }
  return result;
}

/// What the words of a sentence say, other than their verb.
struct Sentence {
  std::vector<int64_t> numbers;
  std::vector<int64_t> excepted;
  bool is_range = false;  // "1 to 3", "between", "at most"
  bool is_at_least = false;
  bool is_half = false;
  int64_t heaps = 1;      // how many there are
  std::string condition;  // of the number k that is taken
  int64_t least = 1;      // such number
  bool is_unequal = false;
  bool is_equal = false;
  bool is_any = false;
  std::string unknown;  // the first word that is not known

  bool is_plain() const { return condition.empty() && !is_half && !is_any; }
};

Sentence read_words(const Words& words) {
  Sentence said;
  bool excepts = false;
  std::string before;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto is = [&](auto... ones) { return ((word == ones) || ...); };
    const bool counts_heaps = kOfHeaps.contains(before);
    const bool leads_on = i + 1 < words.size() &&
                          (kCounted.contains(words[i + 1]) || number_of(words[i + 1]).has_value());
    const auto number = number_of(word);
    before = word;
    if (counts_heaps && is("each", "every", "all", "jedem", "allen")) {
      if (said.unknown.empty()) said.unknown = word;  // from each heap at once
    } else if (kArticles.contains(word)) {
      if (leads_on && !counts_heaps) said.numbers.push_back(1);
    } else if (number && is("one", "einem") && counts_heaps) {
      continue;  // from one heap
    } else if (number && i + 1 < words.size() && kHeaps.contains(words[i + 1]) &&
               (i == 0 || (words[i - 1] != "into" && words[i - 1] != "in"))) {
      said.heaps = *number;
      continue;
    } else if (number) {
      const std::string_view then = i > 0 ? std::string_view(words[i - 1]) : "";
      const bool is_size = then == "of" || then == "with" || then == "has" || then == "mit";
      if (is_size && said.condition != "ispower(k, 2)") said.unknown = word;
      (excepts ? said.excepted : said.numbers).push_back(*number);
    } else if (is("to", "bis", "between", "zwischen", "most", "höchstens", "maximal", "up",
                  "through")) {
      said.is_range = true;
    } else if (is("least", "mindestens")) {
      said.is_at_least = true;
    } else if (is("except", "außer", "ausser")) {
      excepts = true;
    } else if (is("half", "hälfte")) {
      said.is_half = true;
      said.least = 2;
    } else if (is("odd", "ungerade")) {
      said.condition = "k % 2 = 1";
    } else if (is("even", "gerade")) {
      said.condition = "k % 2 = 0";
      said.least = 2;
    } else if (is("prime", "primes", "primzahl")) {
      said.condition = "isprime(k)";
      said.least = 2;
    } else if (is("square", "squares", "quadratzahl")) {
      said.condition = "issquare(k)";
    } else if (is("power", "powers", "zweierpotenz", "potenz")) {
      said.condition = "ispower(k, 2)";
    } else if (is("any", "many", "like", "want", "wish", "beliebig", "viele", "willst", "will")) {
      said.is_any = true;
    } else if (is("unequal", "different", "verschiedene", "verschieden", "ungleiche", "ungleich")) {
      said.is_unequal = true;
    } else if (is("equal", "same", "gleiche", "gleich", "equally")) {
      said.is_equal = true;
    } else if (!kTakes.contains(word) && !kSplits.contains(word) && !kFillers.contains(word) &&
               said.unknown.empty()) {
      said.unknown = word;
    }
  }
  return said;
}

/// The numbers that may be taken, as what stands behind "for k", and the least; empty where the
/// words tell none.
struct Amounts {
  std::string which;
  int64_t least = 1;
};
Amounts amounts_of(const Sentence& said, std::string_view n) {
  const std::vector<int64_t>& numbers = said.numbers;
  Amounts result{"", said.least};
  std::vector<std::string> conditions;
  if (!said.condition.empty()) {
    const bool is_of_two = numbers.empty() || (numbers.size() == 1 && numbers[0] == 2);
    const bool is_up_to = said.is_range && numbers.size() == 1 && said.condition != "ispower(k, 2)";
    if ((!is_of_two && !is_up_to) || said.is_half || said.is_at_least) return {};
    result.which = is_up_to ? fmt::format("in 1..{}", numbers[0]) : fmt::format("in 1..{}", n);
    conditions.push_back(said.condition);
  } else if (said.is_half) {
    if (!numbers.empty()) return {};
    result.which =
        said.is_at_least ? fmt::format("in ({0} + 1)/2..{0}", n) : fmt::format("in 1..{}/2", n);
    if (said.is_at_least) result.least = 1;
  } else if (said.is_at_least) {
    if (numbers.empty() || numbers.size() > (said.is_range ? 2 : 1)) return {};
    result = {fmt::format("in {}..{}", numbers[0],
                          numbers.size() == 2 ? std::to_string(numbers[1]) : std::string(n)),
              numbers[0]};
  } else if (numbers.empty()) {
    if (said.is_any) result.which = fmt::format("in 1..{}", n);
  } else if (said.is_range) {
    if (numbers.size() > 2) return {};
    const int64_t first = numbers.size() == 1 ? 1 : numbers[0];
    result = {fmt::format("in {}..{}", first, numbers.back()), first};
  } else {
    result = {fmt::format("in {{{}}}", fmt::join(numbers, ", ")),
              *std::min_element(numbers.begin(), numbers.end())};
  }
  if (result.which.empty()) return {};
  for (const int64_t number : said.excepted) {
    conditions.push_back(fmt::format("k != {}", number));
    if (number == result.least) return {};
  }
  if (!conditions.empty()) result.which += fmt::format(" if {}", fmt::join(conditions, " and "));
  return result;
}

/// "split it into two" of "take 1 or 2, or split it into two".
std::string_view behind_second_verb(std::string_view sentence) {
  size_t verbs = 0;
  for (size_t i = 0; i < sentence.size(); ++i) {
    if (i > 0 && sentence[i - 1] != ' ') continue;
    const std::string_view rest = sentence.substr(i);
    const Words first = words_of(rest.substr(0, rest.find(' ')));
    if (has_one_of(first, kTakes) || has_one_of(first, kSplits)) ++verbs;
    if (verbs == 2) return rest;
  }
  return {};
}

/// Where the words speak of as many from both heaps: those before, and from there on; else nothing.
std::optional<std::pair<Words, Words>> said_of_both(const Words& words) {
  const auto same = std::find_if(words.begin(), words.end(),
                                 [](const std::string& word) { return kSame.contains(word); });
  if (same == words.end() || !has_one_of(words, kBoth)) return std::nullopt;
  Words behind(same + 1, words.end());
  std::erase_if(behind, [](const std::string& word) { return kBoth.contains(word); });
  if (!behind.empty() && behind[0] == "viele") behind.erase(behind.begin());
  return std::pair{Words(words.begin(), same), std::move(behind)};
}

/// "take any number from one heap, or the same number from both" in heaps a and b; empty where it is
/// not understood.
std::vector<std::string> moves_of_both(const Words& before, const Words& behind,
                                       std::string_view game) {
  const Sentence one = read_words(before), both = read_words(behind);
  std::vector<std::string> result;
  const auto of_one = [&](std::string_view heap) { return amounts_of(one, heap).which; };
  if (!one.unknown.empty() || !both.unknown.empty()) return {};
  if (!of_one("a").empty()) {
    result.push_back(fmt::format("-> {}(a - k, b) for k {}", game, of_one("a")));
    result.push_back(fmt::format("-> {}(a, b - k) for k {}", game, of_one("b")));
  }
  const std::string own = amounts_of(both, "min(a, b)").which;
  const std::string shared = amounts_of(one, "min(a, b)").which;
  result.push_back(fmt::format("-> {}(a - k, b - k) for k {}", game,
                               !own.empty()      ? own
                               : !shared.empty() ? shared
                                                 : "in 1..min(a, b)"));
  return result;
}

/// The moves in one of two heaps a and b, or of three.
RuleInWords moves_of_heaps(const std::vector<Sentence>& taken, int64_t heaps,
                           std::string_view game) {
  const std::vector<std::string> names =
      heaps == 2 ? std::vector<std::string>{"a", "b"} : std::vector<std::string>{"a", "b", "c"};
  std::vector<std::string> moves;
  for (const Sentence& said : taken) {
    for (size_t i = 0; i < names.size(); ++i) {
      std::vector<std::string> left = names;
      left[i] += " - k";
      moves.push_back(fmt::format("-> {}({}) for k {}", game, fmt::join(left, ", "),
                                  amounts_of(said, names[i]).which));
    }
  }
  return {fmt::format("{}", fmt::join(moves, "⏎  ")), "",
          fmt::format("{}", fmt::join(names, ", "))};
}

}  // namespace

std::string_view lines_of_words(std::string_view text) {
  size_t end = 0;
  while (end < text.size()) {
    const std::string_view rest = text.substr(end);
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const std::string_view bare = trimmed(line);
    if (line.find("->") != line.npos || line.find_first_of("=()[]#") != line.npos ||
        bare.starts_with("game ") || bare.starts_with("let ") || bare.starts_with("win if") ||
        bare.starts_with("lose if"))
      break;
    end += std::min(rest.size(), line.size() + 1);
  }
  return trimmed(text.substr(0, end));
}

bool is_said_in_words(std::string_view lines) {
  const Words words = words_of(lines);
  return has_one_of(words, kTakes) || has_one_of(words, kSplits);
}

RuleInWords rule_in_words(std::string_view lines, std::string_view game,
                          std::string_view coordinate) {
  std::vector<std::string> moves;
  int64_t least = INT64_MAX;  // heap that has a move
  std::optional<bool> last_loses;
  std::vector<std::string> of_both;
  int64_t heaps = 1;
  std::vector<Sentence> taken;
  for (const std::string_view sentence : sentences_of(lines)) {
    const Words words = with_phrases(words_of(sentence));
    if (words.empty()) continue;
    if (const auto ends = is_misere(words)) {
      last_loses = *ends;
      continue;
    }
    if (const auto both = said_of_both(words)) {
      of_both = moves_of_both(both->first, both->second, game);
      if (of_both.empty()) return {};
      continue;
    }
    const Sentence said = read_words(words);
    const bool splits = has_one_of(words, kSplits);
    const bool takes = has_one_of(words, kTakes);
    if (!said.unknown.empty()) {
      const bool is_size = !splits && !takes && number_of(said.unknown);
      if (is_size) continue;  // how many stones there are
      return {"", said.unknown};
    }
    if (!splits && !takes) {  // there are two heaps
      heaps = std::max(heaps, said.heaps);
      continue;
    }
    if (splits && takes) {
      const std::string_view second = behind_second_verb(sentence);
      const std::string_view first = sentence.substr(0, sentence.size() - second.size());
      const RuleInWords one = rule_in_words(first, game, coordinate);
      const RuleInWords other = rule_in_words(second, game, coordinate);
      if (one.moves.empty() || other.moves.empty())
        return {"", one.unknown.empty() ? other.unknown : one.unknown};
      moves.insert(moves.end(), {one.moves, other.moves});
      least = 1;
      continue;
    }
    heaps = std::max(heaps, said.heaps);
    if (takes) {
      taken.push_back(said);
      const Amounts which = amounts_of(said, coordinate);
      if (which.which.empty()) return {};
      moves.push_back(fmt::format("-> {0}({1} - k) for k {2}", game, coordinate, which.which));
      least = std::min(least, which.least);
      continue;
    }
    const bool is_into_two =
        said.numbers.empty() || (said.numbers.size() == 1 && said.numbers[0] == 2) ||
        (said.numbers.size() == 2 && said.numbers[0] == 1 && said.numbers[1] == 2);
    if (!is_into_two || said.is_range || !said.is_plain()) return {};
    if (said.is_equal) {
      moves.push_back(
          fmt::format("-> {0}({1}/2) + {0}({1}/2) if {1} > 0 and {1} % 2 = 0", game, coordinate));
      least = 0;  // there are others without one
    } else {
      moves.push_back(fmt::format(
          "-> {0}(a) + {0}({1} - a) for a in 1..{2}", game, coordinate,
          said.is_unequal ? fmt::format("({}-1)/2", coordinate) : fmt::format("{}/2", coordinate)));
      least = std::min<int64_t>(least, said.is_unequal ? 3 : 2);
    }
  }
  if (!of_both.empty() && (!moves.empty() || last_loses.value_or(false))) return {};
  if (!of_both.empty()) return {fmt::format("{}", fmt::join(of_both, "⏎  ")), "", "a, b"};
  if (moves.empty()) return {};
  if (heaps == 2 || heaps == 3) {
    if (taken.size() != moves.size() || last_loses.value_or(false)) return {};
    return moves_of_heaps(taken, heaps, game);
  }
  if (last_loses.value_or(false)) {
    const bool has_sums = std::any_of(moves.begin(), moves.end(), [](const std::string& move) {
      return move.find(") + ") != move.npos;
    });
    if (has_sums) return {};
    moves.insert(moves.begin(), least == 1 ? fmt::format("win if {} = 0", coordinate)
                                           : fmt::format("win if {} < {}", coordinate, least));
  }
  return {fmt::format("{}", fmt::join(moves, "⏎  ")), ""};
}

}  // namespace grundy
