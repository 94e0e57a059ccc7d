#pragma once

#include <string>
#include <string_view>

namespace grundy {

/// Whether the line says in words what a player may do: "take 1 or 2", "you may take a prime".
bool is_said_in_words(std::string_view line);

/// What a line of words means, as lines of moves: "take 1, 3 or 4 stones", "nimm 1 bis 3", "you may
/// remove up to half", "split a heap into two unequal ones". Empty where a word is not known, which
/// might change the meaning. `game` and `coordinate` are the names that the moves are written with.
std::string moves_in_words(std::string_view line, std::string_view game,
                           std::string_view coordinate);

}  // namespace grundy
