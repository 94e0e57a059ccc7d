#include "proof/theorem_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "rule/name.h"

namespace grundy {
std::string game_name(const Theorem& theorem) {
  return theorem.letters ? theorem.letters->game : name_with_parameters(*theorem.rule);
}

std::vector<std::string> own_coordinates(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  return {names.begin() + static_cast<std::ptrdiff_t>(theorem.letters ? theorem.letters->count : 0),
          names.end()};
}

std::string position_with(const Theorem& theorem, const std::string& game,
                          const std::vector<std::string>& numbers) {
  std::string text;
  auto next = numbers.begin();
  for (const std::optional<size_t>& list : theorem.brackets) {
    // The one list of any length has what the other coordinates leave.
    const size_t count = list && theorem.rule->board
                             ? numbers.size() - (theorem.brackets.size() - 1)
                             : list.value_or(1);
    const auto end = next + static_cast<std::ptrdiff_t>(count);
    const std::string part = fmt::format("{}", fmt::join(next, end, ", "));
    text += (text.empty() ? "" : ", ") + (list ? "[" + part + "]" : part);
    next = end;
  }
  return fmt::format("{}({})", game,
                     theorem.brackets.empty() ? fmt::format("{}", fmt::join(numbers, ", ")) : text);
}

std::string position_name(const Theorem& theorem) {
  return position_with(theorem, game_name(theorem), own_coordinates(theorem));
}

std::string domain_phrase(const Theorem& theorem) {
  const std::string& domain = theorem.letters ? theorem.letters->domain : theorem.where;
  return domain.empty() ? "" : " with " + domain;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string latex_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("%_&#{}$").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string counted(size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string outcome_phrase(const OutcomeLaw::StatedOutcome& one, bool latex) {
  if (one.outcome == Outcome::D) return "neither player can force an end (D)";
  const bool single = one.moves == "1";
  return fmt::format("the player to move {} in {} move{}",
                     one.outcome == Outcome::P ? "loses (P)" : "wins (N)",
                     one.moves == "0" || single ? one.moves
                     : latex                    ? "at most $" + one.moves + "$"
                                                : "at most " + one.moves,
                     single ? "" : "s");
}

}  // namespace grundy
