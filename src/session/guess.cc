#include "session/guess.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "game/rule_game.h"
#include "session/session.h"

namespace grundy {
namespace {

constexpr size_t kMostMovesCompared = 2000;  // from one position

/// The greatest coordinate of the positions that are compared, by the number of coordinates.
int64_t side_of_box(size_t arity) {
  constexpr int64_t kSides[] = {0, 30, 8, 4, 3};
  return arity < std::size(kSides) ? kSides[arity] : 1;
}

/// What the moves leave, parts without a move left out.
Attempt<std::set<std::string>> results_of(const Position& from, Budget& budget) {
  std::set<std::string> results;
  std::optional<Error> failed;
  const auto listed = from.game->options(
      from,
      [&](const Sum& to) {
        const Attempt<Sum> alive = live_parts(to, budget);
        if (!alive) {
          failed = alive.error();
          return false;
        }
        std::vector<std::string> parts;
        for (const Position& part : *alive) parts.push_back(to_string(part));
        std::sort(parts.begin(), parts.end());
        results.insert(parts.empty() ? "0" : fmt::format("{}", fmt::join(parts, " + ")));
        return results.size() < kMostMovesCompared;
      },
      budget);
  if (failed) return *std::move(failed);
  if (!listed) return listed.error();
  if (*listed != Ended::complete) return Error::declined("there are too many moves to compare");
  return results;
}

/// The next position of the box; false after the last one.
bool next_in_box(std::vector<int64_t>& point, int64_t side) {
  for (size_t i = point.size(); i-- > 0;) {
    if (point[i]++ < side) return true;
    point[i] = 0;
  }
  return false;
}

}  // namespace

Attempt<std::string> compare_with_guess(const Position& of, std::string_view lines,
                                        Budget& budget) {
  const RuleGame* hidden = rule_game(of);
  if (hidden == nullptr || hidden->rule()->is_alias || hidden->rule()->board ||
      hidden->rule()->arity() == 0)
    return Error::declined("a rule can be guessed of games of numbers with lines of their own");
  if (trimmed(lines).empty()) return Error::input("write a line of the rule: `guess -> …`");
  const Rule& rule = *hidden->rule();
  std::string text = fmt::format("game {}({})\n", rule.name, fmt::join(rule.coordinates, ", "));
  while (!lines.empty()) {
    const size_t end = std::min(lines.find(';'), lines.size());
    text += fmt::format("  {}\n", trimmed(lines.substr(0, end)));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  Session session;
  if (auto loaded = session.load_rules("your rule", text); !loaded)
    return std::move(loaded).error();
  const Attempt<const Rule*> read = session.game(rule.name, budget);
  if (!read) return read.error();
  const RuleGame& guessed = session.games().of(**read);
  const int64_t side = side_of_box(rule.arity());
  std::vector<int64_t> point(rule.arity(), 0);
  size_t count = 0;
  do {
    ++count;
    const Position here = hidden->at(point);
    const std::string place = fmt::format("{}({})", rule.name, fmt::join(point, ", "));
    Attempt<std::set<std::string>> wanted = results_of(here, budget);
    if (!wanted) return std::move(wanted).error();
    Attempt<std::set<std::string>> found = results_of(guessed.at(point), budget);
    if (!found) return std::move(found).error();
    if (rule.full_name != rule.name) {  // the guess has no parameters
      std::set<std::string> plain;
      for (std::string one : *wanted) {
        for (size_t at = 0; (at = one.find(rule.full_name, at)) != std::string::npos;
             at += rule.name.size())
          one.replace(at, rule.full_name.size(), rule.name);
        plain.insert(std::move(one));
      }
      wanted = std::move(plain);
    }
    for (const std::string& move : *found) {
      if (!wanted->contains(move))
        return fmt::format("Not yet: from {} your rule allows {}, which the game does not.", place,
                           move);
    }
    if (found->size() < wanted->size())
      return fmt::format("Not yet: the game has a move from {} that your rule does not have.",
                         place);
  } while (next_in_box(point, side));
  return fmt::format("Right: your rule has the same moves from all {} positions with {} <= {}.",
                     count, fmt::join(rule.coordinates, ", "), side);
}

}  // namespace grundy
