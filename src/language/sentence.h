#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Sentences in English or German, word by word.
namespace grundy {

using Words = std::vector<std::string>;
using Vocabulary = std::set<std::string_view>;

/// The words of a sentence in small letters; numbers and the sign of a range ("to") are words too.
Words words_of(std::string_view sentence);

/// Sentences end with a dot that no number follows, a semicolon or a line.
std::vector<std::string_view> sentences_of(std::string_view lines);

/// The number that figures or a word name, in words to ten.
std::optional<int64_t> number_of(const std::string& word);

bool has_one_of(const Words& words, const Vocabulary& list);

/// Who wins at the end, where a sentence says it: true if the last move loses.
std::optional<bool> is_misere(const Words& words);

}  // namespace grundy
