#pragma once

#include <string>
#include <string_view>

namespace grundy {

/// Whether these lines say in words what is put on a board: "place a domino on two free cells".
bool is_said_of_boards(std::string_view lines);

struct BoardInWords {
  std::string
      space;  // "grid", "strip", "grid along king"; empty where the words are not understood
  std::string lines;    // its rule, with ⏎ between the lines
  std::string unknown;  // a word that is not known, which might change the meaning
};
/// What lines of words mean: "cover two neighbouring cells", "lege einen Dominostein", "mark a cell
/// that is not next to a marked one", "place a queen that attacks no other", "never three in a
/// row", "replace ab by ba".
BoardInWords board_in_words(std::string_view lines);

}  // namespace grundy
