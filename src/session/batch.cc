#include "session/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "game/nim_heap.h"

namespace grundy {

Attempt<std::pair<std::string, std::string>> split_equation(std::string_view text) {
  size_t at = text.find('\t');
  size_t depth = 0;
  for (size_t i = 0; i < text.size() && at == text.npos; ++i) {
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if ((text[i] == ')' || text[i] == ']' || text[i] == '}') && depth > 0) --depth;
    if (text[i] == '=' && depth == 0) at = i;
  }
  if (at == text.npos) {
    return Error::at(locate(Diagnostic::Severity::error,
                            "expected two sums, as in 'kayles(3) = nim(3)'", "sums", text,
                            {text.size(), text.size()}));
  }
  return std::pair(std::string(trimmed(text.substr(0, at))),
                   std::string(trimmed(text.substr(at + 1))));
}

const Game* leading_game(std::span<const Question> questions) {
  const Game* leading = nullptr;
  for (const Question& question : questions) {
    for (const Position& part : question.parts) {
      leading = part.game;
      if (!heap_size(part)) return leading;
    }
  }
  return leading;
}

Attempt<void> value_together(Session& session, std::span<const Question* const> questions,
                             Budget& budget) {
  std::map<uint32_t, std::vector<Position>> by_game;
  for (const Question* question : questions) {
    for (const Position& part : question->parts) {
      if (rule_game(part) != nullptr) by_game[part.game->id()].push_back(part);
    }
  }
  for (auto& [id, positions] : by_game) {
    // Nearer positions have smaller words, whatever the game.
    std::sort(positions.begin(), positions.end(), [](const Position& a, const Position& b) {
      const uint64_t far_a = a.key.empty() ? 0 : *std::max_element(a.key.begin(), a.key.end());
      const uint64_t far_b = b.key.empty() ? 0 : *std::max_element(b.key.begin(), b.key.end());
      return far_a != far_b ? far_a < far_b : a < b;
    });
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    while (positions.size() > 1) {
      const auto values =
          session.solvers().of(*positions.front().game).quick_values(positions, budget);
      if (values) break;
      if (budget.spent()) return values.error();
      positions.resize(positions.size() / 2);
    }
  }
  return {};
}

}  // namespace grundy
