#include "session/replies.h"

#include <fmt/format.h>

#include <set>

#include "base/text.h"
#include "game/nim_heap.h"

namespace grundy {
namespace {

constexpr size_t kReplyText = 100;  // characters of a position

std::string shown(const Sum& sum) { return shortened_to(to_string(sum), kReplyText); }
std::string shown(const Position& position) {
  return shortened_to(to_string(position), kReplyText);
}

/// At most `limit` different options; `all` tells whether that is all of them.
Attempt<std::vector<Sum>> some_options(const Position& position, size_t limit, bool& all,
                                       Budget& budget) {
  std::vector<Sum> result;
  if (const auto size = heap_size(position)) {
    all = size->is_finite();
    for (Natural k = all ? size->finite() : Natural(limit);
         !k.is_zero() && result.size() < limit;) {
      k = k - Natural(1);
      result.push_back(k.is_zero() ? Sum{} : Sum{heap_like(position, k)});
      all = all && (k.is_zero() || result.size() < limit);
    }
    return result;
  }
  if (const std::string why = position.game->why_unlisted(); !why.empty())
    return Error::declined(
        fmt::format("replies need a list of moves, and {} {}", shown(position), why));
  std::set<Sum> seen;
  const auto listed = position.game->options(
      position,
      [&](const Sum& option) {
        if (!seen.insert(sorted(option)).second) return true;
        if (result.size() == limit) return false;
        result.push_back(option);
        return true;
      },
      budget);
  if (!listed) return listed.error();
  all = *listed == Ended::complete;
  return result;
}

}  // namespace

Attempt<std::string> replies(Session& session, const Question& question, Play play, size_t limit,
                             Budget& budget) {
  const std::vector<Position>& parts = question.parts;
  std::vector<std::pair<std::string, std::string>> lines;
  std::set<Position> seen;
  bool complete = true;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!seen.insert(parts[i]).second) continue;
    bool all = true;
    const Attempt<std::vector<Sum>> options = some_options(parts[i], limit, all, budget);
    if (!options) return options.error();
    complete = complete && all;
    for (const Sum& option : *options) {
      Question after = question;
      const auto at = after.parts.begin() + static_cast<std::ptrdiff_t>(i);
      after.parts.insert(after.parts.erase(at), option.begin(), option.end());
      const Attempt<Answer> answer = session.solve(after, play, 1, budget);
      if (!answer) return answer.error();
      const std::string move = fmt::format("{} → {}", shown(parts[i]), shown(option));
      if (!answer->why_unlisted.empty()) return Error::declined(answer->why_unlisted);
      if (answer->winning_moves.empty()) {
        lines.emplace_back(move, "the game is over");
        continue;
      }
      const SumMove& reply = answer->winning_moves.front();
      const Attempt<Sum> alive = live_parts(reply.move.to, budget);
      if (!alive) return alive.error();
      lines.emplace_back(move,
                         fmt::format("{} → {}", shown(after.parts[reply.part]), shown(*alive)));
    }
  }
  size_t width = 0;
  for (const auto& [move, reply] : lines) width = std::max(width, text_width(move));
  std::string text = "Each move, and a move that wins against it:\n";
  for (const auto& [move, reply] : lines)
    text += fmt::format("  {}   {}\n", padded_right(move, width), reply);
  if (!complete) text += "  …\n";
  return text;
}

}  // namespace grundy
