#include "engine/board/word_rewriting.h"

#include <algorithm>
#include <bit>

namespace grundy {
namespace {

constexpr size_t kMostRewritings = 200;

}  // namespace

bool written(const WordLine& line, const char* laid, WordText& to) {
  to.clear();
  for (const WordWrite& write : line.right) {
    const WordWrite::Cell& cell = write.cells[0];
    const uint8_t becomes = cell.becomes[cell.copies ? static_cast<uint8_t>(laid[write.piece]) : 0];
    if (becomes == WordWrite::kNothing) return false;
    to += static_cast<char>(becomes);
  }
  return true;
}

std::optional<std::vector<WordRewriting>> rewritings_of(const WordCode& code) {
  std::vector<WordRewriting> result;
  for (const WordLine& line : code.lines) {
    const bool has_runs = std::any_of(line.left.begin(), line.left.end(),
                                      [](const WordPiece& piece) {
                                        return piece.repeat != WordPiece::Repeat::once;
                                      }) ||
                          std::any_of(line.right.begin(), line.right.end(),
                                      [](const WordWrite& write) { return write.is_run; });
    if (has_runs || !line.is_plain()) return {};
    std::vector<WordText> words{""};
    for (const WordPiece& piece : line.left) {
      std::vector<WordText> longer;
      for (const WordText& word : words) {
        for (WordLetters rest = piece.cells[0]; rest != 0; rest &= rest - 1)
          longer.push_back(word + static_cast<char>(std::countr_zero(rest)));
      }
      if (longer.size() > kMostRewritings) return {};
      words = std::move(longer);
    }
    for (const WordText& word : words) {
      WordText to;
      if (written(line, word.data(), to))
        result.push_back({word, to, line.from_begin, line.to_end});
    }
    if (result.size() > kMostRewritings) return {};
  }
  return result;
}

}  // namespace grundy
