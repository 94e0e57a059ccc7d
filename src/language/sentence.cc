#include "language/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace grundy {
namespace {

constexpr std::array<std::string_view, 11> kNumbers = {
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};
constexpr std::array<std::string_view, 11> kGermanNumbers = {
    "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"};

bool is_word_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}
bool is_figure(char c) { return c >= '0' && c <= '9'; }

}  // namespace

Words words_of(std::string_view sentence) {
  Words words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (size_t i = 0; i < sentence.size(); ++i) {
    const std::string_view rest = sentence.substr(i);
    const char c = rest[0];
    if (rest.starts_with("–") || rest.starts_with("..") || c == '-') {
      end_word();
      words.emplace_back("to");
      i += rest.starts_with("–") ? 2 : rest.starts_with("..") ? 1 : 0;
    } else if (rest.starts_with("Ä") || rest.starts_with("Ö") || rest.starts_with("Ü")) {
      word += {rest[0], static_cast<char>(rest[1] + 0x20)};
      ++i;
    } else if (is_word_letter(c) || is_figure(c)) {
      if (!word.empty() && is_figure(word.back()) != is_figure(c)) end_word();
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    } else {
      end_word();
    }
  }
  end_word();
  return words;
}

std::vector<std::string_view> sentences_of(std::string_view lines) {
  std::vector<std::string_view> result;
  size_t begin = 0;
  for (size_t i = 0; i <= lines.size(); ++i) {
    const bool is_dot = i < lines.size() && lines[i] == '.' &&
                        (i + 1 == lines.size() || lines[i + 1] == ' ' || lines[i + 1] == '\n' ||
                         lines[i + 1] == '\r');
    if (i < lines.size() && !is_dot &&
        std::string_view("\n;!:").find(lines[i]) == std::string_view::npos)
      continue;
    result.push_back(lines.substr(begin, i - begin));
    begin = i + 1;
  }
  return result;
}

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

bool has_one_of(const Words& words, const Vocabulary& list) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return list.contains(word); });
}

std::optional<bool> is_misere(const Words& words) {
  const bool wins = has_one_of(words, {"wins", "win", "gewinnt", "gewonnen", "winner", "sieger"});
  const bool loses = has_one_of(words, {"loses", "lose", "verliert", "verloren", "loser"});
  if (wins == loses) return std::nullopt;
  if (has_one_of(words, {"last", "letzten", "letzte", "letzter", "zuletzt"})) return loses;
  const bool cannot =
      has_one_of(words, {"cannot", "not", "t", "nicht", "no", "kein", "keinen"}) &&
      has_one_of(words, {"move", "moves", "ziehen", "zug", "play", "take", "nehmen"});
  return cannot ? std::optional(wins) : std::nullopt;
}

}  // namespace grundy
